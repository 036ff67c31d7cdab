#include "server/assets.h"
#include "base/checksum.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What tools/embed.sh writes: the files, their bytes from `bytes` up to `end`; a NULL name ends it. */
#ifdef BY_HAS_PAGE
extern const struct by_page_file {
    const char *name;
    const uint8_t *bytes, *end;
} by_page_files[];
#else
static const uint8_t nothing[] = "<!doctype html><title>Banyan</title><p>This build has no page.\n";
static const struct by_page_file {
    const char *name;
    const uint8_t *bytes, *end;
} by_page_files[] = {{"index.html", nothing, nothing + sizeof nothing - 1}, {NULL, NULL, NULL}};
#endif

static const struct type {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {NULL, "application/octet-stream"},
};

static const char *type_of(const char *name)
{
    const struct type *type = types;
    const char *ending = strrchr(name, '.');
    while (type->ending && (!ending || strcmp(type->ending, ending) != 0))
        type++;
    return type->type;
}

static const struct by_page_file *find(const char *path)
{
    const struct by_page_file *file = by_page_files;
    const char *name = strcmp(path, "/") == 0 ? "index.html" : path + 1;
    while (file->name && strcmp(file->name, name) != 0)
        file++;
    return file->name ? file : NULL;
}

bool by_asset_answer(const struct by_request *request, struct by_answer *answer)
{
    const struct by_page_file *file = find(request->path);
    if (!file)
        return false;
    answer->bytes = file->bytes;
    answer->size = (size_t)(file->end - file->bytes);
    answer->type = type_of(file->name);
    (void)snprintf(answer->tag, sizeof answer->tag, "\"%08x-%zx\"",
                   (unsigned)by_crc32(0, file->bytes, answer->size), answer->size);
    if (request->known_tag && strstr(request->known_tag, answer->tag)) {
        answer->status = 304;
        answer->size = 0;
    }
    return true;
}
