# Time to add up elements that lie a stride apart, as measured by build/bench/stride_time.  `data` names the file.
if (!exists("data")) data = "book/figures/stride_time.dat"
size_x = 760; size_y = 380
eval(canvas)
machine = system("sed -n '1s/^# //p' '".data."'")
line = 16

set lmargin 8; set rmargin 2; set tmargin 3; set bmargin 3.5
set border 3 lc rgb faint
set logscale x 2; set logscale y
set xrange [0.85:5000]; set yrange [0.2:40]
set xtics textcolor rgb ink nomirror format "%.0f" add (1, 4096)
set ytics textcolor rgb ink nomirror (0.2, 0.5, 1, 2, 5, 10, 20)
set grid ytics lc rgb "#e6e1d6" lt 1
set xlabel "stride (elements of 4 bytes)" textcolor rgb ink
set ylabel "time per element (ns)" textcolor rgb ink
set label 1 "How long one element takes when the next one lies a stride away" at graph 0, graph 1.12 left font letters.",15" textcolor rgb ink
set label 2 machine at graph 0, graph 1.045 left font letters.",10" textcolor rgb faint
set arrow 1 from line, graph 0 to line, graph 1 nohead dt 3 lw 1.5 lc rgb accent
set label 3 "a cache line holds 16 elements:\nfrom here on, every element\ncosts a line of its own" at line * 1.15, 0.75 left font letters.",12" textcolor rgb accent
set arrow 2 from 1024, graph 0 to 1024, graph 1 nohead dt 3 lw 1.5 lc rgb faint
set label 4 "a page: 4096 bytes" at 1024 / 1.15, 0.3 right font letters.",12" textcolor rgb faint
plot data using 1:2 with lines lw 2.5 lc rgb calm, data using 1:2 with points pt 7 ps 0.9 lc rgb calm
