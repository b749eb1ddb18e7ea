# The two memory orders of a [3,4] shape: offsets in the grid of indices, the path through memory, and memory itself.
size_x = 760; size_y = 350
eval(canvas)
set multiplot

set xrange [-0.75:12.75]; set yrange [6.5:-1.3]
set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0

do for [panel = 0:1] {
    order = panel == 0 ? "row" : "col"
    set origin panel * 0.5, 0; set size 0.5, 1
    set table $cells
    plot '< book/figures/offsets.sh 3 4 --order='.order using 1:2:3 with table
    unset table

    w = 2.1; left = 2.0                     # a cell's width, and where the grid starts
    x(j) = left + w * (j + 0.5)
    y(i) = 0.55 + 1.3 * i
    unset label; unset arrow
    set label 1 (panel == 0 ? "row-major: along the rows" : "column-major: down the columns") \
        at left + 2 * w, -0.85 center font letters.",15" textcolor rgb ink
    set label 2 "memory" at 0, 4.75 left font letters.",11" textcolor rgb faint
    do for [j = 0:3] { set label 10+j sprintf("j = %d", j) at x(j), -0.3 center font letters.",11" textcolor rgb faint }
    do for [i = 0:2] { set label 20+i sprintf("i = %d", i) at left - 0.25, y(i) right font letters.",11" textcolor rgb faint }

    plot $cells using (x($2)):(y($1)):(0.98):(0.6):3 with boxxyerror palette, \
         $cells using (x($2)):(y($1)) with lines lw 2.5 lc rgb "#8022313f", \
         $cells using (x($2)):(y($1)) with points pt 7 ps 2.6 lc rgb paper, \
         $cells using (x($2)):(y($1)):(sprintf("%d", $3)) with labels font letters.",13" textcolor rgb ink, \
         $cells using ($3 + 0.5):(5.35):(0.47):(0.35):3 with boxxyerror palette, \
         $cells using ($3 + 0.5):(5.35):(sprintf("%d,%d", $1, $2)) with labels font letters.",10" textcolor rgb ink, \
         $cells using ($3 + 0.5):(6.0):(sprintf("%d", $3)) with labels font letters.",10" textcolor rgb faint
}
unset multiplot
