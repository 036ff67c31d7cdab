/* origin.c: see origin.h. */
#include "report/origin.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

struct by_origin by_origin_now(void)
{
    struct by_origin origin = {"", "", ""};
    struct tm parts;
    time_t now = time(NULL);
    if (gmtime_r(&now, &parts))
        (void)strftime(origin.date, sizeof origin.date, "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (gethostname(origin.host, sizeof origin.host) != 0)
        origin.host[0] = '\0';
    origin.host[sizeof origin.host - 1] = '\0';
    by_make_printable(origin.host, strlen(origin.host), "");
    (void)by_build(origin.build);
    return origin;
}

void by_put_origin(struct by_buffer *out, const struct by_origin *origin, uint64_t seed)
{
    by_buffer_format(out, "banyan %s, %s%s%s, seed %llu", origin->build, origin->date,
                     origin->host[0] ? ", on " : "", origin->host, (unsigned long long)seed);
}

void by_report_origin(struct by_json *json, const struct by_origin *origin, uint64_t seed)
{
    by_json_object(json, "made");
    by_json_text(json, "version", origin->build);
    by_json_text(json, "date", origin->date);
    by_json_text(json, "host", origin->host[0] ? origin->host : NULL);
    by_json_count(json, "seed", seed);
    by_json_end_object(json);
}
