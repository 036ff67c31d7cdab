/* Tests of whole files: what is read is bounded, and what is written replaces or leaves alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "folder_help.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void assert_holds(const char *path, const char *wanted)
{
    char *text;
    size_t size;
    struct by_error error;
    assert_int_equal(by_file_load(path, 1000, &text, &size, &error), BY_OK);
    assert_int_equal(size, strlen(wanted));
    assert_string_equal(text, wanted);
    free(text);
}

static void assert_saved(const char *path, const char *text)
{
    struct by_error error = {.status = BY_OK};
    if (by_file_save(path, text, strlen(text), &error) != BY_OK)
        fail_msg("%s", error.text);
    assert_holds(path, text);
}

static unsigned mode_of(const char *path)
{
    struct stat about;
    assert_int_equal(lstat(path, &about), 0);
    return about.st_mode & 07777;
}

static bool is_link(const char *path)
{
    struct stat about;
    assert_int_equal(lstat(path, &about), 0);
    return S_ISLNK(about.st_mode);
}

/* How many files the folder has: nothing is left lying about. */
static int files(void)
{
    int count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count - 2;
}

/* --- reading --------------------------------------------------------------------------------- */

static void files_of_every_size_up_to_the_limit_are_read(void **state)
{
    (void)state;
    static char wanted[70000];
    memset(wanted, 'x', sizeof wanted);
    const size_t sizes[] = {0, 1, 2, 16382, 16383, 16384, 16385, 32767, 32768, 65535, 65536, 69999};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *text;
        size_t size;
        struct by_error error;
        assert_int_equal(by_file_save("f", wanted, sizes[i], &error), BY_OK);
        assert_int_equal(by_file_load("f", sizes[i], &text, &size, &error), BY_OK);
        assert_int_equal(size, sizes[i]);
        assert_memory_equal(text, wanted, size);
        assert_int_equal(text[size], 0);
        free(text);
        if (sizes[i] == 0)
            continue;
        assert_int_equal(by_file_load("f", sizes[i] - 1, &text, &size, &error), BY_BAD_INPUT);
        assert_null(text);
        assert_non_null(strstr(error.text, "larger than"));
    }
}

static void what_has_no_end_is_refused(void **state)
{
    (void)state;
    char *text;
    size_t size;
    struct by_error error;
    assert_int_equal(by_file_load("/dev/zero", (size_t)3 << 20, &text, &size, &error),
                     BY_BAD_INPUT);
    assert_string_equal(error.text, "'/dev/zero' is larger than 3 MiB");
    assert_int_equal(errno, 0);
}

static void a_file_that_is_not_there_says_so(void **state)
{
    (void)state;
    char *text;
    size_t size;
    struct by_error error;
    assert_int_equal(by_file_load("none", 10, &text, &size, &error), BY_BAD_INPUT);
    assert_int_equal(errno, ENOENT);
    assert_string_equal(error.text, "cannot read 'none': No such file or directory");
    assert_int_equal(by_file_load(".", 10, &text, &size, &error), BY_BAD_INPUT);
    assert_int_equal(errno, EISDIR);
}

/* --- writing --------------------------------------------------------------------------------- */

static void a_new_file_gets_the_mode_that_the_umask_leaves(void **state)
{
    (void)state;
    struct by_file_writing writing;
    mode_t before = umask(027);
    assert_saved("shared", "text");
    assert_int_equal(by_file_begin(&writing, "private", BY_FILE_PRIVATE, NULL), BY_OK);
    assert_int_equal(by_file_end(&writing, NULL), BY_OK);
    umask(before);
    assert_int_equal(mode_of("shared"), 0640);
    assert_int_equal(mode_of("private"), 0600);
    assert_int_equal(files(), 2);
}

static void a_file_keeps_its_mode(void **state)
{
    (void)state;
    const unsigned modes[] = {0600, 0640, 0664, 0666, 0755};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        put("f", "old");
        assert_int_equal(chmod("f", modes[i]), 0);
        assert_saved("f", "new");
        assert_int_equal(mode_of("f"), modes[i]);
    }
    assert_int_equal(files(), 1);
}

static void a_link_stays_a_link(void **state)
{
    (void)state;
    assert_int_equal(mkdir("real", 0777), 0);
    put("real/f", "old");
    assert_int_equal(symlink("real/f", "near"), 0);
    assert_int_equal(symlink("near", "far"), 0);
    assert_saved("far", "new");
    assert_true(is_link("near") && is_link("far"));
    assert_false(is_link("real/f"));
    assert_holds("real/f", "new");
}

static void a_link_to_nothing_leads_to_the_new_file(void **state)
{
    (void)state;
    assert_int_equal(mkdir("real", 0777), 0);
    assert_int_equal(symlink("real/f", "link"), 0);
    assert_saved("link", "new");
    assert_true(is_link("link"));
    assert_holds("real/f", "new");
}

static void links_in_a_circle_are_refused(void **state)
{
    (void)state;
    struct by_error error;
    assert_int_equal(symlink("a", "b"), 0);
    assert_int_equal(symlink("b", "a"), 0);
    assert_int_equal(by_file_save("a", "x", 1, &error), BY_FAILED);
    assert_int_equal(errno, ELOOP);
}

/* Whoever has the old file open goes on reading the old text: it was never written into. */
static void the_old_file_is_replaced_not_overwritten(void **state)
{
    (void)state;
    char text[8] = "";
    put("f", "old");
    int descriptor = open("f", O_RDONLY);
    assert_true(descriptor >= 0);
    assert_saved("f", "new");
    assert_int_equal(read(descriptor, text, 7), 3);
    assert_string_equal(text, "old");
    close(descriptor);
}

/* In a child process, which may write files of 100 bytes: what a full disk would do. */
static void save_with_little_room(void)
{
    static char large[100000];
    struct by_error error = {.status = BY_OK};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){100, 100});
    bool refused = by_file_save("f", large, sizeof large, &error) == BY_FAILED;
    _exit(refused && strcmp(error.text, "cannot write 'f': File too large") == 0 ? 0 : 1);
}

static void a_full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    int status = -1;
    put("f", "old");
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        save_with_little_room();
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_holds("f", "old");
    assert_int_equal(files(), 1);
}

static void what_is_no_file_is_written_where_it_is(void **state)
{
    (void)state;
    struct by_error error;
    struct stat about;
    assert_int_equal(by_file_save("/dev/null", "x", 1, &error), BY_OK);
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
    assert_int_equal(by_file_save("/dev/full", "x", 1, &error), BY_FAILED);
    assert_string_equal(error.text, "cannot write '/dev/full': No space left on device");
    assert_int_equal(symlink("/dev/full", "link"), 0);
    assert_int_equal(by_file_save("link", "x", 1, &error), BY_FAILED);
    assert_true(is_link("link"));
}

static void a_folder_is_no_file(void **state)
{
    (void)state;
    struct by_error error;
    assert_int_equal(mkdir("d", 0777), 0);
    assert_int_equal(by_file_save("d", "x", 1, &error), BY_FAILED);
    assert_string_equal(error.text, "cannot write 'd': Is a directory");
    assert_int_equal(by_file_save("none/f", "x", 1, &error), BY_FAILED);
    assert_string_equal(error.text, "cannot write 'none/f': No such file or directory");
    assert_int_equal(files(), 1);
}

static void whether_it_can_be_written_is_told_before(void **state)
{
    (void)state;
    struct by_error error;
    put("f", "old");
    assert_int_equal(by_file_can_save("f", &error), BY_OK);
    assert_int_equal(by_file_can_save("fresh", &error), BY_OK);
    assert_int_equal(by_file_can_save("/dev/null", &error), BY_OK);
    assert_int_equal(by_file_can_save("none/f", &error), BY_FAILED);
    assert_int_equal(by_file_can_save("", &error), BY_FAILED);
    assert_holds("f", "old");
    assert_int_equal(files(), 1);
}

/* A name of 255 bytes, the longest there can be, is written too. */
static void the_longest_name_can_be_written(void **state)
{
    (void)state;
    char name[256];
    memset(name, 'n', 255);
    name[255] = '\0';
    assert_saved(name, "text");
}

static void two_at_once_do_not_meet(void **state)
{
    (void)state;
    struct by_file_writing one, two;
    assert_int_equal(by_file_begin(&one, "f", BY_FILE_SHARED, NULL), BY_OK);
    assert_int_equal(by_file_begin(&two, "f", BY_FILE_SHARED, NULL), BY_OK);
    fputs("one", one.out);
    fputs("and two", two.out);
    assert_int_equal(by_file_end(&two, NULL), BY_OK);
    assert_holds("f", "and two");
    assert_int_equal(by_file_end(&one, NULL), BY_OK);
    assert_holds("f", "one");
    assert_int_equal(files(), 1);
}

static void what_is_abandoned_was_never_there(void **state)
{
    (void)state;
    struct by_file_writing writing;
    put("f", "old");
    assert_int_equal(by_file_begin(&writing, "f", BY_FILE_SHARED, NULL), BY_OK);
    fputs("new", writing.out);
    by_file_abandon(&writing);
    assert_holds("f", "old");
    assert_int_equal(files(), 1);
}

/* --- locks ------------------------------------------------------------------------------------- */

/* Reads a number, adds one, writes it. */
static void count_once(void)
{
    int lock;
    char *text, number[16];
    size_t size;
    if (by_file_lock("n", &lock, NULL) != BY_OK ||
        by_file_load("n", 15, &text, &size, NULL) != BY_OK)
        _exit(1);
    snprintf(number, sizeof number, "%d", atoi(text) + 1);
    free(text);
    bool good = by_file_save("n", number, strlen(number), NULL) == BY_OK;
    by_file_unlock(lock);
    _exit(good ? 0 : 1);
}

static void with_a_lock_no_change_is_lost(void **state)
{
    (void)state;
    enum { CHILDREN = 20 };
    put("n", "0");
    for (int i = 0; i < CHILDREN; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            count_once();
    }
    for (int i = 0; i < CHILDREN; i++) {
        int status = -1;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_holds("n", "20");
    assert_int_equal(mode_of("n.lock"), 0600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_IN_FOLDER(files_of_every_size_up_to_the_limit_are_read),
        TEST_IN_FOLDER(what_has_no_end_is_refused),
        TEST_IN_FOLDER(a_file_that_is_not_there_says_so),
        TEST_IN_FOLDER(a_new_file_gets_the_mode_that_the_umask_leaves),
        TEST_IN_FOLDER(a_file_keeps_its_mode),
        TEST_IN_FOLDER(a_link_stays_a_link),
        TEST_IN_FOLDER(a_link_to_nothing_leads_to_the_new_file),
        TEST_IN_FOLDER(links_in_a_circle_are_refused),
        TEST_IN_FOLDER(the_old_file_is_replaced_not_overwritten),
        TEST_IN_FOLDER(a_full_disk_leaves_the_old_file),
        TEST_IN_FOLDER(what_is_no_file_is_written_where_it_is),
        TEST_IN_FOLDER(a_folder_is_no_file),
        TEST_IN_FOLDER(whether_it_can_be_written_is_told_before),
        TEST_IN_FOLDER(the_longest_name_can_be_written),
        TEST_IN_FOLDER(two_at_once_do_not_meet),
        TEST_IN_FOLDER(what_is_abandoned_was_never_there),
        TEST_IN_FOLDER(with_a_lock_no_change_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
