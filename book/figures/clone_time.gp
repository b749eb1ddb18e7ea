# Time of a clone against the step of a slice, and against the sequence of a walk.  `data` names the file that clone_time wrote.
if (!exists("data")) data = "book/figures/clone_time.dat"
size_x = 760; size_y = 400
eval(canvas)
machine = system("sed -n '1s/^# //p' '".data."'")
set multiplot
set label 1 "How long one element of a clone takes" at screen 0.085, screen 0.945 left font letters.",15" textcolor rgb ink
set label 2 machine at screen 0.085, screen 0.885 left font letters.",10" textcolor rgb faint
set border 3 lc rgb faint
set logscale xy; set logscale x 2
set yrange [0.03:60]
set ytics textcolor rgb ink nomirror (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)
set grid ytics lc rgb "#e6e1d6" lt 1
set tmargin at screen 0.83; set bmargin at screen 0.15

set lmargin at screen 0.085; set rmargin at screen 0.5
set xrange [0.8:5200]
set xtics textcolor rgb ink nomirror (1, 4, 16, 64, 256, 1024, 4096)
set xlabel "step of the slice" textcolor rgb ink
set ylabel "time per element (ns)" textcolor rgb ink
set label 3 "tl_clone" at 1.2, 25 left noenhanced font letters.",12" textcolor rgb accent
set label 4 "bare loop" at 1.2, 0.17 left font letters.",12" textcolor rgb calm
plot data index 0 using 1:2 with linespoints lw 2.5 pt 7 ps 0.7 lc rgb accent, \
     data index 0 using 1:3 with linespoints lw 2.5 pt 7 ps 0.7 lc rgb calm

unset label 1; unset label 2; unset ylabel
set lmargin at screen 0.56; set rmargin at screen 0.985
set format y ""
set xrange [54:5200]
set xtics textcolor rgb ink nomirror (64, 128, 256, 512, 1024, 2048, 4096)
set xlabel "n, of an [n,n]" textcolor rgb ink
set label 3 "tl_clone, straight and transposed" at 60, 28 left noenhanced font letters.",12" textcolor rgb accent
set label 4 "bare loop, transposed" at 60, 3.2 left font letters.",12" textcolor rgb calm
set label 5 "bare loop, straight" at 4400, 0.08 right font letters.",12" textcolor rgb calm
plot data index 1 using 1:2 with linespoints lw 2.5 pt 7 ps 0.7 lc rgb accent, \
     data index 1 using 1:3 with linespoints lw 2.5 dt 2 pt 7 ps 0.7 lc rgb accent, \
     data index 1 using 1:4 with linespoints lw 2.5 pt 7 ps 0.7 lc rgb calm, \
     data index 1 using 1:5 with linespoints lw 2.5 dt 2 pt 7 ps 0.7 lc rgb calm
unset multiplot
