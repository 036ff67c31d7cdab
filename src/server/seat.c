#include "server/seat.h"
#include "players/named.h"
#include "players/player.h"
#include "server/server.h"

#include <string.h>

const char *by_seat_kind_name(enum by_seat_kind kind)
{
    static const char *const names[] = {[BY_SEAT_HUMAN] = "human",
                                        [BY_SEAT_LEVEL] = "level",
                                        [BY_SEAT_SEARCH] = "search",
                                        [BY_SEAT_ENGINE] = "engine"};
    return names[kind];
}

static enum by_status copy(const char *from, char to[BY_SPEC_LENGTH_MAX + 1], struct by_error *err)
{
    if (strlen(from) > BY_SPEC_LENGTH_MAX)
        return by_fail(err, BY_BAD_INPUT, "a player's spec has at most %d characters",
                       BY_SPEC_LENGTH_MAX);
    strcpy(to, from);
    return BY_OK;
}

/* --- engines ---------------------------------------------------------------------------------- */

/* Whether this is a name of the user's own, and nothing else. */
static enum by_status is_engine(struct by_server *server, const char *text, bool *out,
                                struct by_error *err)
{
    char stored[BY_SPEC_LENGTH_MAX + 1] = "";
    *out = false;
    if (!by_server_asked(server)->engines || strlen(text) > BY_NAME_LENGTH ||
        by_player_is_reserved(text))
        return BY_OK;
    enum by_status status = by_named_find(text, stored, sizeof stored, err);
    *out = stored[0] != '\0';
    return status;
}

/* --- bounds ----------------------------------------------------------------------------------- */

/* A move may take as long as a job. */
static enum by_status check_time(const struct by_option *option, const struct by_setting *setting,
                                 struct by_error *err)
{
    struct by_values values;
    const struct by_option one[] = {*option, {.name = NULL}};
    enum by_status status = by_values_open("the player", one, setting, 1, &values, err);
    if (status != BY_OK)
        return status;
    double seconds = values.value[0].real;
    by_values_close(&values);
    return seconds <= BY_SEAT_SECONDS
               ? BY_OK
               : by_fail(err, BY_BAD_INPUT, "a player here may have %s=%ds at most", option->name,
                         BY_SEAT_SECONDS);
}

/* What a value of an option is, in bytes or threads. */
static enum by_status number_of(const struct by_option *option, const struct by_setting *setting,
                                int64_t *out, struct by_error *err)
{
    struct by_values values;
    const struct by_option one[] = {*option, {.name = NULL}};
    enum by_status status = by_values_open("the player", one, setting, 1, &values, err);
    if (status == BY_OK) {
        *out = values.value[0].integer;
        by_values_close(&values);
    }
    return status;
}

static enum by_status check_setting(const struct by_option *option,
                                    const struct by_setting *setting, struct by_error *err)
{
    bool bytes = option->type == BY_OPTION_BYTES;
    int64_t asked = 0, most = bytes ? BY_SEAT_MEMORY : BY_SEAT_THREADS;
    if (option->type == BY_OPTION_TIME)
        return check_time(option, setting, err);
    if (!bytes && strcmp(option->name, "threads") != 0 && strcmp(option->name, "roots") != 0 &&
        strcmp(option->name, "leaves") != 0)
        return BY_OK;
    enum by_status status = number_of(option, setting, &asked, err);
    if (status != BY_OK || asked <= most)
        return status;
    return by_fail(err, BY_BAD_INPUT, "a player here may have %s=%lld at most", option->name,
                   (long long)most);
}

static enum by_status check_bounds(const struct by_resolved *resolved, struct by_error *err)
{
    const struct by_option *option = resolved->search ? resolved->search->options : NULL;
    enum by_status status = BY_OK;
    for (; option && option->name; option++)
        for (int i = 0; i < resolved->spec.count && status == BY_OK; i++)
            if (by_same_text(option->name, resolved->spec.settings[i].name))
                status = check_setting(option, &resolved->spec.settings[i], err);
    return status;
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Its options are looked at when it is opened: who asks hears at once what is wrong with them. */
static enum by_status check_opens(const struct by_page_player *player, const struct by_rules *rules,
                                  struct by_error *err)
{
    struct by_player *opened = NULL;
    enum by_status status = by_page_player_open(player, rules, 1, &opened, err);
    by_player_close(opened);
    return status;
}

static enum by_status read_own(const struct by_rules *rules, struct by_page_player *out,
                               struct by_error *err)
{
    struct by_resolved resolved;
    enum by_status status = by_player_resolve(rules, out->name, BY_TRUST_NONE, &resolved, err);
    if (status == BY_OK)
        status = check_bounds(&resolved, err);
    if (status != BY_OK)
        return status;
    out->kind = resolved.level ? BY_SEAT_LEVEL : resolved.search ? BY_SEAT_SEARCH : BY_SEAT_HUMAN;
    if (out->kind == BY_SEAT_HUMAN)
        return BY_OK;
    status = copy(resolved.text, out->spec, err);
    return status == BY_OK ? check_opens(out, rules, err) : status;
}

enum by_status by_page_player_read(struct by_server *server, const struct by_rules *rules,
                                   const char *text, struct by_page_player *out,
                                   struct by_error *err)
{
    bool engine = false;
    *out = (struct by_page_player){.trust = BY_TRUST_NONE};
    enum by_status status = copy(text ? text : by_player_for(rules), out->name, err);
    if (status == BY_OK)
        status = is_engine(server, out->name, &engine, err);
    if (status != BY_OK)
        return status;
    if (!engine)
        return read_own(rules, out, err);
    out->kind = BY_SEAT_ENGINE;
    out->trust = BY_TRUST_PROGRAMS | BY_TRUST_FILES;
    return BY_OK;
}

enum by_status by_page_player_open(const struct by_page_player *player,
                                   const struct by_rules *rules, uint64_t seed,
                                   struct by_player **out, struct by_error *err)
{
    const struct by_player_terms terms = {
        .seed = seed, .trust = player->trust, .later = player->later};
    return by_player_open(rules, player->name, &terms, out, err);
}
