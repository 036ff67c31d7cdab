/* learned.c: the errors of each phase, and of all; what each round foretells. */
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

/* --- strengths of moves ---------------------------------------------------------------------- */

static void report_round(struct by_json *json, const struct by_moves_round *r)
{
    by_json_object(json, NULL);
    by_json_text(json, "boards", r->set);
    by_json_int(json, "round", r->round);
    by_json_int(json, "patterns", r->patterns);
    by_json_count(json, "positions", r->fitted.count);
    by_json_real(json, "fit_ln_likelihood", r->fitted.ln_likelihood);
    by_json_count(json, "held_out", r->held.count);
    by_json_real(json, "ln_likelihood", r->held.count ? r->held.ln_likelihood : NAN);
    by_json_real(json, "top_one", r->held.count ? r->held.top_one : NAN);
    by_json_real(json, "top_five", r->held.count ? r->held.top_five : NAN);
    by_json_end_object(json);
}

void by_report_learned_moves(struct by_json *json, const struct by_learned_moves *learned)
{
    by_json_object(json, NULL);
    by_json_text(json, "file", learned->file);
    by_json_count(json, "bytes", learned->bytes);
    by_json_count(json, "games", learned->games);
    by_json_count(json, "dropped", learned->dropped);
    by_json_real(json, "seconds", learned->seconds);
    by_json_array(json, "rounds");
    for (int i = 0; i < learned->rounds; i++)
        report_round(json, &learned->round[i]);
    by_json_end_array(json);
    by_json_end_object(json);
}

void by_put_learned_moves(struct by_buffer *out, const struct by_learned_moves *learned)
{
    by_buffer_add(
        out, "boards    round patterns  positions     ln L  held out     ln L  top 1 %  top 5 %\n");
    for (int i = 0; i < learned->rounds; i++) {
        const struct by_moves_round *r = &learned->round[i];
        by_buffer_format(out, "%-9s %5d %8d %10zu %8.4f %9zu", r->set, r->round, r->patterns,
                         r->fitted.count, r->fitted.ln_likelihood, r->held.count);
        if (r->held.count > 0)
            by_buffer_format(out, " %8.4f %8.2f %8.2f", r->held.ln_likelihood,
                             100 * r->held.top_one, 100 * r->held.top_five);
        else
            by_buffer_add(out, "        -        -        -");
        by_buffer_char(out, '\n');
    }
    by_buffer_format(out, "%zu games, %zu bytes, %.1f s\n", learned->games, learned->bytes,
                     learned->seconds);
}
