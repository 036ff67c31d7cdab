/* checksum.h: CRC-32 (IEEE 802.3, as zip and PNG have it): tells damaged files from whole ones. */
#ifndef BY_BASE_CHECKSUM_H
#define BY_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Of some bytes, or of more of them: `sum` is 0 or what the bytes before them gave. */
uint32_t by_crc32(uint32_t sum, const void *bytes, size_t size);

#endif
