// Package tier implements the table format of games with tiers.
//
// A Reader looks up positions in a finished table. Unfinished reads the solved
// tiers of a partial table. A Codec encodes and decodes blocks; block.go describes
// the format.
package tier

import (
	"encoding/binary"
	"slices"

	"github.com/klauspost/compress/zstd"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/cache"
	"zermelo/tablebase/store"
)

// A tiered table stores values by index, without positions. It has the following
// keys, in this order:
//
//	'h' chunk         header (see store.Header)
//	'o' tier block    outcomes; tier is 4 bytes and block 8 bytes, big-endian
//	'r' tier block    remoteness
//
// A block consists of 65536 consecutive indexes of a tier; the last block of a tier
// may be shorter. Only used indexes have a value; games.Tiered.Unrank determines
// which indexes are used. The values of positions that games.Omitter omits are
// derived from their children; below, the indexes of these positions count as
// unused. Looking up an outcome does not read the remoteness.
//
// The outcomes of a block:
//
//	format    tierFormat, 1 byte
//	count     number of used indexes, uvarint
//	strips    for each strip of 4096 indexes except the last: number of used
//	          indexes, uvarint
//	frame     zstd frame with the outcomes of the used indexes, two bits each,
//	          lowest bits first: 0 draw, 1 loss, 2 win
//	checksum  xxhash64 of the key and all preceding bytes, 8 bytes,
//	          little-endian
//
// The magic number of a zstd frame is omitted, but readers accept frames that
// include it. The strips allow a lookup to examine 4096 indexes instead of 65536.
//
// The remoteness of a block that has wins or losses:
//
//	format    tierFormat, 1 byte
//	losses    shape   1 byte: 0 if there are no losses, 1 if the numbers are the
//	                  remoteness in plies, 2 if they are half the remoteness,
//	                  which is then always even
//	          radix   maximum number plus 1, uvarint
//	          frame   length as a uvarint, and a zstd frame with the numbers as
//	                  digits, packed into bytes; if the radix exceeds 256, all
//	                  low bytes followed by all high bytes
//	wins      likewise; for shape 2, the remoteness is always odd and its half is
//	          rounded down
//	checksum  as above
//
// On one core, decoding takes about 2 ns per index for outcomes and 6 ns for
// outcomes and remoteness.
const tierFormat = 1

// frameMagic is the magic number of zstd frames, which the table omits. A stored
// frame that starts with the first byte of frameMagic includes the magic number: a
// frame header cannot start with that byte, because a reserved bit would be set (RFC
// 8878, section 3.1.1.1.1).
const frameMagic = "\x28\xb5\x2f\xfd"

const StripCells = 4096 // number of indexes per strip

// BlocksOf returns the number of blocks of a tier.
func BlocksOf(tier games.Tier) int {
	return int((tier.Size + job.BlockCells - 1) / job.BlockCells)
}

func cellsOf(tier games.Tier, block int) int {
	return int(min(tier.Size-uint64(block)*job.BlockCells, job.BlockCells))
}

// Codec encodes and decodes blocks of tiers. It is not safe for concurrent use.
type Codec struct {
	enc        interface{ EncodeAll(src, dst []byte) []byte } // zstd.Encoder
	dec        *zstd.Decoder
	raw, frame []byte
	used       []value.Cell // used cells of the block being encoded
	plies      []uint16     // remoteness of the cells of one kind
	picked     []value.Cell // result of pick

	// For the journal.
	Omitted      []bool // result of Numbering.MarkOmitted
	Record, part []byte
	block        tierBlock
}

// Codecs is a pool of codecs. A codec that has encoded a block takes 34 MiB of
// memory.
type Codecs = cache.Pool[Codec]

// compact sets c.used to the used cells of a block. It appends to dst the number of
// used cells, in total and for each strip except the last.
func (c *Codec) compact(dst []byte, cells []value.Cell) []byte {
	c.used = c.used[:0]
	var counts []byte
	for len(cells) > 0 {
		n := min(len(cells), StripCells)
		before := len(c.used)
		for _, cell := range cells[:n] {
			if cell != value.Unused {
				c.used = append(c.used, cell)
			}
		}
		if cells = cells[n:]; len(cells) > 0 {
			counts = binary.AppendUvarint(counts, uint64(len(c.used)-before))
		}
	}
	dst = binary.AppendUvarint(dst, uint64(len(c.used)))
	return append(dst, counts...)
}

func (c *Codec) encodeOutcomes(dst, key []byte, cells []value.Cell) []byte {
	start := len(dst)
	dst = c.compact(append(dst, tierFormat), cells)
	c.raw = append(c.raw[:0], make([]byte, (len(c.used)+3)/4)...)
	for i, cell := range c.used {
		c.raw[i/4] |= byte(cell&3-1) << (i % 4 * 2)
	}
	dst = append(dst, c.compressed()...)
	return store.AppendChecksum(dst, key, start)
}

// encodeRemoteness appends to dst the encoded remoteness of the block last passed to
// encodeOutcomes, or nothing if the block has no wins or losses.
func (c *Codec) encodeRemoteness(dst, key []byte) []byte {
	start := len(dst)
	dst = append(dst, tierFormat)
	dst = c.appendPlies(dst, value.Loss(0), 0)
	dst = c.appendPlies(dst, value.Win(0), 1)
	if len(dst) == start+3 {
		return dst[:start]
	}
	return store.AppendChecksum(dst, key, start)
}

// Encodings of remoteness.
const (
	shapeNone = iota
	shapeWhole
	shapeHalf
)

// appendPlies appends the remoteness of the used cells of one kind, wins or losses.
// The encoding is shorter if every remoteness has the given parity.
func (c *Codec) appendPlies(dst []byte, kind value.Cell, parity int) []byte {
	c.plies = c.plies[:0]
	longest, usual := 0, true
	for _, cell := range c.used {
		if cell&3 == kind {
			plies := cell.Remoteness()
			c.plies = append(c.plies, uint16(plies))
			longest = max(longest, plies)
			usual = usual && plies&1 == parity
		}
	}
	shape := byte(shapeWhole)
	switch {
	case len(c.plies) == 0:
		return append(dst, shapeNone)
	case usual:
		shape, longest = shapeHalf, longest/2
		for i := range c.plies {
			c.plies[i] /= 2
		}
	}
	radix := longest + 1
	c.raw = c.raw[:0]
	if radix > 256 {
		for _, n := range c.plies {
			c.raw = append(c.raw, byte(n))
		}
		for _, n := range c.plies {
			c.raw = append(c.raw, byte(n>>8))
		}
	} else {
		for chunk := range slices.Chunk(c.plies, digits(radix)) {
			packed := 0
			for i := len(chunk) - 1; i >= 0; i-- {
				packed = packed*radix + int(chunk[i])
			}
			c.raw = append(c.raw, byte(packed))
		}
	}
	dst = binary.AppendUvarint(append(dst, shape), uint64(radix))
	return store.AppendPart(dst, c.compressed())
}

// compressed compresses c.raw. The result is valid until the next call.
func (c *Codec) compressed() []byte {
	if c.enc == nil {
		c.enc = store.NewEncoder(store.FrameOptions(zstd.SpeedBestCompression, 128<<10)...)
	}
	c.frame = c.enc.EncodeAll(c.raw, c.frame[:0])
	return c.frame[len(frameMagic):]
}

// digits returns the number of digits of the given radix that fit into a byte, but
// at most 8.
func digits(radix int) int {
	n := 1
	for power := radix * radix; power <= 256 && n < 8; power *= radix {
		n++
	}
	return n
}
