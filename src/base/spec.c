/* spec.c: see spec.h.
 *
 * The decoded pieces are written to the spec's own storage. They always fit: every
 * piece is followed by a blank, a '=' or the end, whose place its final zero takes. */
#include "base/spec.h"
#include "base/text.h"
#include <string.h>

struct reader {
    const char *text;
    const char *at;
    char *out;
    struct by_error *err;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_name_char(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

static enum by_status refuse(const struct reader *in, const char *why)
{
    char quoted[BY_QUOTE_SIZE];
    return by_fail(in->err, BY_BAD_INPUT, "column %d of '%s': %s", (int)(in->at - in->text) + 1,
                   by_quote(in->text, quoted), why);
}

static void skip_blanks(struct reader *in)
{
    while (is_blank(*in->at))
        in->at++;
}

static const char *finish_piece(struct reader *in, char *piece)
{
    *in->out++ = '\0';
    return piece;
}

/* The name or a key; NULL when there is none here. */
static const char *read_name(struct reader *in)
{
    if (!is_letter(*in->at))
        return NULL;
    char *piece = in->out;
    while (is_name_char(*in->at))
        *in->out++ = *in->at++;
    return finish_piece(in, piece);
}

static enum by_status read_quoted(struct reader *in, const char **value)
{
    const char *opening = in->at++;
    char *piece = in->out;
    while (*in->at != '"') {
        if (*in->at == '\\')
            in->at++;
        if (*in->at == '\0') {
            in->at = opening;
            return refuse(in, "the value opens with a quote that is never closed");
        }
        *in->out++ = *in->at++;
    }
    in->at++;
    if (*in->at != '\0' && !is_blank(*in->at))
        return refuse(in, "a blank must follow the closing quote");
    *value = finish_piece(in, piece);
    return BY_OK;
}

static enum by_status read_value(struct reader *in, const char **value)
{
    if (*in->at == '"')
        return read_quoted(in, value);
    char *piece = in->out;
    while (*in->at != '\0' && !is_blank(*in->at)) {
        if (*in->at == '"')
            return refuse(in, "a quote may stand only around the whole value, as in key=\"a b\"");
        *in->out++ = *in->at++;
    }
    *value = finish_piece(in, piece);
    return BY_OK;
}

static enum by_status read_pair(struct reader *in, struct by_setting *out)
{
    out->name = read_name(in);
    if (out->name == NULL)
        return refuse(in, "a key=value pair must begin with a letter");
    if (*in->at != '=')
        return refuse(in, "a '=' is missing here: after the name a spec has only key=value pairs");
    in->at++;
    return read_value(in, &out->value);
}

static enum by_status too_long(struct by_error *err, const char *what)
{
    return by_fail(err, BY_BAD_INPUT, "%s is too long: at most %d characters are accepted", what,
                   BY_SPEC_LENGTH_MAX);
}

enum by_status by_spec_read(const char *text, struct by_spec *out, struct by_error *err)
{
    out->name = "";
    out->count = 0;
    if (strlen(text) > BY_SPEC_LENGTH_MAX)
        return too_long(err, "the spec");
    struct reader in = {text, text, out->storage, err};
    skip_blanks(&in);
    const char *name = read_name(&in);
    if (name == NULL)
        return refuse(&in, "a spec begins with a name, as in: minimax depth=4");
    if (*in.at != '\0' && !is_blank(*in.at))
        return refuse(&in, "a name has only letters, digits, '-' and '_'; a blank ends it");
    int count = 0;
    for (skip_blanks(&in); *in.at != '\0'; skip_blanks(&in)) {
        if (count == BY_SPEC_PAIRS_MAX)
            return refuse(&in, "a spec has at most 64 key=value pairs");
        enum by_status status = read_pair(&in, &out->settings[count++]);
        if (status != BY_OK)
            return status;
    }
    out->name = name;
    out->count = count;
    return BY_OK;
}

enum by_status by_setting_read(const char *text, char *storage, struct by_setting *out,
                               struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    if (strlen(text) > BY_SPEC_LENGTH_MAX)
        return too_long(err, "the option");
    struct reader in = {text, text, storage, err};
    const char *name = read_name(&in);
    if (name == NULL || *in.at != '=')
        return by_fail(err, BY_BAD_INPUT, "'%s' is not an option: write name=value",
                       by_quote(text, quoted));
    *out = (struct by_setting){name, strcpy(in.out, in.at + 1)};
    return BY_OK;
}

void by_spec_write_value(const char *value, struct by_text *out)
{
    if (*value && !strpbrk(value, " \t\"\\")) {
        by_text_add(out, value);
        return;
    }
    by_text_char(out, '"');
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            by_text_char(out, '\\');
        by_text_char(out, *value);
    }
    by_text_char(out, '"');
}
