/* checksum.c: CRC-32, a byte at a time by a table. */
#include "base/checksum.h"

static void fill(uint32_t table[256])
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t rest = i;
        for (int bit = 0; bit < 8; bit++)
            rest = rest >> 1 ^ (rest & 1 ? UINT32_C(0xedb88320) : 0);
        table[i] = rest;
    }
}

uint32_t by_crc32(uint32_t sum, const void *bytes, size_t size)
{
    uint32_t table[256];
    const uint8_t *byte = bytes;
    fill(table);
    sum = ~sum;
    for (size_t i = 0; i < size; i++)
        sum = sum >> 8 ^ table[(sum ^ byte[i]) & 255];
    return ~sum;
}
