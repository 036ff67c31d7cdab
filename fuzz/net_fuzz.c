/* net_fuzz.c: the file of a network. The sum is made right first, or nothing but the sum would ever be tried. What
 * is read is run on a small board: every kernel says the same, and nothing that is not finite. */
#include "base/checksum.h"
#include "fuzz.h"
#include "games/bits.h"
#include "nets/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SUM_AT = 12, HEAD = 16, LARGEST = 7, POINTS = LARGEST * LARGEST };

/* The logits of moves and owners, the value and the lead. */
struct said {
    float number[2 * POINTS + 3];
};

static void run(const struct by_net *net, enum by_net_kernel kernel, int size,
                const uint8_t *planes, struct said *out)
{
    void *scratch = aligned_alloc(64, by_net_scratch(net, size));
    struct by_net_out heads = {.policy = out->number, .owner = out->number + POINTS + 1};
    if (!scratch)
        abort();
    memset(out, 0, sizeof *out);
    by_net_run_with(net, kernel, size, planes, scratch, &heads);
    out->number[2 * POINTS + 1] = heads.value;
    out->number[2 * POINTS + 2] = heads.lead;
    free(scratch);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The board shows bytes of the file. */
static void demand_same(const struct by_net *net, int size, const uint8_t *data, size_t bytes)
{
    struct said plain, other;
    size_t count = (size_t)(size * size) * (size_t)by_net_shape(net).planes;
    uint8_t *planes = malloc(count);
    if (!planes)
        abort();
    for (size_t i = 0; i < count; i++)
        planes[i] = data[bytes - 1 - i % bytes] & 127;
    run(net, BY_NET_PLAIN, size, planes, &plain);
    for (int i = 0; i < 2 * POINTS + 3; i++)
        by_fuzz_demand(isfinite(plain.number[i]), "what a network says is finite");
    for (int kernel = BY_NET_PLAIN + 1; kernel < BY_NET_KERNELS; kernel++) {
        if (!by_net_has_kernel((enum by_net_kernel)kernel))
            continue;
        run(net, (enum by_net_kernel)kernel, size, planes, &other);
        for (int i = 0; i < 2 * POINTS + 3; i++)
            by_fuzz_demand(bits_of(plain.number[i]) == bits_of(other.number[i]),
                           "all kernels say the same");
    }
    free(planes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_net *net = NULL;
    struct by_error err = {.status = BY_OK};
    uint8_t *file = malloc(size + 1);
    if (!file)
        return 0;
    if (size > 0)
        memcpy(file, data, size);
    if (size > HEAD && data[SUM_AT] != 0) /* a zero there: as it is */
        by_bits_store(by_crc32(0, file + HEAD, size - HEAD), 4, file + SUM_AT);
    if (by_net_read(file, size, "made up", &net, &err) != BY_OK)
        by_fuzz_sentence(&err);
    else
        demand_same(net, 2 + data[SUM_AT] % (LARGEST - 1), data, size);
    by_net_close(net);
    free(file);
    return 0;
}
