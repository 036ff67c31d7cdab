/* gomocup_info.c: INFO, and what follows from it: the player's means, and the time of a move. */
#include "protocols/gomocup_engine.h"

#include "base/clock.h"
#include "search/timing.h"
#include <string.h>

#define AT_ONCE_S     0.005      /* timeout_turn 0: as fast as possible */
#define UNLIMITED_MS  2147483647 /* what managers send for time_left without a clock */
#define OWN_MEMORY    (12 << 20) /* what the program needs besides its player */
#define MEMORY_LEAST  (64 << 10)
#define HASH_KB_MAX   (64LL << 20)
#define SLIP_FACTOR   1.2
#define SLIP_MEMORY   10
#define TURN_PART     0.12
#define SLICE         0.012 /* what each that waits for our core may hold up an answer */
#define LAG_LEAST     0.004
#define LAG_MOST      0.05
#define THREADS_MAX   64
#define RULE_BITS_MAX 255

void by_gomocup_forget_infos(struct by_gomocup_infos *info)
{
    *info = (struct by_gomocup_infos){.turn = -1, .match = -1, .left = -1};
}

/* --- the keys ------------------------------------------------------------------------------ */

static double seconds_of(int64_t milliseconds)
{
    return (double)milliseconds / 1000;
}

static int64_t within(int64_t value, int64_t most)
{
    return value < 0 ? 0 : value < most ? value : most;
}

static void set_turn(struct by_gomocup_infos *info, int64_t value)
{
    info->turn = value >= UNLIMITED_MS ? -1 : seconds_of(within(value, UNLIMITED_MS));
}

/* The match's clock; 0 and the largest number mean that there is none. */
static void set_match(struct by_gomocup_infos *info, int64_t value)
{
    info->match = value > 0 && value < UNLIMITED_MS ? seconds_of(value) : -1;
    if (!info->left_is_new)
        info->left = -1;
}

/* Without a clock some managers send 0. */
static void set_left(struct by_gomocup_infos *info, int64_t value)
{
    bool none = value >= UNLIMITED_MS || (value <= 0 && info->match < 0);
    info->left = none ? -1 : seconds_of(within(value, UNLIMITED_MS));
    info->left_is_new = !none;
}

static void set_increment(struct by_gomocup_infos *info, int64_t value)
{
    info->increment = seconds_of(within(value, UNLIMITED_MS));
}

static void set_memory(struct by_gomocup_infos *info, int64_t value)
{
    info->memory = within(value, INT64_MAX);
}

static void set_hash(struct by_gomocup_infos *info, int64_t value)
{
    info->hash = within(value, HASH_KB_MAX) * 1024;
}

static void set_rule(struct by_gomocup_infos *info, int64_t value)
{
    if (value >= 0 && value <= RULE_BITS_MAX)
        info->rule = value;
}

static void set_depth(struct by_gomocup_infos *info, int64_t value)
{
    info->depth = within(value, BY_LENGTH_MAX);
}

static void set_nodes(struct by_gomocup_infos *info, int64_t value)
{
    info->nodes = within(value, INT64_MAX);
}

static void set_threads(struct by_gomocup_infos *info, int64_t value)
{
    info->threads = within(value, THREADS_MAX);
}

static void set_detail(struct by_gomocup_infos *info, int64_t value)
{
    info->detail = value > 0;
}

/* Against a person, who may want to know what we think. */
static void set_opponent(struct by_gomocup_infos *info, int64_t value)
{
    info->detail = info->detail || value == 0;
}

static const struct key {
    const char *name;
    void (*set)(struct by_gomocup_infos *info, int64_t value);
} keys[] = {
    {"timeout_turn", set_turn},        {"timeout_match", set_match}, {"time_left", set_left},
    {"max_memory", set_memory},        {"rule", set_rule},           {"game_type", set_opponent},
    {"time_increment", set_increment}, {"max_depth", set_depth},     {"max_node", set_nodes},
    {"thread_num", set_threads},       {"hash_size", set_hash},      {"show_detail", set_detail},
};

static const struct key *find_key(const char *name)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (by_same_text(keys[i].name, name))
            return &keys[i];
    return NULL;
}

/* INFO evaluate X,Y: what the point under the cursor is worth to both. */
static void tell_worth(struct by_gomocup *gomocup, const char *point)
{
    struct by_session *session = gomocup->session;
    by_move move;
    if (!gomocup->started || by_gomocup_read_move(session->rules, point, &move, NULL) != BY_OK ||
        !by_gomocup_follow(gomocup, &gomocup->stones))
        return;
    const void *position = by_line_position(session->line);
    int own = by_line_side(session->line);
    by_gomocup_say(gomocup, "MESSAGE %s is worth %lld to us, %lld to the opponent", point,
                   (long long)by_gomoku_score(session->rules, position, own, move),
                   (long long)by_gomoku_score(session->rules, position, 1 - own, move));
}

/* Means that change are taken now, when nobody waits: a table may take longer to get than a move. */
static void take(struct by_gomocup *gomocup, const struct key *key, int64_t value)
{
    key->set(&gomocup->info, value);
    bool means = key->set == set_memory || key->set == set_hash || key->set == set_threads;
    if (means && gomocup->started)
        by_gomocup_seat(gomocup);
}

/* INFO is never answered; what we cannot read gets a remark for people, what we do not know gets
 * none. */
void by_gomocup_run_info(struct by_gomocup *gomocup)
{
    char name[32], quoted[BY_QUOTE_SIZE];
    int64_t value;
    size_t length = strcspn(gomocup->argument, " \t");
    if (length >= sizeof name)
        return;
    memcpy(name, gomocup->argument, length);
    name[length] = '\0';
    const char *rest = gomocup->argument + length + strspn(gomocup->argument + length, " \t");
    const struct key *key = find_key(name);
    if (by_same_text(name, "evaluate"))
        tell_worth(gomocup, rest);
    else if (key && by_read_int(rest, INT64_MIN, INT64_MAX, &value))
        take(gomocup, key, value);
    else if (key)
        by_gomocup_say(gomocup, "DEBUG INFO %s takes a whole number, not '%s'", key->name,
                       by_quote(rest, quoted));
}

/* --- the player ------------------------------------------------------------------------------ */

static bool has_option(const struct by_search *search, const char *name)
{
    for (const struct by_option *option = search->options; option && option->name; option++)
        if (strcmp(option->name, name) == 0)
            return true;
    return false;
}

static bool is_given(const struct by_spec *spec, const char *name)
{
    for (int i = 0; i < spec->count; i++)
        if (by_same_text(spec->settings[i].name, name))
            return true;
    return false;
}

/* The bytes that the player's table or tree may take, of those that it would take: 0: as it is. */
static int64_t bytes_for(const struct by_gomocup_infos *info, int64_t now, bool given)
{
    int64_t wanted = info->hash > 0 && !given ? info->hash : now;
    if (info->memory > 0) {
        int64_t most = info->memory - OWN_MEMORY;
        most = most < info->memory / 2 ? info->memory / 2 : most;
        wanted = most < wanted ? most : wanted;
    }
    wanted = wanted < MEMORY_LEAST ? MEMORY_LEAST : wanted;
    return wanted == now ? 0 : wanted;
}

/* What the spec by itself gives to its table or tree. */
static int64_t bytes_of(const struct by_search *search, const struct by_spec *spec,
                        const char *name)
{
    struct by_values values;
    int64_t bytes = 0;
    if (by_values_open("", search->options, spec->settings, spec->count, &values, NULL) == BY_OK)
        bytes = by_values_get(&values, name)->integer;
    by_values_close(&values);
    return bytes;
}

/* The spec again, with the means that the manager allows. */
static void write_spec(const struct by_gomocup *gomocup, const struct by_spec *spec,
                       struct by_text *out)
{
    const struct by_search *search = by_search_find(spec->name);
    const struct by_gomocup_infos *info = &gomocup->info;
    const char *store = !search                        ? NULL
                        : has_option(search, "memory") ? "memory"
                        : has_option(search, "table")  ? "table"
                                                       : NULL;
    int64_t now = store ? bytes_of(search, spec, store) : 0;
    int64_t bytes = now > 0 ? bytes_for(info, now, is_given(spec, store)) : 0;
    by_text_add(out, spec->name);
    for (int i = 0; i < spec->count; i++) {
        if (bytes > 0 && by_same_text(spec->settings[i].name, store))
            continue;
        by_text_format(out, " %s=\"", spec->settings[i].name);
        for (const char *c = spec->settings[i].value; *c; c++) {
            if (*c == '"' || *c == '\\')
                by_text_char(out, '\\');
            by_text_char(out, *c);
        }
        by_text_char(out, '"');
    }
    if (bytes > 0)
        by_text_format(out, " %s=%lld", store, (long long)bytes);
    if (search && info->threads > 0 && has_option(search, "threads") && !is_given(spec, "threads"))
        by_text_format(out, " threads=%lld", (long long)info->threads);
}

static bool read_base(const struct by_gomocup *gomocup, struct by_spec *spec)
{
    char text[BY_SPEC_LENGTH_MAX + 1];
    struct by_text base = by_text_over(text, sizeof text);
    if (gomocup->spec)
        by_text_add(&base, gomocup->spec);
    else
        by_session_default(gomocup->session->rules, &base);
    if (!gomocup->spec && gomocup->defaults)
        by_text_format(&base, " %s", gomocup->defaults);
    return base.length < sizeof text && by_spec_read(text, spec, NULL) == BY_OK;
}

void by_gomocup_seat(struct by_gomocup *gomocup)
{
    struct by_spec spec;
    char text[BY_SPEC_LENGTH_MAX + 1];
    struct by_text wanted = by_text_over(text, sizeof text);
    const struct by_gomocup_infos *info = &gomocup->info;
    bool asked = info->memory > 0 || info->hash > 0 || info->threads > 0;
    if ((!asked && !gomocup->seated[0]) || !read_base(gomocup, &spec))
        return;
    write_spec(gomocup, &spec, &wanted);
    if (wanted.length >= sizeof text || strcmp(text, gomocup->seated) == 0)
        return;
    if (by_session_seat(gomocup->session, text, gomocup->session->trust, &gomocup->error) == BY_OK)
        strcpy(gomocup->seated, text);
    else
        by_gomocup_say(gomocup, "MESSAGE the player stays as it was: %s", gomocup->error.text);
}

/* --- the clock --------------------------------------------------------------------------------- */

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* What is left of the match, as far as we know; below 0: there is no clock. */
static double match_left(const struct by_gomocup_infos *info)
{
    return info->left >= 0 ? info->left : info->match;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* What a move costs beyond its thinking: by the time there is, by what we have seen, and by how many
 * others want the cores. One move over the limit loses the game, so more is kept back than for a clock. */
static double turn_lag(const struct by_gomocup *gomocup)
{
    double turn = gomocup->info.turn;
    double usual = smaller(larger(TURN_PART * turn, LAG_LEAST), LAG_MOST);
    double crowd = SLICE * larger(by_clock_load() - 1, 0);
    return smaller(larger(usual, SLIP_FACTOR * gomocup->slip) + crowd, turn / 2);
}

/* A search that may look deeper or longer always profits: it gets its whole share, not an aim that
 * it may stay below. */
static double match_share(const struct by_gomocup *gomocup, double left, double gone)
{
    const struct by_rules *rules = gomocup->session->rules;
    struct by_game_clock clock = {.left = left > gone ? left - gone : -1,
                                  .increment = gomocup->info.increment};
    const struct by_game_clock whole = {.left =
                                            gomocup->info.match > 0 ? gomocup->info.match : left};
    clock.lag = by_clock_lag(&whole);
    return by_time_share(&clock, by_moves_left(rules, gomocup->stones.count)).soft;
}

struct by_limits by_gomocup_limits(const struct by_gomocup *gomocup, double part)
{
    const struct by_gomocup_infos *info = &gomocup->info;
    struct by_limits limits = {.depth = (int)info->depth, .nodes = (uint64_t)info->nodes};
    double gone = by_clock_now() - gomocup->came, left = match_left(info), most = 1e9;
    if (info->turn == 0)
        most = AT_ONCE_S;
    else if (info->turn > 0)
        most = info->turn - gone - turn_lag(gomocup);
    if (left >= 0)
        most = smaller(most, match_share(gomocup, left, gone));
    if (most < 1e9)
        limits.seconds = part * (most > BY_CLOCK_LEAST ? most : BY_CLOCK_LEAST);
    return limits;
}

/* The worst is forgotten slowly. */
static void note_slip(struct by_gomocup *gomocup, double now)
{
    double late = gomocup->due > 0 && now > gomocup->due ? now - gomocup->due : 0;
    double faded = gomocup->slip + (late - gomocup->slip) / SLIP_MEMORY;
    if (gomocup->due > 0)
        gomocup->slip = larger(late, faded);
    gomocup->due = 0;
}

void by_gomocup_spend(struct by_gomocup *gomocup)
{
    struct by_gomocup_infos *info = &gomocup->info;
    double left = match_left(info), now = by_clock_now();
    info->left_is_new = false;
    gomocup->answered = now;
    note_slip(gomocup, now);
    if (left < 0)
        return;
    left -= now - gomocup->came;
    info->left = left > 0 ? left + info->increment : 0;
}
