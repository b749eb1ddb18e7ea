/* numbers.c - numbers and lists, as they are written on a command line and in a worksheet. */
#include "cli.h"

#include <string.h>

#define UNICODE_MINUS "\xe2\x88\x92"

number_kind number_parse(const char *words, size_t length, int64_t *number)
{
    size_t i = 0;
    bool negative = false;
    if (length > 0 && words[0] == '-')
        negative = true, i = 1;
    else if (length >= 3 && memcmp(words, UNICODE_MINUS, 3) == 0)
        negative = true, i = 3;
    if (i == length)
        return NUMBER_MALFORMED;
    int64_t result = 0;
    bool fits = true;
    for (; i < length; i++) {
        if (words[i] < '0' || words[i] > '9')
            return NUMBER_MALFORMED;
        /* downwards, digit by digit, when negative: the lowest number has no positive twin */
        int64_t digit = words[i] - '0';
        fits = fits && tl_checked_mul(result, 10, &result) == TL_OK &&
               tl_checked_add(result, negative ? -digit : digit, &result) == TL_OK;
    }
    if (!fits)
        return NUMBER_TOO_LARGE;
    *number = result;
    return NUMBER_GOOD;
}

static outcome number_at(const char *what, const char *whole, const char *words, size_t length, int64_t *number,
                         failure *fail)
{
    int shown = length > 60 ? 60 : (int)length;
    switch (number_parse(words, length, number)) {
    case NUMBER_GOOD:
        return DONE;
    case NUMBER_TOO_LARGE:
        return misused(fail, "%s: the number %.*s does not fit in 64 bits", what, shown, words);
    case NUMBER_MALFORMED:
        break;
    }
    if (length == strlen(whole))
        return misused(fail, "%s: '%.*s' is not a whole number", what, shown, words);
    return misused(fail, "%s: '%.*s' in '%.60s' is not a whole number (expected a list such as 2,3,4)", what, shown, words,
                   whole);
}

outcome list_parse(const char *what, const char *words, number_list *list, failure *fail)
{
    *list = (number_list){0};
    if (strcmp(words, "-") == 0)
        return DONE; /* rank 0 */
    if (*words == '\0')
        return misused(fail, "%s is empty (expected a list such as 2,3,4, or - for none)", what);
    for (const char *p = words;; p++) {
        size_t length = strcspn(p, ",");
        int64_t number;
        outcome result = number_at(what, words, p, length, &number, fail);
        if (result != DONE)
            return result;
        if (list->count < TL_MAX_NDIM)
            list->values[list->count] = number;
        list->count++;
        p += length;
        if (*p == '\0')
            return DONE;
    }
}

outcome one_number_parse(const char *what, const char *words, int64_t *number, failure *fail)
{
    return number_at(what, words, words, strlen(words), number, fail);
}
