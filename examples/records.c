/* records.c: reads all games of a file, and prints each as SGF.
 *
 *   cc records.c $(pkg-config --cflags --libs banyan) -o records
 *   ./records games.ggf > games.sgf */
#include <banyan/banyan.h>
#include <stdio.h>

/* The game that was read, with the players' names and a word of our own. */
static enum by_status print_game(const struct by_records *records, struct by_error *err)
{
    char *text;
    size_t size;
    int count = 0;
    struct by_setting info[3] = {{"source", "examples/records.c"}};
    static const char *const kept[] = {"first", "second"};
    count++;
    for (int i = 0; i < 2; i++) {
        const char *name = by_records_info(records, kept[i]);
        if (name)
            info[count++] = (struct by_setting){kept[i], name};
    }
    enum by_status status =
        by_line_record(by_records_line(records), "sgf", info, count, &text, &size, err);
    if (status == BY_OK)
        (void)fwrite(text, 1, size, stdout);
    by_free(text);
    return status;
}

int main(int count, char **words)
{
    struct by_error err = {.status = BY_OK, .text = "name a file with games"};
    struct by_records *records = NULL;
    int games = 0;
    bool found = true;
    enum by_status status = BY_BAD_INPUT;
    if (count == 2)
        status = by_records_load(words[1], NULL, &records, &err);
    while (status == BY_OK && found) {
        status = by_records_next(records, &found, &err);
        if (status == BY_OK && found)
            status = print_game(records, &err);
        games += status == BY_OK && found;
    }
    by_records_close(records);
    if (status != BY_OK) {
        (void)fprintf(stderr, "records: %s\n", err.text);
        return 1;
    }
    (void)fprintf(stderr, "%d game%s\n", games, games == 1 ? "" : "s");
    return 0;
}
