# Shape [3,4] with strides [10,1]: what it reaches in memory, and the elements between that no index reaches.
size_x = 760; size_y = 250
eval(canvas)
set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0

set table $cells
plot '< book/figures/offsets.sh 3 4 --strides=10,1' using 1:2:3 with table
unset table
stats $cells using 3 nooutput
reach = int(STATS_max) + 1; numel = int(STATS_records)

set table $storage
plot sample [n = 0:reach - 1:1] '+' using (n) with table
unset table

set xrange [-0.6:reach + 0.6]; set yrange [4.7:-1.4]
set label sprintf("%d elements: room for a dense [3,4]", numel) at numel / 2.0, -0.75 center font letters.",12" textcolor rgb faint
set label sprintf("the rest lies outside a buffer of %d", numel) at (numel + reach) / 2.0, -0.75 center font letters.",12" textcolor rgb accent
set arrow from 0.1, -0.25 to numel - 0.1, -0.25 heads size 0.12,90 lw 1.5 lc rgb faint
set arrow from numel + 0.1, -0.25 to reach - 0.1, -0.25 heads size 0.12,90 lw 1.5 lc rgb accent
set arrow from numel, -0.9 to numel, 2.0 nohead dt 3 lw 1.5 lc rgb accent front

row(i) = i == 0 ? 0xfde3b8 : i == 1 ? 0xf3a98f : 0xc79bd8
plot $storage using ($1 + 0.5):(0.85):(0.46):(0.55) with boxxyerror fc rgb "#f1ede3" notitle, \
     $cells using ($3 + 0.5):(0.85):(0.46):(0.55):(row($1)) with boxxyerror lc rgb variable, \
     $cells using ($3 + 0.5):(0.85):(sprintf("%d,%d", $1, $2)) with labels font letters.",11" textcolor rgb ink, \
     $storage using ($1 + 0.5):(1.75):(sprintf("%d", $1)) with labels font letters.",10" textcolor rgb faint, \
     $cells using ($2 == 0 && $1 < 2 ? $3 + 0.5 : NaN):(2.35):(10):(0) with vectors lw 2 lc rgb calm, \
     $cells using ($2 == 0 && $1 < 2 ? $3 + 5.5 : NaN):(2.85):("next row: stride 10") with labels font letters.",12" textcolor rgb calm, \
     $cells using ($1 == 0 && $2 < 3 ? $3 + 0.5 : NaN):(3.6):(0.9):(0) with vectors lw 2 lc rgb ink, \
     $cells using ($3 == 0 ? 0.45 : NaN):(4.1):("next column: stride 1") with labels left font letters.",12" textcolor rgb ink
