/* main.c: from the command line to a command and its exit status. */
#include "arena/rank_player.h"
#include "base/version.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/mpi.h"
#include "lab/rank_cells.h"
#include "search/team.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* A descriptor 0, 1 or 2 that the caller closed would be given to the next file opened. Each
 * gets something harmless; standard output a file that refuses to be written, because the
 * caller has to learn that nothing arrived. */
static void guard_descriptors(void)
{
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) != -1)
            continue;
        int opened = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
        if (opened >= 0 && opened != descriptor)
            dup2(opened, descriptor);
    }
}

static int run_command(struct by_cli *cli, int argc, char **argv)
{
    bool help = false;
    int status = by_args_read(cli, argc, argv, &help);
    if (status == BY_EXIT_OK && !help && cli->command->ranks)
        by_ranks_set_lease(by_cli_real(cli, "lease"));
    if (status == BY_EXIT_OK && help)
        by_help_command(cli, cli->command);
    else if (status == BY_EXIT_OK)
        status = cli->command->run(cli);
    by_cli_game_close(cli);
    by_args_close(cli);
    return status;
}

static void say(const char *sentence)
{
    by_cli_note("%s", sentence);
}

/* A rank above 0, until rank 0 ends the job. */
static int serve(struct by_cli *cli)
{
    struct by_team_service *team = by_team_service_open();
    struct by_rank_player *player = by_rank_player_open();
    struct by_lab_hand *hand = by_lab_hand_open();
    const struct by_ranks_service services[] = {
        {by_team_service_poll, team}, {by_rank_player_poll, player}, {by_lab_hand_poll, hand}};
    const int count = (int)(sizeof services / sizeof *services);
    bool ready = team && player && hand;
    bool ended = ready && by_ranks_serve(services, count, by_interrupt_flag());
    by_lab_hand_close(hand);
    by_rank_player_close(player);
    by_team_service_close(team);
    if (!ready)
        return by_cli_failed(cli, "there is not enough memory");
    return ended ? BY_EXIT_OK : BY_EXIT_FAILED;
}

/* One of several processes that mpirun has started: rank 0 runs the command and alone speaks, the
 * others do what it asks of them. */
static int run_rank(struct by_cli *cli, int argc, char **argv)
{
    bool first = by_mpi_rank() == 0;
    by_interrupt_hold();
    enum by_status status = by_mpi_start(cli->words, &cli->error);
    if (status != BY_OK && first)
        return by_cli_report(cli);
    if (status != BY_OK) /* mpirun ends all with the first that fails: rank 0 has to speak before */
        return status == BY_BAD_INPUT ? BY_EXIT_OK : BY_EXIT_FAILED;
    by_team_set_say(say);
    if (by_ranks_rank() == 0)
        return run_command(cli, argc, argv);
    return serve(cli);
}

static int dispatch(struct by_cli *cli, int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "--help";
    cli->command = by_command_find(word);
    if (by_mpi_wanted() && by_mpi_rank() > 0 && !(cli->command && cli->command->ranks))
        return BY_EXIT_OK; /* one of several has to do it, or to say why not: rank 0 */
    bool version = strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0;
    if (version && argc > 2)
        return by_cli_refuse(cli, "--version stands alone");
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        by_help_overview(cli);
        return BY_EXIT_OK;
    }
    if (version) {
        char build[BY_BUILD_SIZE];
        fprintf(cli->out, "banyan %s\n", by_build(build));
        return BY_EXIT_OK;
    }
    if (!cli->command)
        return by_cli_unknown(cli, "command", word, by_command_names);
    return cli->command->ranks && by_mpi_wanted() ? run_rank(cli, argc - 1, argv + 1)
                                                  : run_command(cli, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    struct by_cli cli = {.word_count = argc, .words = argv};
    guard_descriptors();
    by_interrupt_install();
    cli.colour = by_style_wanted(STDOUT_FILENO) && !by_mpi_launched();
    if (!by_output_open(&cli))
        return by_cli_failed(&cli, "there is not enough memory");
    int status = dispatch(&cli, argc, argv);
    status = by_output_close(&cli, status);
    return by_ranks_size() > 1 ? by_mpi_end(status) : status;
}
