package block

import (
	"encoding/binary"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// decode decodes a block into b, reusing b's memory.
func (c *Codec[S]) decode(b *Block[S], key, data []byte) error {
	body, err := store.Checked(key, data)
	if err != nil {
		return err
	}
	return c.decodeBody(b, key, body)
}

// decodeBody decodes a block whose checksum has been removed.
func (c *Codec[S]) decodeBody(b *Block[S], key, data []byte) error {
	words := games.Words[S]()
	if len(data) == 0 || len(key) != 5+8*words {
		return store.ErrFormat
	}
	if data[0] != blockFormat {
		return fmt.Errorf("block format is %d, expected %d", data[0], blockFormat)
	}
	count, n := binary.Uvarint(data[1:])
	if n <= 0 || count < 1 || count > job.BlockStates {
		return store.ErrFormat
	}
	data = data[1+n:]
	raw, data, err := c.openFrame(data)
	if err != nil {
		return err
	}
	b.Values = slices.Grow(b.Values[:0], int(count))[:count]
	if err := c.decodeValues(b.Values, raw); err != nil {
		return err
	}
	b.States = slices.Grow(b.States[:0], int(count))[:count]
	all := games.AllBits(b.States)
	for w := range words {
		all[w] = binary.BigEndian.Uint64(key[5+8*w:])
		if raw, data, err = c.openFrame(data); err != nil {
			return err
		}
		if err := decodeWord(b.States, raw, w); err != nil {
			return err
		}
	}
	return store.Leftover(data)
}

// openFrame decompresses the first frame in data. It returns the decompressed
// frame and the remaining data.
func (c *Codec[S]) openFrame(data []byte) (raw, rest []byte, err error) {
	frame, rest, err := store.TakePart(data)
	c.raw = c.raw[:0]
	if len(frame) > 0 {
		if c.dec == nil {
			c.dec = store.NewDecoder(maxFrame)
		}
		c.raw, err = c.dec.DecodeAll(frame, c.raw)
	}
	return c.raw, rest, err
}

func (c *Codec[S]) decodeValues(values []value.Value, raw []byte) error {
	size, n := binary.Uvarint(raw)
	if n <= 0 || size < 1 || size > uint64(len(values)) {
		return store.ErrFormat
	}
	raw = raw[n:]
	c.palette = c.palette[:0]
	next := uint64(0)
	for range size {
		d, n := binary.Uvarint(raw)
		if n <= 0 || d > 1<<32-1 || next+d > 1<<32-1 {
			return store.ErrFormat
		}
		raw = raw[n:]
		c.palette = append(c.palette, value.Value(next+d))
		next += d + 1
	}
	planes := 0
	if size > 1 {
		planes++
	}
	if size > 256 {
		planes++
	}
	if len(raw) != planes*len(values) {
		return store.ErrFormat
	}
	for i := range values {
		id := 0
		if planes > 0 {
			id = int(raw[i])
		}
		if planes > 1 {
			id |= int(raw[len(values)+i]) << 8
		}
		if id >= len(c.palette) {
			return store.ErrFormat
		}
		values[i] = c.palette[id]
	}
	return nil
}

func decodeWord[S games.State](states []S, raw []byte, word int) error {
	if one, ok := any(states).([]uint64); ok {
		last := one[0]
		for i := 1; i < len(one); i++ {
			d, n := binary.Uvarint(raw)
			next := last + d + 1
			if n <= 0 || next <= last {
				return store.ErrFormat
			}
			raw = raw[n:]
			one[i], last = next, next
		}
		return store.Leftover(raw)
	}
	words := games.Words[S]()
	all := games.AllBits(states)
	for at := words; at < len(all); at += words {
		w, n := binary.Uvarint(raw)
		if n <= 0 {
			return store.ErrFormat
		}
		raw = raw[n:]
		if slices.Equal(all[at:at+word], all[at-words:at-words+word]) {
			last := all[at-words+word]
			w += last
			if word == words-1 {
				w++
			}
			if w < last || w == last && word == words-1 {
				return store.ErrFormat
			}
		}
		all[at+word] = w
	}
	return store.Leftover(raw)
}
