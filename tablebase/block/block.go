// Package block is the format of tables that hold states with their values, and its
// reader.
package block

import (
	"encoding/binary"
	"slices"

	"github.com/klauspost/compress/zstd"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// A table is a set of keys and values, the keys in this order:
//
//	'b' layer block   the blocks: layer as 4 bytes, then the words of the block's
//	                  first state, 8 bytes each, all big-endian
//	'd' layer chunk   the directory: first states of the layer's blocks (directory.go)
//	'h' chunk         the header (store.Header)
//
// A block holds up to 4096 consecutive states of a layer (all blocks but the
// layer's last are full) and their values:
//
//	format    1 byte, blockFormat
//	count     uvarint, number of states, 1 to 4096
//	values    uvarint length, zstd frame
//	words     for each word of a state, most significant first:
//	          uvarint length, zstd frame
//	checksum  8 bytes little-endian: xxhash64 of the key and all before
//
// The values frame has the palette and the indices:
//
//	uvarint   n, the number of different values of the block
//	n uvarint the values, ascending, each less the one before less 1
//	bytes     the index of each state's value: none if n is 1; one byte a state
//	          if n <= 256; else the low bytes of all, then the high bytes
//
// The words frame of the first word has for each state but the first, which is
// in the key, the uvarint of the word less that of the state before. A later
// word is coded like this where all words before it are unchanged, and as it is
// where one has changed. States ascend, so the last word, where it is coded as
// a difference, is coded less 1. An empty frame is no bytes.
//
// Measured on tron (6x6; 12,088,636 states of 48 bits, 61 % of them terminal):
// 0.833 bytes a state of the finished table, header and all: 0.796 the indices
// and the words, 0.037 the palettes, checksums, lengths, directories, and what
// Badger adds to each of 2,960 keys. Encoding takes 31 ns a state on one core,
// decoding 16.
//
// Others that were tried, bytes and ns a state: all frames by zstd's best level 0.736 and
// 165, by its fastest 0.829 and 40; states in byte planes 0.817 and 54; states of 8 bytes
// each 1.539 and 65. Without the values of terminal states it were 0.12 bytes less, but
// the reader would need the rules to read a block.
const blockFormat = 1

// maxFrame bounds a decoded frame, in bytes: 4096 uvarints of 64 bits are
// 40960, a palette of 4096 values with its indices 28672.
const maxFrame = 64 << 10

// hashSlots is the size of the palette's hash table: a power of two, twice the
// most values a block can have.
const hashSlots = 2 * job.BlockStates

// Codec encodes and decodes blocks. It serves one goroutine at a time.
type Codec[S games.State] struct {
	enc        *zstd.Encoder
	dec        *zstd.Decoder
	raw, frame []byte
	Record     []byte   // a buffer for whoever encodes
	slots      []uint16 // hash table: 1 + index into palette, by value
	palette    []value.Value
	ids        []uint16 // by state: index into palette, by first use
	rank       []uint16 // by index of first use: index in the sorted palette
}

// Encode appends the block of states and values to dst. The states ascend.
func (c *Codec[S]) Encode(dst, key []byte, states []S, values []value.Value) []byte {
	start := len(dst)
	dst = append(dst, blockFormat)
	dst = binary.AppendUvarint(dst, uint64(len(states)))
	dst = c.appendFrame(dst, c.encodeValues(c.raw[:0], values))
	for w := range games.Words[S]() {
		dst = c.appendFrame(dst, encodeWord(c.raw[:0], states, w))
	}
	return store.AppendChecksum(dst, key, start)
}

// appendFrame compresses raw, which becomes the codec's buffer again.
func (c *Codec[S]) appendFrame(dst, raw []byte) []byte {
	if c.enc == nil {
		c.enc = store.NewEncoder(store.FrameOptions(zstd.SpeedDefault, maxFrame)...)
	}
	c.raw = raw
	c.frame = c.enc.EncodeAll(raw, c.frame[:0])
	return store.AppendPart(dst, c.frame)
}

func (c *Codec[S]) encodeValues(raw []byte, values []value.Value) []byte {
	c.slots = append(c.slots[:0], make([]uint16, hashSlots)...)
	c.palette, c.ids = c.palette[:0], c.ids[:0]
	var id uint16
	for i, v := range values {
		if i == 0 || v != values[i-1] {
			id = c.idOf(v)
		}
		c.ids = append(c.ids, id)
	}
	sorted := slices.Clone(c.palette)
	slices.Sort(sorted)
	c.rank = c.rank[:0]
	for _, v := range c.palette {
		at, _ := slices.BinarySearch(sorted, v)
		c.rank = append(c.rank, uint16(at))
	}
	raw = binary.AppendUvarint(raw, uint64(len(sorted)))
	next := uint64(0)
	for _, v := range sorted {
		raw = binary.AppendUvarint(raw, uint64(v)-next)
		next = uint64(v) + 1
	}
	if len(sorted) > 1 {
		for _, id := range c.ids {
			raw = append(raw, byte(c.rank[id]))
		}
	}
	if len(sorted) > 256 {
		for _, id := range c.ids {
			raw = append(raw, byte(c.rank[id]>>8))
		}
	}
	return raw
}

// idOf is the index of v in the palette, which grows as needed.
func (c *Codec[S]) idOf(v value.Value) uint16 {
	for at := uint32(v) * 0x9e3779b1 >> 19; ; at++ {
		slot := &c.slots[at%hashSlots]
		if *slot == 0 {
			c.palette = append(c.palette, v)
			*slot = uint16(len(c.palette))
		}
		if c.palette[*slot-1] == v {
			return *slot - 1
		}
	}
}

func encodeWord[S games.State](raw []byte, states []S, word int) []byte {
	if one, ok := any(states).([]uint64); ok {
		for i := 1; i < len(one); i++ {
			raw = binary.AppendUvarint(raw, one[i]-one[i-1]-1)
		}
		return raw
	}
	words := games.Words[S]()
	all := games.AllBits(states)
	for at := words; at < len(all); at += words {
		w := all[at+word]
		if slices.Equal(all[at:at+word], all[at-words:at-words+word]) {
			w -= all[at-words+word]
			if word == words-1 {
				w--
			}
		}
		raw = binary.AppendUvarint(raw, w)
	}
	return raw
}
