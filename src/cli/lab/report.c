/* report.c: `lab report`: what was run beside what was published. */
#include "lab/report.h"
#include "arena/store/store.h"
#include "cli/file.h"
#include "cli/lab/lab.h"
#include "lab/plot.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define REPORT_MAX ((size_t)256 << 20)
#define PLOT_MAX   ((size_t)8 << 20)
#define PATH_MAX_  4200

/* Experiments with what the store has of them, judged. */
struct judged {
    int count;
    struct by_lab_results *results;
    struct by_lab_judged *list;
};

static void close_judged(struct judged *all)
{
    for (int i = 0; i < all->count; i++) {
        by_lab_judged_close(&all->list[i]);
        by_lab_results_close(&all->results[i]);
    }
    free(all->results);
    free(all->list);
}

static int judge(struct by_cli *cli, const struct by_cli_lab *lab, struct by_store *store,
                 struct judged *out)
{
    size_t room = (size_t)lab->count + 1;
    int status = BY_EXIT_OK;
    *out = (struct judged){.results = calloc(room, sizeof *out->results),
                           .list = calloc(room, sizeof *out->list)};
    if (!out->results || !out->list)
        return by_cli_failed(cli, "there is not enough memory");
    for (int i = 0; i < lab->count && status == BY_EXIT_OK; i++) {
        enum by_lab_scale scale;
        uint64_t seed;
        status = by_cli_lab_which(cli, store, lab->list[i].name, &scale, &seed);
        if (status != BY_EXIT_OK)
            break;
        if (by_lab_collect(store, &lab->list[i], scale, seed, &out->results[i], &cli->error) !=
            BY_OK)
            return by_cli_report(cli);
        out->count++;
        if (by_lab_judge(&out->results[i], &out->list[i], &cli->error) != BY_OK)
            return by_cli_report(cli);
    }
    return status;
}

/* --- plots ------------------------------------------------------------------------------------------ */

static bool is_file(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".svg") == 0;
}

static int write_plot(struct by_cli *cli, const struct by_lab_judged *judged, const char *path)
{
    struct by_buffer svg;
    by_buffer_open(&svg, PLOT_MAX);
    int status = BY_EXIT_OK;
    if (by_lab_plot(judged, &svg, &cli->error) != BY_OK)
        status = by_cli_report(cli);
    else if (svg.failed)
        status = by_cli_failed(cli, "the plot is too large");
    else if (svg.length > 0)
        status = by_cli_write(cli, path, svg.data, svg.length);
    by_buffer_close(&svg);
    return status;
}

/* One experiment into a file that ends in .svg; else a folder, which is made, with NAME.svg for each. */
static int write_plots(struct by_cli *cli, const struct judged *all, const char *path)
{
    if (is_file(path) && all->count == 1)
        return write_plot(cli, &all->list[0], path);
    if (is_file(path))
        return by_cli_refuse(cli, "--svg takes a folder for several experiments, not a file");
    int status = BY_EXIT_OK;
    mkdir(path,
          0777); /* a folder that is there is as good; any other trouble the first file tells */
    for (int i = 0; i < all->count && status == BY_EXIT_OK; i++) {
        char file[PATH_MAX_];
        struct by_text text = by_text_over(file, sizeof file);
        by_text_format(&text, "%s/%s.svg", path, all->results[i].experiment->name);
        status = write_plot(cli, &all->list[i], file);
    }
    return status;
}

/* --- the report ----------------------------------------------------------------------------------------- */

/* The folder of the plots as the page names it: relative to the page's own where they share one. */
static const char *images_of(const char *svg, const char *page)
{
    const char *slash = page ? strrchr(page, '/') : NULL;
    size_t own = slash ? (size_t)(slash - page) + 1 : 0;
    if (!svg || is_file(svg))
        return "";
    return own > 0 && strncmp(svg, page, own) == 0 ? svg + own : svg;
}

static int write_report(struct by_cli *cli, const struct judged *all)
{
    const char *svg = by_cli_text(cli, "svg"), *page = by_cli_text(cli, "out");
    enum by_lab_format format = by_cli_flag(cli, "json")
                                    ? BY_LAB_REPORT_JSON
                                    : (enum by_lab_format)by_cli_value(cli, "format")->choice;
    char cpu[BY_CPU_SIZE];
    struct by_buffer out;
    by_lab_cpu(cpu);
    struct by_lab_report report = {.format = format,
                                   .title = all->count == 1 ? all->results[0].experiment->name
                                                            : "Reproduction",
                                   .intro = all->count == 1 ? "" : BY_LAB_REPORT_INTRO,
                                   .images = images_of(svg, page),
                                   .origin = by_origin_now(),
                                   .cpu = cpu};
    by_buffer_open(&out, REPORT_MAX);
    int status = BY_EXIT_OK;
    if (by_lab_report(&report, all->list, all->count, &out, &cli->error) != BY_OK)
        status = by_cli_report(cli);
    else if (page)
        status = by_cli_write(cli, page, by_buffer_text(&out), out.length);
    else if (format == BY_LAB_REPORT_TEXT)
        fputs(by_buffer_text(&out), cli->out);
    else
        by_output_bytes(cli, by_buffer_text(&out), out.length);
    by_buffer_close(&out);
    return status;
}

int by_lab_report_action(struct by_cli *cli)
{
    struct by_cli_lab lab = {0};
    struct by_store *store = NULL;
    struct judged all = {0};
    const char *svg = by_cli_text(cli, "svg");
    int status = by_cli_lab_open(cli, &lab);
    if (status == BY_EXIT_OK)
        status = by_cli_lab_store(cli, &store);
    if (status == BY_EXIT_OK && !store && by_cli_value(cli, "store")->given)
        status = by_cli_refuse(cli, "there is no store %s", by_cli_text(cli, "store"));
    if (status == BY_EXIT_OK)
        status = judge(cli, &lab, store, &all);
    if (status == BY_EXIT_OK && svg)
        status = write_plots(cli, &all, svg);
    if (status == BY_EXIT_OK)
        status = write_report(cli, &all);
    close_judged(&all);
    by_store_close(store);
    by_cli_lab_close(&lab);
    return status;
}
