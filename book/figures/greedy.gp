# Which index of a column-major [3,4] lies at offset 7?  Three pairs have the right sum; one of them is inside the shape.
size_x = 760; size_y = 400
eval(canvas)
set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0
target = 7

set table $cells
plot '< book/figures/offsets.sh 3 4 --order=col' using 1:2:3 with table
unset table
stride_i = 0; stride_j = 0
stats $cells using ($1 == 1 && $2 == 0 ? stride_i = $3 : $1 == 0 && $2 == 1 ? stride_j = $3 : 0) nooutput

set xrange [-2.0:8.0]; set yrange [7.6:-1.6]
quotient = floor(target / stride_j)

# all pairs (i, j) >= 0 with i * stride_i + j * stride_j = target
set table $pairs
plot sample [j = 0:floor(target / stride_j):1] '+' using (j):((target - j * stride_j) / stride_i) with table
unset table

set label "j" at 1.5, -1.25 center textcolor rgb faint font letters.",14"
do for [j = 0:3] { set label sprintf("%d", j) at j, -0.75 center textcolor rgb faint font letters.",11" }
do for [i = 0:7] { set label sprintf("%d", i) at -0.75, i right textcolor rgb faint font letters.",11" }
set label "i" at -1.2, 4 center textcolor rgb faint font letters.",14"
set label "the shape [3,4]\noffset of each index" at 3.75, 0.2 left textcolor rgb faint font letters.",12"
set label sprintf("greedy: divide by %d first, i = %d, outside the shape", stride_i, target / stride_i) \
    at 0.45, 7 left textcolor rgb accent font letters.",13"
set label "4 + 3 = 7 as well, but no row 4 exists" at 1.45, 4 left textcolor rgb faint font letters.",13"
set label sprintf("right: divide by %d first, j = %d, rest %d = i", stride_j, quotient, target - stride_j * quotient) \
    at 3.75, 1.9 left textcolor rgb calm font letters.",13"
set arrow from 3.7, 1.9 to 2.5, 1.35 nohead lw 1.2 lc rgb calm front
plot $cells using 2:1:(0.46):(0.46):3 with boxxyerror palette, \
     $cells using 2:1:(sprintf("%d", $3)) with labels font letters.",13" textcolor rgb ink, \
     $pairs using 1:2 with lines dt 2 lw 1.5 lc rgb ink, \
     $pairs using 1:($2 >= 3 ? $2 : NaN) with points pt 7 ps 1.2 lc rgb accent, \
     $pairs using 1:($2 < 3 ? $2 : NaN):(0.46):(0.46) with boxxyerror lw 3 lc rgb calm fs empty
