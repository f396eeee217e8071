package store

import (
	"encoding/binary"

	"zermelo/games"
)

// TierKeySize is the size in bytes of the keys of tiered tables and their journals.
const TierKeySize = 13

// TierKey appends the key of a tier's block, or of a journal record, to dst.
func TierKey(dst []byte, kind byte, tier, block int) []byte {
	dst = append(dst, kind)
	dst = binary.BigEndian.AppendUint32(dst, uint32(tier))
	return binary.BigEndian.AppendUint64(dst, uint64(block))
}

// blockKind is the first byte of a state block's key.
const blockKind = 'b'

// BlockKey appends the key of the block that starts with state first to dst.
func BlockKey[S games.State](dst []byte, layer int, first S) []byte {
	dst = append(dst, blockKind)
	dst = binary.BigEndian.AppendUint32(dst, uint32(layer))
	for _, w := range games.Bits(&first) {
		dst = binary.BigEndian.AppendUint64(dst, w)
	}
	return dst
}

// DirectoryKey returns the key of a chunk of a layer's directory.
func DirectoryKey(layer, chunk int) []byte {
	key := binary.BigEndian.AppendUint32([]byte{'d'}, uint32(layer))
	return binary.BigEndian.AppendUint32(key, uint32(chunk))
}

func headerKey(chunk int) []byte {
	return binary.BigEndian.AppendUint32([]byte{'h'}, uint32(chunk))
}

// Kinds of records in the journal of a tiered table:
//
//	't' tier block   A block: format, number of used indexes, parts, checksum.
//	                 The parts are the outcomes and the remoteness as in the
//	                 finished table (see package tier), and a zstd-compressed
//	                 bit set of the used indexes, lowest bit first. If the game
//	                 omits positions (see games.Omitter), three more parts
//	                 describe the omitted positions. Each part is preceded by
//	                 its length as a uvarint.
//	'f' tier 0       The tier is finished: format, 0, job.TierStats as JSON,
//	                 checksum.
const (
	BlockRecord  = 't'
	FinishRecord = 'f'
)

// Kinds of keys in a tiered table.
const (
	OutcomeKey    = 'o'
	RemotenessKey = 'r'
)
