# index.awk - the contents as Markdown: each chapter's title, and its numbered sections, as links to the pages.
FNR == 1 {
    page = FILENAME
    sub(/.*\//, "", page)
    sub(/\.md$/, ".html", page)
    title = $0
    sub(/^# /, "", title)
    printf "\n## [%s](%s)\n\n", title, page
}
/^## [0-9]+\.[0-9]+ / { printf "- [%s](%s#%s)\n", substr($0, 4), page, $2 }
