# answers.awk - from the labs' tasks.def files, in their order, the tables of answers.h.
BEGIN { FS = "\""; print "#include \"answers.h\"" }
FNR == 1 { lab++ }
/^TASK/ {
    n = split($6, names, " ")
    for (i = 1; i <= n; i++) {
        print "void " names[i] "(void);"
        list[lab] = list[lab] names[i] ", "
    }
}
END {
    for (i = 1; i <= lab; i++)
        print "static const any_function lab_" i "[] = {" list[i] "};"
    print "const lab_answers answers_of_lab[] = {"
    for (i = 1; i <= lab; i++)
        print "    {lab_" i ", sizeof lab_" i " / sizeof *lab_" i "},"
    print "};"
}
