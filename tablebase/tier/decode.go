package tier

import (
	"encoding/binary"
	"fmt"
	"slices"

	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// tierBlock is a decoded block.
type tierBlock struct {
	used   []value.Cell // cells of the used indexes
	before []int32      // number of cells before each strip
	plies  bool         // cells include the remoteness
}

func (b *tierBlock) strip(n int) []value.Cell {
	to := int32(len(b.used))
	if n+1 < len(b.before) {
		to = b.before[n+1]
	}
	return b.used[b.before[n]:to]
}

const maxTierFrame = 2 * job.BlockCells // maximum size of a decoded frame in bytes

func (c *Codec) decompress(frame []byte) (err error) {
	if len(frame) == 0 || frame[0] != frameMagic[0] {
		c.frame = append(append(c.frame[:0], frameMagic...), frame...)
		frame = c.frame
	}
	if c.dec == nil {
		c.dec = store.NewDecoder(maxTierFrame)
	}
	c.raw, err = c.dec.DecodeAll(frame, c.raw[:0])
	return err
}

// bodyOf verifies the checksum and the format of a value and returns the value's
// body.
func bodyOf(key, data []byte) ([]byte, error) {
	body, err := store.Checked(key, data)
	switch {
	case err != nil:
		return nil, err
	case len(body) == 0:
		return nil, store.ErrChecksum
	case body[0] != tierFormat:
		return nil, fmt.Errorf("block format is %d, expected %d", body[0], tierFormat)
	}
	return body[1:], nil
}

// decodeOutcomes decodes the outcomes of a block from data into b. cells is the
// block's number of indexes. The remoteness of wins and losses is set to 0.
func (c *Codec) decodeOutcomes(b *tierBlock, key, data []byte, cells int) error {
	body, err := bodyOf(key, data)
	if err != nil {
		return err
	}
	return c.decodeOutcomesBody(b, body, cells)
}

func (c *Codec) decodeOutcomesBody(b *tierBlock, data []byte, cells int) error {
	count, n := binary.Uvarint(data)
	if n <= 0 || count > uint64(cells) {
		return store.ErrFormat
	}
	data = data[n:]
	b.plies, b.before = false, append(b.before[:0], 0)
	sum := uint64(0)
	for left := cells - StripCells; left > 0; left -= StripCells {
		used, n := binary.Uvarint(data)
		if sum += used; n <= 0 || used > StripCells || sum > count {
			return store.ErrFormat
		}
		b.before = append(b.before, int32(sum))
		data = data[n:]
	}
	if last := cells - (len(b.before)-1)*StripCells; count-sum > uint64(last) {
		return store.ErrFormat
	}
	if err := c.decompress(data); err != nil {
		return err
	}
	if len(c.raw) != (int(count)+3)/4 {
		return store.ErrFormat
	}
	b.used = slices.Grow(b.used[:0], int(count))[:count]
	for i := range b.used {
		kind := value.Cell(c.raw[i/4]>>(i%4*2)&3) + 1
		if kind > value.Win(0) {
			return store.ErrFormat
		}
		b.used[i] = kind
	}
	if count%4 != 0 && c.raw[len(c.raw)-1]>>(count%4*2) != 0 {
		return store.ErrFormat
	}
	return nil
}

// decodeRemoteness decodes the remoteness of a block. b contains its outcomes.
func (c *Codec) decodeRemoteness(b *tierBlock, key, data []byte) error {
	body, err := bodyOf(key, data)
	if err != nil {
		return err
	}
	return c.decodeRemotenessBody(b, body)
}

func (c *Codec) decodeRemotenessBody(b *tierBlock, data []byte) (err error) {
	if data, err = c.decodePlies(b, data, value.Loss(0), 0); err != nil {
		return err
	}
	if data, err = c.decodePlies(b, data, value.Win(0), 1); err != nil {
		return err
	}
	b.plies = true
	return store.Leftover(data)
}

// decodePlies decodes the remoteness of the cells of one kind and returns the
// remaining data.
func (c *Codec) decodePlies(b *tierBlock, data []byte, kind value.Cell, parity int) (rest []byte, err error) {
	count := 0
	for _, cell := range b.used {
		if cell&3 == kind {
			count++
		}
	}
	if len(data) == 0 || data[0] > shapeHalf || (data[0] == shapeNone) != (count == 0) {
		return nil, store.ErrFormat
	}
	shape, data := data[0], data[1:]
	if shape == shapeNone {
		return data, nil
	}
	radix, n := binary.Uvarint(data)
	if n <= 0 || radix < 1 || radix > value.MaxCellRemoteness+1 {
		return nil, store.ErrFormat
	}
	frame, rest, err := store.TakePart(data[n:])
	if err == nil {
		err = c.decompress(frame)
	}
	if err != nil {
		return nil, err
	}
	if err := c.unpack(count, int(radix)); err != nil {
		return nil, err
	}
	at := 0
	for i, cell := range b.used {
		if cell&3 != kind {
			continue
		}
		plies := int(c.plies[at])
		if shape == shapeHalf {
			plies = plies*2 + parity
		}
		if plies > value.MaxCellRemoteness {
			return nil, store.ErrFormat
		}
		b.used[i] = kind | value.Cell(plies)<<2
		at++
	}
	return rest, nil
}

func (c *Codec) unpack(count, radix int) error {
	c.plies = slices.Grow(c.plies[:0], count)[:count]
	if radix > 256 {
		if len(c.raw) != 2*count {
			return store.ErrFormat
		}
		for i := range c.plies {
			c.plies[i] = uint16(c.raw[i]) | uint16(c.raw[count+i])<<8
		}
		return nil
	}
	per := digits(radix)
	if len(c.raw) != (count+per-1)/per {
		return store.ErrFormat
	}
	i := 0
	for _, packed := range c.raw {
		left := uint(packed)
		for range min(per, count-i) {
			c.plies[i] = uint16(left % uint(radix))
			left /= uint(radix)
			i++
		}
		if left != 0 {
			return store.ErrFormat
		}
	}
	return nil
}
