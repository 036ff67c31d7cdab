/* bouts.c: see bouts.h. */
#include "learn/bouts.h"

static struct by_match_plan plan_of(const struct by_bout_terms *terms)
{
    return (struct by_match_plan){.rules = terms->rules,
                                  .trust = terms->trust,
                                  .openings = terms->openings,
                                  .terms = terms->terms,
                                  .concurrency = terms->concurrency,
                                  .keeper = terms->keeper,
                                  .store = terms->store,
                                  .forget = true};
}

enum by_status by_bout_by_match(void *context, const struct by_bout *bout, const atomic_bool *stop,
                                struct by_tally *out, struct by_error *err)
{
    struct by_match_plan plan = plan_of(context);
    struct by_match_result result;
    plan.a = bout->a;
    plan.b = bout->b;
    plan.games = bout->games;
    plan.seed = bout->seed;
    enum by_status status = by_match(&plan, stop, NULL, NULL, &result, err);
    *out = result.tally;
    by_match_close(&plan, &result);
    return status;
}

void by_bout_identity(const struct by_bout_terms *terms, struct by_text *out)
{
    const struct by_rules *rules = terms->rules;
    const struct by_match_plan plan = plan_of(terms);
    by_text_format(out, "game %s\nsettings ", rules->game->name);
    by_rules_write_settings(rules, out);
    by_text_add(out, "\nposition ");
    rules->game->write(rules, rules->start, out);
    by_text_add(out, "\nopenings ");
    by_openings_write(&terms->openings, out);
    by_text_add(out, "\nterms");
    by_match_terms(&plan, out);
    by_text_char(out, '\n');
}
