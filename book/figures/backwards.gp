# A slice with a negative step: the boxes that it reads, in which sequence, and the layout that says so.
size_x = 760; size_y = 260
eval(canvas)
set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0
slice = "8:2:-2"
key(name) = system("tl view 10 slice=".slice." | sed -n 's/^".name." = //p'")
range(name) = int(system("tl slice 10 ".slice." | sed -n 's/^".name." = //p'"))

set table $storage; plot '< book/figures/view.sh 10 slice=:' using 2:3 with table; unset table
set table $taken; plot '< book/figures/view.sh 10 slice='.slice using 2:3 with table; unset table
stats $taken using 2 nooutput
head = range("start"); tail = range("stop"); step = range("step"); length = range("length")

set xrange [-0.4:10.4]; set yrange [4.0:-1.8]
arc(t) = -0.15 - 3.6 * t * (1 - t)               # a jump's height, t from 0 to 1
jump(n, t) = head + n * step + step * t + 0.5
set label sprintf("shape %s   strides %s   offset %s", key("shape"), key("strides"), key("offset")) \
    at 0, 3.55 left font letters.",14" textcolor rgb ink
set label "start" at head + 0.5, 2.45 center font letters.",12" textcolor rgb calm
set label "stop: not taken" at tail + 0.5, 2.45 center font letters.",12" textcolor rgb accent
set label sprintf("each step of the slice: %d boxes", step) at head + step / 2.0 + 0.5, -1.3 center font letters.",12" textcolor rgb calm
do for [n = 0:length - 2] {
    set arrow from jump(n, 0.97), arc(0.97) to jump(n, 1), arc(1) + 0.1 head filled size 0.16,25 lw 2 lc rgb calm front
}
set arrow from jump(length - 1, 0.97), arc(0.97) to jump(length - 1, 1), arc(1) + 0.1 head filled size 0.16,25 lw 2 lc rgb accent front
plot sample [t = 0:length - 1.02:0.01] '+' using (jump(floor(t), t - floor(t))):(arc(t - floor(t))) with lines lw 2 lc rgb calm, \
     [t = length - 1:length - 0.02:0.01] '+' using (jump(floor(t), t - floor(t))):(arc(t - floor(t))) with lines lw 2 dt 2 lc rgb accent, \
     $storage using ($2 + 0.5):(0.5):(0.47):(0.45) with boxxyerror fc rgb "#f1ede3", \
     $taken using ($2 + 0.5):(0.5):(0.47):(0.45) with boxxyerror fc rgb "#f8c596", \
     $storage using ($2 + 0.5):(0.5):(sprintf("%d", $2)) with labels font letters.",14" textcolor rgb ink, \
     $taken using ($2 + 0.5):(1.55):(sprintf("[%d]", $1)) with labels font letters.",14" textcolor rgb ink
