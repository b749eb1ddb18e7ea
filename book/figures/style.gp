# style.gp - the look that every figure shares.  Run before a figure, with `out` naming the file to draw.
ink = "#22313f"; faint = "#6b7883"; paper = "#fdfcf9"; accent = "#c2410c"; calm = "#1d6fa5"
size_x = 760; size_y = 300
letters = "DejaVu Sans,Verdana,Helvetica,sans-serif"

# set terminal with a figure's own size: @canvas
canvas = 'set terminal svg size size_x,size_y font letters.",13" background rgb paper enhanced; set output out'

set border 0
unset key
unset xtics
unset ytics
set style fill solid 1.0 noborder
# offsets, from the first in memory to the last
set palette defined (0 "#fdedd0", 0.35 "#f8c596", 0.7 "#e796ae", 1 "#b48ad0")
unset colorbox
