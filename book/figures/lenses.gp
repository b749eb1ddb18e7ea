# One storage of twelve elements, and three lenses over it: each a layout that tl computed, drawn as a grid of the boxes it reads.
size_x = 760; size_y = 400
eval(canvas)
set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0
array ops[3] = ["slice=:,:", "transpose=0,1", "slice=1:3,::-2"]
array names[3] = ["a table", "its transpose", "rows 1 and 2, every\nsecond column, backwards"]
key(op, name) = system("tl view 3,4 ".op." | sed -n 's/^".name." = //p'")
left(k) = k == 1 ? 0.0 : k == 2 ? 5.0 : 9.0     # where a lens's grid begins
top = 2.6

set table $c1; plot '< book/figures/view.sh 3,4 '.ops[1] using 1:2:3 with table; unset table
set table $c2; plot '< book/figures/view.sh 3,4 '.ops[2] using 1:2:3 with table; unset table
set table $c3; plot '< book/figures/view.sh 3,4 '.ops[3] using 1:2:3 with table; unset table

set xrange [-0.5:12.5]; set yrange [8.35:-0.75]
set cbrange [0:11]
set label "storage" at 0, -0.35 left font letters.",12" textcolor rgb faint
do for [k = 1:3] {
    set label names[k] at left(k), top - 0.55 - (k == 3 ? 0.4 : 0) left font letters.",14" textcolor rgb ink
    set label sprintf("shape %s\nstrides %s\noffset %s", key(ops[k], "shape"), key(ops[k], "strides"), key(ops[k], "offset")) \
        at left(k), 7.05 left font letters.",12" textcolor rgb faint
}
plot $c1 using ($3 + 0.5):(0.5):(0.47):(0.45):3 with boxxyerror palette, \
     $c1 using ($3 + 0.5):(0.5):(sprintf("%d", $3)) with labels font letters.",14" textcolor rgb ink, \
     $c1 using (left(1) + $2 + 0.5):(top + $1 + 0.5):(0.47):(0.46):3 with boxxyerror palette, \
     $c2 using (left(2) + $2 + 0.5):(top + $1 + 0.5):(0.47):(0.46):3 with boxxyerror palette, \
     $c3 using (left(3) + $2 + 0.5):(top + $1 + 0.5):(0.47):(0.46):3 with boxxyerror palette, \
     $c1 using (left(1) + $2 + 0.5):(top + $1 + 0.5):(sprintf("%d", $3)) with labels font letters.",14" textcolor rgb ink, \
     $c2 using (left(2) + $2 + 0.5):(top + $1 + 0.5):(sprintf("%d", $3)) with labels font letters.",14" textcolor rgb ink, \
     $c3 using (left(3) + $2 + 0.5):(top + $1 + 0.5):(sprintf("%d", $3)) with labels font letters.",14" textcolor rgb ink
