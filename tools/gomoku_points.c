/* gomoku_points.c: fits what empty points are worth in Gomoku's evaluation `points` (src/games/gomoku/points.def)
 * to what deeper searches say of leaves.
 *
 *     cc -O3 -o gomoku_points tools/gomoku_points.c -lm
 *     CFLAGS=-DBY_GOMOKU_LEAVES tools/build.sh build-leaves
 *     BY_GOMOKU_LEAVES=leaves.bin build-leaves/banyan match gomoku --games 1000 --openings random:6 \
 *         --a "alphabeta nodes=8000" --b "alphabeta nodes=11000"
 *     ./gomoku_points points.def 150 10 leaves.bin > new.def
 *
 * Arguments: the numbers so far, the scale (a value so large is odds of e to one), the ridge, the files
 * (search/label_tmpl.h has their form). A point counts by its class, and by each of its four patterns on top,
 * so that what is common to rare classes is learned from all: the sum is the logarithm of the odds, and the
 * odds that the deeper search sees, at most 99 to 1, are its aim. Weights stay with those so far as strongly as the
 * ridge says. Adam, 25 rounds, the last tenth of the leaves held out; the same input gives the same output. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODES    10000
#define CLASSES  715
#define PATTERNS 10
#define ROUNDS   25
#define BATCH    256
#define MOST     ((size_t)1 << 27)

struct weight {
    double value, slope, mean, square;
};

static int class_of[CODES], digits[CLASSES][4], code_of[CLASSES];
static double before[2][CLASSES];
static int is_listed[CLASSES];
static struct weight of_class[2][CLASSES], of_pattern[2][PATTERNS];
static int16_t *data;
static size_t *leaf, leaves, fitted;

/* The digits of a code, the largest first, as a code. */
static int sorted(int code, int digit[4])
{
    for (int i = 3, rest = code; i >= 0; i--, rest /= 10)
        digit[i] = rest % 10;
    for (int i = 0; i < 4; i++)
        for (int k = i + 1; k < 4; k++)
            if (digit[k] > digit[i]) {
                int other = digit[i];
                digit[i] = digit[k];
                digit[k] = other;
            }
    return digit[0] * 1000 + digit[1] * 100 + digit[2] * 10 + digit[3];
}

static void number_classes(void)
{
    int count = 0, digit[4];
    for (int code = 0; code < CODES; code++)
        if (sorted(code, digit) == code) {
            memcpy(digits[count], digit, sizeof digit);
            code_of[count] = code;
            class_of[code] = count++;
        }
    for (int code = 0; code < CODES; code++)
        class_of[code] = class_of[sorted(code, digit)];
}

static int read_before(const char *name)
{
    FILE *file = fopen(name, "r");
    int code, to_move, waiting;
    if (!file)
        return 0;
    for (int c; (c = getc(file)) != EOF;)
        if (c == 'B' &&
            fscanf(file, "Y_GOMOKU_WORTH(%d, %d, %d)", &code, &to_move, &waiting) == 3) {
            before[0][class_of[code]] = to_move;
            before[1][class_of[code]] = waiting;
            is_listed[class_of[code]] = 1;
        }
    fclose(file);
    return 1;
}

static void read_leaves(char **names, int count)
{
    size_t size = 0;
    data = malloc(MOST * sizeof *data);
    leaf = malloc(MOST / 64 * sizeof *leaf);
    if (!data || !leaf)
        exit(1);
    for (int i = 0; i < count; i++) {
        FILE *file = fopen(names[i], "rb");
        if (!file)
            continue;
        size += fread(data + size, sizeof *data, MOST - size, file);
        fclose(file);
    }
    for (size_t i = 0; i + 4 < size && i + 4 + (size_t)data[i + 3] <= size && leaves < MOST / 64;
         i += 4 + (size_t)data[i + 3])
        leaf[leaves++] = i;
    fitted = leaves - leaves / 10;
    uint64_t random = 88172645463325252U;
    for (size_t i = fitted; i-- > 1;) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        size_t other = random % (i + 1), here = leaf[i];
        leaf[i] = leaf[other];
        leaf[other] = here;
    }
}

static double total(int waiting, int class)
{
    double sum = before[waiting][class] + of_class[waiting][class].value;
    for (int i = 0; i < 4; i++)
        sum += of_pattern[waiting][digits[class][i]].value;
    return sum;
}

static void move_weight(struct weight *w, double ridge, double rate, int step)
{
    double slope = w->slope / BATCH + ridge * w->value / (double)fitted;
    w->mean = 0.9 * w->mean + 0.1 * slope;
    w->square = 0.999 * w->square + 0.001 * slope * slope;
    w->value -=
        rate * (w->mean / (1 - pow(0.9, step))) / (sqrt(w->square / (1 - pow(0.999, step))) + 1e-8);
    w->slope = 0;
}

/* The error of a leaf; where it is fitted its slopes are added up. */
static double look(const int16_t *x, double scale, int learn)
{
    double sum = 0, aim = x[0] > 10000 ? 5 : x[0] < -10000 ? -5 : x[0] / scale;
    for (int i = 0; i < x[3]; i++)
        sum += total(x[4 + i] >= CODES, class_of[x[4 + i] % CODES]);
    double chance = 1 / (1 + exp(-sum / scale)), wanted = 1 / (1 + exp(-aim));
    wanted = wanted > 0.99 ? 0.99 : wanted < 0.01 ? 0.01 : wanted;
    for (int i = 0; i < x[3] && learn; i++) {
        int waiting = x[4 + i] >= CODES, class = class_of[x[4 + i] % CODES];
        of_class[waiting][class].slope += chance - wanted;
        for (int k = 0; k < 4; k++)
            of_pattern[waiting][digits[class][k]].slope += chance - wanted;
    }
    return -wanted * log(chance + 1e-12) - (1 - wanted) * log(1 - chance + 1e-12);
}

static void fit(double scale, double ridge)
{
    int step = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double error = 0, held = 0, rate = 0.6 * (1 - (double)round / (ROUNDS + 1));
        for (size_t i = 0; i < fitted; i++) {
            error += look(data + leaf[i], scale, 1);
            if ((i + 1) % BATCH != 0)
                continue;
            step++;
            for (int waiting = 0; waiting < 2; waiting++) {
                for (int k = 0; k < CLASSES; k++)
                    move_weight(&of_class[waiting][k], ridge, rate, step);
                for (int k = 0; k < PATTERNS; k++)
                    move_weight(&of_pattern[waiting][k], 0.05 * ridge, 0.3 * rate, step);
            }
        }
        for (size_t i = fitted; i < leaves; i++)
            held += look(data + leaf[i], scale, 0);
        fprintf(stderr, "round %d: %.4f, held out %.4f, %zu leaves\n", round + 1,
                error / (double)fitted, held / (double)(leaves - fitted), leaves);
    }
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    number_classes();
    if (!read_before(argv[1]))
        return 1;
    read_leaves(argv + 4, argc - 4);
    fit(atof(argv[2]), atof(argv[3]));
    for (int k = 0, column = 0; k < CLASSES; k++) {
        char text[64];
        if (!is_listed[k])
            continue;
        int length = snprintf(text, sizeof text, "BY_GOMOKU_WORTH(%d, %ld, %ld)", code_of[k],
                              lround(total(0, k)), lround(total(1, k)));
        int breaks = column > 0 && column + 1 + length > 100;
        printf("%s%s", breaks ? "\n" : column > 0 ? " " : "", text);
        column = breaks || column == 0 ? length : column + 1 + length;
    }
    putchar('\n');
    return 0;
}
