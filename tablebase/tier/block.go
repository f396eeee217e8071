// Package tier is the format of tables that hold the values of a game which numbers its
// positions tier by tier, and its reader.
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
// Only indexes that are used have a value; which ones those are, the game says
// (games.Tiered.Unrank), so that it need not be stored. So it does for positions
// that are omitted (games.Omitter) and worked out from their children; below,
// they are not used either. Outcomes and remoteness lie apart: who only asks who
// wins reads the first.
//
// The outcomes of a block:
//
//	format    1 byte, tierFormat
//	count     uvarint, number of indexes used
//	strips    for each strip of 4096 indexes but the last: uvarint, number of
//	          indexes used
//	frame     the outcomes of the used indexes, two bits each, the first the
//	          lowest of a byte: 0 a draw, 1 a loss, 2 a win; zstd
//	checksum  8 bytes little-endian: xxhash64 of the key and all before
//
// A frame goes without the four bytes that all frames of zstd begin with. Tables
// may also hold frames that have them.
//
// The strips let a reader that wants one position look at 4096 indexes instead
// of 65536.
//
// The remoteness of a block, where it has wins or losses:
//
//	format    1 byte, tierFormat
//	losses    shape   1 byte: 0 there are none, 1 numbers are the remoteness in
//	                  plies, 2 they are half of it, as all are even
//	          radix   uvarint, 1 more than the greatest number
//	          frame   uvarint length and zstd: the numbers as digits, as many to
//	                  a byte as it can hold; if the radix is more than 256, the
//	                  low bytes and then the high bytes
//	wins      in the same way; half of the remoteness where all are odd
//	checksum  as above
//
// Measured, in bits for each position, table and all: quixo on 4x4 cells
// (5,398,083 positions of 5,864,611 indexes) 1.17, king, bishop and knight
// against king (3,173,968 of 3,903,438) 2.05, dobutsu (109,213,033 of
// 249,442,771) 2.05. Decoding outcomes takes about 2 ns an index, all 6 (time of
// one core, not quiet).
//
// What made the table of dobutsu half as large, in bits a position: all positions 3.85;
// without the 40 % that are omitted, as Robert Clausecker's generator does, 2.17; squares
// as the least significant digit of the numbers 1.88; zstd's best level 1.82; positions
// decided at sight not stored 1.79. An arithmetic coder, its bits predicted from three
// neighbours, would give 1.74: too little for its time.
//
// Others that were tried gain less than a tenth or lose: outcomes in base 3 or a byte
// each, blocks of 4096 indexes (30 % more), unused indexes filled with the value before;
// remoteness a byte each (17 % more in quixo), in unary, in bit planes; outcome and
// remoteness in one byte.
const tierFormat = 1

// frameMagic is what frames of zstd begin with. No frame goes on with the first
// byte of it, in which a bit is set that has to be 0 there (RFC 8878, 3.1.1.1.1).
const frameMagic = "\x28\xb5\x2f\xfd"

// StripCells is how many indexes a strip has.
const StripCells = 4096

// BlocksOf is the number of blocks of a tier.
func BlocksOf(tier games.Tier) int {
	return int((tier.Size + job.BlockCells - 1) / job.BlockCells)
}

// cellsOf is the number of indexes of a block.
func cellsOf(tier games.Tier, block int) int {
	return int(min(tier.Size-uint64(block)*job.BlockCells, job.BlockCells))
}

// Codec encodes and decodes blocks of tiers. It serves one goroutine at a
// time.
type Codec struct {
	enc        *zstd.Encoder
	dec        *zstd.Decoder
	raw, frame []byte
	used       []value.Cell // of the block that is encoded
	plies      []uint16     // of its cells of one kind
	picked     []value.Cell // of a block, others Unused

	// For the journal.
	Omitted      []bool // which cells of a block
	Record, part []byte
	block        tierBlock
}

// Codecs keeps codecs that are not in use: one that has encoded holds 34 MiB.
type Codecs = cache.Pool[Codec]

// compact collects the used ones of a block's cells and appends their number,
// in all and in each strip but the last.
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

// encodeOutcomes appends the outcomes of a block, given all its cells, to dst.
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

// encodeRemoteness appends the remoteness of the block whose outcomes were
// encoded last to dst: nothing, if there are neither wins nor losses.
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

// appendPlies appends the remoteness of the used cells of a kind, whose parity
// is usually this one.
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

// compressed is c.raw as a frame. It is valid until the next call.
func (c *Codec) compressed() []byte {
	if c.enc == nil {
		c.enc = store.NewEncoder(store.FrameOptions(zstd.SpeedBestCompression, 128<<10)...)
	}
	c.frame = c.enc.EncodeAll(c.raw, c.frame[:0])
	return c.frame[len(frameMagic):]
}

// digits is how many digits of a radix up to 256 a byte holds: 8 at most.
func digits(radix int) int {
	n := 1
	for power := radix * radix; power <= 256 && n < 8; power *= radix {
		n++
	}
	return n
}
