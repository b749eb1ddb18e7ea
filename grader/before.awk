# before.awk - the functions that a task may lean on: -v task=1.7, then the tasks.def files in their order.
#
# Those of the tasks before it, and those that its line in tasks.def says it leans on; but of two tasks only one leans on the
# other, so that no task can be answered by a circle.  Printed as a linker's version script.
BEGIN { FS = "\""; print "{ global: tl_nothing;" }
/^TASK/ {
    number[++n] = $2
    functions[n] = $6
    leans[n] = ""
    if (match($0, /leans on [0-9.]+/))
        leans[n] = substr($0, RSTART + 9, RLENGTH - 9)
    if ($2 "" == task "")
        here = n
}
END {
    for (i = 1; i <= n; i++)
        if (i != here && (i < here && leans[i] "" != task "" || leans[here] "" == number[i] "")) {
            gsub(/ /, "; ", functions[i])
            print functions[i] ";"
        }
    print "local: *; };"
}
