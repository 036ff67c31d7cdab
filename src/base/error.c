/* error.c: see error.h. */
#include "base/error.h"
#include "base/text.h"
#include <stdarg.h>
#include <string.h>

#undef by_fail /* the analyser's, see error.h */
#undef by_fail_memory

enum by_status by_fail(struct by_error *err, enum by_status status, const char *format, ...)
{
    if (err == NULL)
        return status;
    static const char cut[] = "...";
    struct by_text text = by_text_over(err->text, sizeof err->text);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    if (text.length >= sizeof err->text)
        memcpy(err->text + sizeof err->text - sizeof cut, cut, sizeof cut);
    err->status = status;
    return status;
}

enum by_status by_fail_memory(struct by_error *err, size_t bytes)
{
    return by_fail(err, BY_NO_MEMORY, "out of memory: %zu bytes were asked for and refused", bytes);
}
