/* learned.c: the errors of each phase, and of all. */
#include "report/learned.h"

#include <math.h>

static bool is_done(const struct by_fit *fit, int phase)
{
    return phase >= fit->phases - fit->done;
}

static void report_phase(struct by_json *json, const struct by_fit *fit, int phase)
{
    const struct by_fit_phase *p = &fit->phase[phase];
    by_json_object(json, NULL);
    by_json_int(json, "phase", phase);
    by_json_count(json, "positions", p->fitted);
    by_json_count(json, "held_out", p->held_out);
    by_json_int(json, "rounds", p->rounds);
    by_json_real(json, "fit_error", p->fit_error);
    by_json_real(json, "error", p->error);
    by_json_real(json, "absolute_error", p->absolute);
    by_json_real(json, "spread", p->spread);
    by_json_end_object(json);
}

void by_report_learned(struct by_json *json, const struct by_learned *learned)
{
    const struct by_fit *fit = learned->fit;
    by_json_object(json, NULL);
    by_json_text(json, "file", learned->file);
    by_json_count(json, "bytes", learned->bytes);
    by_json_count(json, "games", learned->games);
    by_json_count(json, "dropped", learned->dropped);
    by_json_count(json, "positions", learned->positions);
    by_json_count(json, "exact", learned->exact);
    by_json_flag(json, "stopped", learned->stopped);
    by_json_real(json, "seconds", learned->seconds);
    by_json_array(json, "phases");
    for (int phase = 0; phase < fit->phases; phase++)
        if (is_done(fit, phase))
            report_phase(json, fit, phase);
    by_json_end_array(json);
    by_json_end_object(json);
}

static void put_error(struct by_buffer *out, double error)
{
    if (isnan(error))
        by_buffer_add(out, "         -");
    else
        by_buffer_format(out, " %9.2f", error);
}

void by_put_learned(struct by_buffer *out, const struct by_learned *learned)
{
    const struct by_fit *fit = learned->fit;
    by_buffer_add(out, "phase  positions  held out    fitted  held out  absolute    spread\n");
    for (int phase = 0; phase < fit->phases; phase++) {
        const struct by_fit_phase *p = &fit->phase[phase];
        if (!is_done(fit, phase))
            continue;
        by_buffer_format(out, "%5d %10zu %9zu", phase, p->fitted, p->held_out);
        put_error(out, p->fit_error);
        put_error(out, p->error);
        put_error(out, p->absolute);
        put_error(out, p->spread);
        by_buffer_char(out, '\n');
    }
    by_buffer_format(out, "%zu games, %zu positions (%zu solved), %zu bytes, %.1f s\n",
                     learned->games, learned->positions, learned->exact, learned->bytes,
                     learned->seconds);
}
