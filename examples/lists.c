/* lists.c: what the library has: games and searches with their options, formats of records.
 *
 *   cc lists.c $(pkg-config --cflags --libs banyan) -o lists */
#include <banyan/banyan.h>
#include <stdio.h>

static void print_option(const struct by_listed_option *o)
{
    printf("    %s=%s  %s: %s", o->name, o->fallback ? o->fallback : "", o->type, o->help);
    if (o->choices)
        printf(" [%s]", o->choices);
    putchar('\n');
}

static void print_games(void)
{
    struct by_listed game, entry;
    struct by_listed_option option;
    for (int i = 0; by_list_games(i, &game); i++) {
        printf("game %s: %s%s%s\n", game.name, game.title, game.settings ? " with " : "",
               game.settings ? game.settings : "");
        for (int k = 0; by_list_game_options(game.name, k, &option); k++)
            print_option(&option);
        for (int k = 0; by_list_evaluations(game.name, k, &entry); k++)
            printf("    evaluation %s: %s\n", entry.name, entry.summary);
        for (int k = 0; by_list_playouts(game.name, k, &entry); k++)
            printf("    playout %s: %s\n", entry.name, entry.summary);
    }
}

static void print_searches(void)
{
    struct by_listed search;
    struct by_listed_option option;
    for (int i = 0; by_list_searches(i, &search); i++) {
        printf("search %s: %s\n", search.name, search.summary);
        for (int k = 0; by_list_search_options(search.name, k, &option); k++)
            print_option(&option);
    }
}

int main(void)
{
    struct by_listed format;
    if (by_abi() != BY_ABI || by_struct_size("by_decision") != sizeof(struct by_decision)) {
        (void)fprintf(stderr, "lists: the library has interface %d, and this program wants %d\n",
                      by_abi(), BY_ABI);
        return 1;
    }
    printf("libbanyan %s, interface %d\n", by_version(), by_abi());
    print_games();
    print_searches();
    for (int i = 0; by_list_formats(i, &format); i++)
        printf("format %s: %s\n", format.name, format.summary);
    return 0;
}
