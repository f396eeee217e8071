package store

import (
	"encoding/binary"

	"zermelo/games"
)

// TierKeySize is the size of the keys of outcomes and remoteness, in bytes.
const TierKeySize = 13

// TierKey appends the key of a block: of outcomes, remoteness, or a record of
// the journal.
func TierKey(dst []byte, kind byte, tier, block int) []byte {
	dst = append(dst, kind)
	dst = binary.BigEndian.AppendUint32(dst, uint32(tier))
	return binary.BigEndian.AppendUint64(dst, uint64(block))
}

// blockKind begins the key of a block.
const blockKind = 'b'

// BlockKey appends the key of a block.
func BlockKey[S games.State](dst []byte, layer int, first S) []byte {
	dst = append(dst, blockKind)
	dst = binary.BigEndian.AppendUint32(dst, uint32(layer))
	for _, w := range games.Bits(&first) {
		dst = binary.BigEndian.AppendUint64(dst, w)
	}
	return dst
}

// DirectoryKey is the key of a chunk of a layer's directory.
func DirectoryKey(layer, chunk int) []byte {
	key := binary.BigEndian.AppendUint32([]byte{'d'}, uint32(layer))
	return binary.BigEndian.AppendUint32(key, uint32(chunk))
}

// headerKey is the key of a chunk of the header.
func headerKey(chunk int) []byte {
	return binary.BigEndian.AppendUint32([]byte{'h'}, uint32(chunk))
}

// The records in the journal of a table of tiers:
//
//	't' tier block   a block: format, number of used indexes, the outcomes and
//	                 the remoteness as in the finished table (package tier),
//	                 and which indexes are used (zstd of a bit set, the first
//	                 index the lowest bit); where positions are omitted
//	                 (games.Omitter) a second time all three, for these alone;
//	                 each with its length before it as a uvarint; checksum
//	'f' tier 0       the tier is finished: format, 0, job.TierStats as JSON,
//	                 checksum
const (
	BlockRecord  = 't'
	FinishRecord = 'f'
)

// The kinds of key.
const (
	OutcomeKey    = 'o'
	RemotenessKey = 'r'
)
