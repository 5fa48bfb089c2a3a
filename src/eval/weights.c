#include "weights.h"

#include <stdbool.h>
#include <string.h>

#include "base/atomic_file.h"
#include "base/rng.h"
#include "geometry.h"

static const char MAGIC[8] = {'Y', 'U', 'R', 'A', 'G', 'I', 'W', '\n'};

enum { GAME_BYTES = 16, PROVENANCE_MAX = 1 << 20, TABLE_ALIGN = 64 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "weight files are read in place");

// The header as stored in the file.
typedef struct Header {
    char magic[8];
    uint32_t version, header_bytes;
    char game[GAME_BYTES];
    uint32_t shape, scale;
    uint64_t table_bytes, checksum;
    uint32_t provenance_bytes, flags;
} Header;

_Static_assert(sizeof(Header) == WEIGHTS_HEADER_BYTES, "the header has no gaps");

// Four lanes of multiply-and-rotate: as fast as memory, and any flipped bit changes the sum. It
// detects damage, not manipulation.
uint64_t weights_checksum(const unsigned char *data, size_t size, uint64_t seed) {
    uint64_t lane[4] = {seed, rng_mix(seed), rng_mix(seed + 1), rng_mix(seed + 2)};
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    for (; size >= 32; data += 32, size -= 32) {
        uint64_t word[4];
        memcpy(word, data, sizeof word);
        for (int i = 0; i < 4; i++) {
            lane[i] = (lane[i] ^ word[i]) * odd;
            lane[i] ^= lane[i] >> 29;
        }
    }
    unsigned char rest[32] = {0};
    if (size)
        memcpy(rest, data, size);
    uint64_t sum = rng_mix(size);
    for (int i = 0; i < 4; i++) {
        uint64_t word;
        memcpy(&word, rest + 8 * i, sizeof word);
        sum = rng_mix(sum ^ rng_mix(lane[i] ^ word));
    }
    return sum;
}

static size_t tables_offset(size_t provenance_bytes) {
    const size_t end = WEIGHTS_HEADER_BYTES + provenance_bytes;
    return (end + TABLE_ALIGN - 1) / TABLE_ALIGN * TABLE_ALIGN;
}

static Status check_header(const Header *header, const char *name, size_t size, Error *error) {
    if (memcmp(header->magic, MAGIC, sizeof MAGIC) != 0)
        return error_set(error, STATUS_BAD_INPUT, "%s: not a yuragi weight file", name);
    if (header->version != WEIGHTS_VERSION || header->header_bytes != WEIGHTS_HEADER_BYTES)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: weight format version %u, this program reads version %d", name,
                         header->version, WEIGHTS_VERSION);
    char game[GAME_BYTES] = {0};
    memcpy(game, GAME_NAME, sizeof GAME_NAME);
    if (memcmp(header->game, game, sizeof game) != 0)
        return error_set(error, STATUS_BAD_INPUT, "%s: weights for %.*s, expected %s", name,
                         GAME_BYTES, header->game, GAME_NAME);
    if (header->provenance_bytes > PROVENANCE_MAX)
        return error_set(error, STATUS_BAD_INPUT, "%s: %u bytes of provenance, at most %d", name,
                         header->provenance_bytes, PROVENANCE_MAX);
    const size_t offset = tables_offset(header->provenance_bytes);
    if (offset > size || header->table_bytes != size - offset)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: %zu bytes long, the header says %zu and %llu of tables", name, size,
                         offset, (unsigned long long)header->table_bytes);
    if (header->scale < 1 || header->scale > 65536)
        return error_set(error, STATUS_BAD_INPUT, "%s: scale %u, expected 1 to 65536", name,
                         header->scale);
    return STATUS_OK;
}

Status weights_read(Weights *weights, const char *name, const unsigned char *data, size_t size,
                    Error *error) {
    Header header;
    if (size < sizeof header)
        return error_set(error, STATUS_BAD_INPUT, "%s: %zu bytes, too short for a weight file",
                         name, size);
    memcpy(&header, data, sizeof header);
    TRY(check_header(&header, name, size, error));
    const uint64_t found =
        weights_checksum(data + sizeof header, size - sizeof header, header.shape);
    if (found != header.checksum)
        return error_set(error, STATUS_BAD_INPUT,
                         "%s: damaged, checksum %016llx, the header says %016llx", name,
                         (unsigned long long)found, (unsigned long long)header.checksum);
    *weights = (Weights){
        .shape = (WeightShape)header.shape,
        .scale = header.scale,
        .flags = header.flags,
        .provenance = {(const char *)data + sizeof header, header.provenance_bytes},
        .tables = data + tables_offset(header.provenance_bytes),
        .table_bytes = header.table_bytes,
        .checksum = header.checksum,
    };
    return STATUS_OK;
}

Status weights_open(const char *path, FileMap *map, Weights *weights, Error *error) {
    TRY(filemap_open(map, path, error));
    const Status status = weights_read(weights, path, map->data, map->size, error);
    if (status != STATUS_OK)
        filemap_release(map);
    return status;
}

Status weights_expect(const Weights *weights, const char *name, WeightShape shape,
                      size_t table_bytes, Error *error) {
    if (weights->shape == shape && weights->table_bytes == table_bytes)
        return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT,
                     "%s: shape %d with %zu bytes of tables, expected shape %d with %zu", name,
                     (int)weights->shape, weights->table_bytes, (int)shape, table_bytes);
}

int weights_shape_of(const char *path) {
    FileMap map;
    if (filemap_open(&map, path, NULL) != STATUS_OK)
        return 0;
    Header header = {0};
    if (map.size >= sizeof header)
        memcpy(&header, map.data, sizeof header);
    filemap_release(&map);
    const bool is_ours = memcmp(header.magic, MAGIC, sizeof MAGIC) == 0;
    return is_ours && header.shape <= INT32_MAX ? (int)header.shape : 0;
}

static Header header_of(const Weights *weights, uint64_t table_bytes, uint64_t checksum) {
    Header header = {
        .version = WEIGHTS_VERSION,
        .header_bytes = WEIGHTS_HEADER_BYTES,
        .game = GAME_NAME,
        .shape = weights->shape,
        .scale = weights->scale,
        .table_bytes = table_bytes,
        .checksum = checksum,
        .provenance_bytes = (uint32_t)weights->provenance.len,
        .flags = weights->flags,
    };
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    return header;
}

// The checksum needs all bytes in one piece and the tables may be several parts; the temporary file
// has them together.
static Status checksum_of(const AtomicFile *file, uint32_t shape, uint64_t *checksum,
                          Error *error) {
    FileMap map;
    TRY(filemap_open(&map, file->temporary, error));
    *checksum =
        weights_checksum(map.data + WEIGHTS_HEADER_BYTES, map.size - WEIGHTS_HEADER_BYTES, shape);
    filemap_release(&map);
    return STATUS_OK;
}

static Status write_parts(const Weights *weights, const WeightsPart *parts, size_t count,
                          AtomicFile *file, Error *error) {
    static const unsigned char gap[WEIGHTS_HEADER_BYTES + TABLE_ALIGN];
    const size_t provenance_bytes = weights->provenance.len;
    const size_t offset = tables_offset(provenance_bytes);
    uint64_t table_bytes = 0, checksum = 0;
    TRY(atomic_file_append(file, gap, WEIGHTS_HEADER_BYTES, error)); // the header's place
    TRY(atomic_file_append(file, weights->provenance.at, provenance_bytes, error));
    TRY(atomic_file_append(file, gap, offset - WEIGHTS_HEADER_BYTES - provenance_bytes, error));
    for (size_t i = 0; i < count; i++) {
        TRY(atomic_file_append(file, parts[i].data, parts[i].bytes, error));
        table_bytes += parts[i].bytes;
    }
    // Sets the length of the file, which may end in a hole.
    TRY(atomic_file_extend(file, error));
    TRY(checksum_of(file, weights->shape, &checksum, error));
    const Header header = header_of(weights, table_bytes, checksum);
    TRY(atomic_file_overwrite(file, 0, &header, sizeof header, error));
    TRY(atomic_file_finish(file, error));
    return atomic_file_publish(file, error);
}

Status weights_write_parts(const Weights *weights, const WeightsPart *parts, size_t count,
                           const char *path, Error *error) {
    if (weights->provenance.len > PROVENANCE_MAX)
        return error_set(error, STATUS_BAD_INPUT, "%s: %zu bytes of provenance, at most %d", path,
                         weights->provenance.len, PROVENANCE_MAX);
    AtomicFile file;
    Status status = atomic_file_open(&file, path, error);
    if (status == STATUS_OK)
        status = write_parts(weights, parts, count, &file, error);
    atomic_file_release(&file);
    return status;
}

Status weights_write(const Weights *weights, const char *path, Error *error) {
    const WeightsPart whole = {weights->tables, weights->table_bytes};
    return weights_write_parts(weights, &whole, 1, path, error);
}
