# When do two neighbouring axes merge?  Two views of a [3,4]: where the inner axis would go on, and where the outer one leads.
size_x = 760; size_y = 360
eval(canvas)
set multiplot
set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0
array ops[2] = ["slice=:,0:3", "slice=0:2,:"]
array names[2] = ["columns 0 to 2", "rows 0 and 1"]
number(text, n) = int(word(system("echo '".text."' | tr -d '[],'"), n))
key(op, name) = system("tl view 3,4 ".op." | sed -n 's/^".name." = //p'")
row(i) = i == 0 ? 0xfde3b8 : i == 1 ? 0xf3a98f : 0xc79bd8

set table $storage; plot '< book/figures/view.sh 3,4' using 3 with table; unset table
do for [panel = 1:2] {
    op = ops[panel]
    set table $cells; plot '< book/figures/view.sh 3,4 '.op using 1:2:3 with table; unset table
    size = number(key(op, "shape"), 2); outer = number(key(op, "strides"), 1); inner = number(key(op, "strides"), 2)
    end = size * inner
    same = end == outer
    set origin 0, panel == 1 ? 0.5 : 0; set size 1, 0.5
    set xrange [-0.4:12.4]; set yrange [4.0:-1.3]
    unset label; unset arrow
    set label sprintf("%s: shape %s, strides %s", names[panel], key(op, "shape"), key(op, "strides")) \
        at 0, -0.75 left font letters.",14" textcolor rgb ink
    set label sprintf("size %d * stride %d = %d: the inner axis would go on here", size, inner, end) \
        at end + 0.75, 3.1 left font letters.",12" textcolor rgb ink
    set label sprintf("stride %d: the outer axis leads %s", outer, same ? "to the same box: one run" : "elsewhere: two runs") \
        at outer + 0.85, 2.15 left font letters.",12" textcolor rgb same ? calm : accent
    set arrow 1 from end + 0.5, 3.05 to end + 0.5, 1.15 head filled size 0.16,25 lw 2 lc rgb ink
    set arrow 2 from outer + (same ? 0.62 : 0.5), 2.1 to outer + (same ? 0.62 : 0.5), 1.15 head filled size 0.16,25 lw 2 lc rgb same ? calm : accent
    if (same) { set arrow 1 from end + 0.38, 3.05 to end + 0.38, 1.15 head filled size 0.16,25 lw 2 lc rgb ink }
    plot $storage using ($1 + 0.5):(0.5):(0.47):(0.46) with boxxyerror fc rgb "#f1ede3", \
         $cells using ($3 + 0.5):(0.5):(0.47):(0.46):(row($1)) with boxxyerror lc rgb variable, \
         $storage using ($1 + 0.5):(0.5):(sprintf("%d", $1)) with labels font letters.",13" textcolor rgb faint, \
         $cells using ($3 + 0.5):(0.5):(sprintf("%d", $3)) with labels font letters.",13" textcolor rgb ink
}
unset multiplot
