// Package tier implements the table format of games that number their positions
// tier by tier.
//
// Reader looks up positions in a finished table, and Unfinished reads the solved
// tiers of a partial one. Codec encodes and decodes blocks; the format is
// described in block.go.
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

// The table of a game that is numbered tier by tier stores no positions. Its
// keys, in this order:
//
//	'h' chunk         the header (store.Header)
//	'o' tier block    outcomes: tier as 4 bytes, block as 8, big-endian
//	'r' tier block    remoteness
//
// A block is 65536 consecutive indexes of a tier, the last one perhaps fewer.
// Only used indexes have a value. They are determined by games.Tiered.Unrank and
// not stored. Positions omitted by games.Omitter are derived from their children;
// in the following, their indexes count as unused. Outcomes and remoteness are
// separate, so that a lookup of the outcome need not read the remoteness.
//
// The outcomes of a block:
//
//	format    1 byte, tierFormat
//	count     uvarint, number of indexes used
//	strips    for each strip of 4096 indexes except the last: uvarint, number of
//	          indexes used
//	frame     the outcomes of the used indexes, two bits each, the first the
//	          lowest of a byte: 0 a draw, 1 a loss, 2 a win; zstd
//	checksum  8 bytes little-endian: xxhash64 of the key and all before
//
// The magic number of a zstd frame is removed, but readers accept frames that
// have it. With the strips, a lookup examines 4096 indexes instead of 65536.
//
// The remoteness of a block that has wins or losses:
//
//	format    1 byte, tierFormat
//	losses    shape   1 byte: 0 no losses, 1 numbers are the remoteness in plies,
//	                  2 numbers are half the remoteness, which is even
//	          radix   uvarint, 1 more than the maximum number
//	          frame   uvarint length and zstd: the numbers as digits, packed
//	                  into bytes; if the radix exceeds 256, all low bytes, then
//	                  all high bytes
//	wins      likewise; half the remoteness, rounded down, if all are odd
//	checksum  as above
//
// Size of the whole table in bits per position: quixo on 4x4 cells
// (5,398,083 positions of 5,864,611 indexes) 1.17, king, bishop and knight
// against king (3,173,968 of 3,903,438) 2.05, dobutsu (109,213,033 of
// 249,442,771) 2.05. Decoding takes about 2 ns per index for outcomes and 6 ns
// with remoteness, on one core.
//
// Bits per position for dobutsu: all positions 3.85; omitting 40 %, like Robert
// Clausecker's generator, 2.17; squares as the least significant digit of the
// index 1.88; zstd's best level 1.82; omitting positions decided at sight 1.79.
// An arithmetic coder that predicts from three neighbors yields 1.74, but is slow.
//
// Alternatives that gain less than 10 % or lose: outcomes in base 3 or one per
// byte, blocks of 4096 indexes (30 % larger), filling unused indexes; remoteness
// one per byte (17 % larger in quixo), in unary, in bit planes, or in one byte
// with the outcome.
const tierFormat = 1

// frameMagic is the magic number of zstd frames. Its first byte cannot follow the
// magic number, because it sets a reserved bit (RFC 8878, 3.1.1.1.1).
const frameMagic = "\x28\xb5\x2f\xfd"

// StripCells is the number of indexes per strip.
const StripCells = 4096

// BlocksOf returns the number of blocks of a tier.
func BlocksOf(tier games.Tier) int {
	return int((tier.Size + job.BlockCells - 1) / job.BlockCells)
}

// cellsOf returns the number of indexes in a block.
func cellsOf(tier games.Tier, block int) int {
	return int(min(tier.Size-uint64(block)*job.BlockCells, job.BlockCells))
}

// Codec encodes and decodes blocks of tiers. It is not safe for concurrent use.
type Codec struct {
	enc        *zstd.Encoder
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

// Codecs is a pool of codecs. A codec that has encoded uses 34 MiB.
type Codecs = cache.Pool[Codec]

// compact sets c.used to the used cells of a block and appends their number, in
// total and for each strip except the last.
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

// encodeOutcomes appends the encoded outcomes of a block to dst.
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

// encodeRemoteness appends to dst the encoded remoteness of the block passed to
// encodeOutcomes. It appends nothing if the block has no wins or losses.
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

// The shapes of remoteness.
const (
	shapeNone = iota
	shapeWhole
	shapeHalf
)

// appendPlies appends the remoteness of the used cells of a kind. The encoding is
// shorter if all have the given parity.
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

// compressed returns c.raw as a frame, which is valid until the next call.
func (c *Codec) compressed() []byte {
	if c.enc == nil {
		c.enc = store.NewEncoder(store.FrameOptions(zstd.SpeedBestCompression, 128<<10)...)
	}
	c.frame = c.enc.EncodeAll(c.raw, c.frame[:0])
	return c.frame[len(frameMagic):]
}

// digits returns the number of digits of a radix packed into a byte, at most 8.
func digits(radix int) int {
	n := 1
	for power := radix * radix; power <= 256 && n < 8; power *= radix {
		n++
	}
	return n
}
