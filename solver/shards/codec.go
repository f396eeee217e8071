package shards

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/klauspost/compress/huff0"

	"zermelo/games"
	"zermelo/solver/layered"
	"zermelo/solver/value"
)

// A section of states contains the difference between each state and the
// previous one as a varint. If states have several words, the first word that
// differs is stored as a difference and the following words are stored
// unchanged.
//
// A section of places contains the difference between each place and the
// previous one, minus one, as varints in frames of bytes.
//
// A frame of bytes contains the number of bytes and the encoded length as
// varints, followed by the bytes in a Huffman code, or unchanged if that is not
// longer.
//
// A frame of values contains, as varints, the number of values, the number of
// distinct values, the distinct values, and the encoded length. The index of each
// value in the list of distinct values follows, with 1 or 2 bytes per index, in a
// Huffman code or unchanged. The indexes are omitted if all values are equal.
const frameValues = 1 << 16

var errFrame = errors.New("section is damaged")

type stateCoder[S games.State] struct {
	last S // last state added to the section
	body []byte
}

func (c *stateCoder[S]) beginSection(p *packer) {
	var zero S
	c.last = zero
	p.beginSection()
}

const stateFrame = 1 << 12 // number of states encoded together

// add adds states, which must be in ascending order, to the section.
func (c *stateCoder[S]) add(p *packer, states []S) error {
	for part := range slices.Chunk(states, stateFrame) {
		if words, one := any(part).([]uint64); one {
			c.codeWords(words)
		} else {
			c.body = c.body[:0]
			c.appendWide(part)
		}
		if err := p.add(c.body, len(part)); err != nil {
			return err
		}
	}
	return nil
}

// codeWords encodes one-word states as differences. Most differences take one or two
// bytes.
func (c *stateCoder[S]) codeWords(words []uint64) {
	last := games.Bits(&c.last)
	before, at := last[0], 0
	c.body = layered.Resize(c.body, binary.MaxVarintLen64*len(words))
	for _, w := range words {
		switch delta := w - before; {
		case delta < 1<<7:
			c.body[at] = byte(delta)
			at++
		case delta < 1<<14:
			c.body[at], c.body[at+1] = byte(delta)|0x80, byte(delta>>7)
			at += 2
		default:
			at += binary.PutUvarint(c.body[at:], delta)
		}
		before = w
	}
	last[0], c.body = before, c.body[:at]
}

func (c *stateCoder[S]) appendWide(states []S) {
	for i := range states {
		now, before := games.Bits(&states[i]), games.Bits(&c.last)
		same := true
		for w := range now {
			if same {
				c.body = binary.AppendUvarint(c.body, now[w]-before[w])
			} else {
				c.body = binary.AppendUvarint(c.body, now[w])
			}
			same = same && now[w] == before[w]
		}
		c.last = states[i]
	}
}

// decodeStates decodes all states of a section and reports whether the encoding is
// valid.
func decodeStates[S games.State](states []S, body []byte) bool {
	if words, one := any(states).([]uint64); one {
		last := uint64(0)
		at := 0
		for i := range words {
			// Most differences have one or two bytes.
			if at+1 < len(body) && body[at]&body[at+1] < 0x80 {
				low, high := uint64(body[at]), uint64(body[at+1])
				if low < 0x80 {
					last += low
					at++
				} else {
					last += low&0x7f | high<<7
					at += 2
				}
				words[i] = last
				continue
			}
			delta, n := binary.Uvarint(body[at:])
			if n <= 0 {
				return false
			}
			last += delta
			words[i], at = last, at+n
		}
		return at == len(body)
	}
	var last S
	for i := range states {
		now, before := games.Bits(&states[i]), games.Bits(&last)
		same := true
		for w := range now {
			word, n := binary.Uvarint(body)
			if n <= 0 {
				return false
			}
			body = body[n:]
			if same {
				word += before[w]
			}
			now[w] = word
			same = same && word == before[w]
		}
		last = states[i]
	}
	return len(body) == 0
}

// valuesAt appends the values at the encoded places to dst. It reports whether the
// encoded places are valid.
func valuesAt(dst, values []value.Value, places []byte) ([]value.Value, bool) {
	at := uint64(0)
	for len(places) > 0 {
		gap := uint64(places[0])
		if gap < 0x80 {
			places = places[1:]
		} else {
			var n int
			if gap, n = binary.Uvarint(places); n <= 0 {
				return dst, false
			}
			places = places[n:]
		}
		if at += gap; at >= uint64(len(values)) {
			return dst, false
		}
		dst = append(dst, values[at])
		at++
	}
	return dst, true
}

type valueCoder struct {
	huffman     huff0.Scratch
	body, frame []byte
	wide        []uint16
	list        []value.Value
	places      map[value.Value]uint32
	recent      [1 << 8]struct {
		value value.Value
		place uint32 // index plus 1
	}
}

func newValueCoder() *valueCoder {
	c := &valueCoder{places: map[value.Value]uint32{}}
	c.huffman.Reuse = huff0.ReusePolicyNone
	c.huffman.MaxDecodedSize = 2 * frameValues
	return c
}

// indexValues sets to[i] to the index of values[i] in the list of distinct
// values. It returns false if N is too small for the number of distinct values.
func indexValues[N uint8 | uint16](c *valueCoder, to []N, values []value.Value) bool {
	clear(c.places)
	clear(c.recent[:])
	c.list = c.list[:0]
	for i, v := range values {
		slot := &c.recent[uint32(v)*0x9e3779b1>>24]
		if slot.value != v || slot.place == 0 {
			place, ok := c.places[v]
			if !ok {
				place = uint32(len(c.list))
				if place > uint32(^N(0)) {
					return false
				}
				c.places[v], c.list = place, append(c.list, v)
			}
			slot.value, slot.place = v, place+1
		}
		to[i] = N(slot.place - 1)
	}
	return true
}

func (c *valueCoder) add(p *packer, values []value.Value) error {
	for part := range slices.Chunk(values, frameValues) {
		if c.body = layered.Resize(c.body, len(part)); !indexValues(c, c.body, part) {
			c.wide = layered.Resize(c.wide, len(part))
			indexValues(c, c.wide, part)
			c.body = c.body[:0]
			for _, place := range c.wide {
				c.body = binary.LittleEndian.AppendUint16(c.body, place)
			}
		}
		c.frame = binary.AppendUvarint(c.frame[:0], uint64(len(part)))
		c.frame = binary.AppendUvarint(c.frame, uint64(len(c.list)))
		for _, v := range c.list {
			c.frame = binary.AppendUvarint(c.frame, uint64(v))
		}
		packed, err := c.compress()
		if err != nil {
			return err
		}
		c.frame = binary.AppendUvarint(c.frame, uint64(len(packed)))
		if err := errors.Join(p.add(c.frame, 0), p.add(packed, len(part))); err != nil {
			return err
		}
	}
	return nil
}

// minPacked is the minimum number of bytes that are compressed. The code table alone
// takes about ten bytes.
const minPacked = 32

// compress returns c.body compressed with a Huffman code, or c.body itself if it is
// incompressible. It returns nil if there is only one distinct value.
func (c *valueCoder) compress() ([]byte, error) {
	if len(c.list) == 1 {
		return nil, nil
	}
	if len(c.body) < minPacked {
		return c.body, nil
	}
	packed, _, err := huff0.Compress1X(c.body, &c.huffman)
	if errors.Is(err, huff0.ErrIncompressible) || errors.Is(err, huff0.ErrUseRLE) {
		return c.body, nil
	}
	return packed, err
}

// addBytes adds data that represents the given number of items to the section.
func (c *valueCoder) addBytes(p *packer, data []byte, items int) error {
	c.list = c.list[:0]
	for c.body = range slices.Chunk(data, frameValues) {
		packed, err := c.compress()
		if err != nil {
			return err
		}
		c.frame = binary.AppendUvarint(c.frame[:0], uint64(len(c.body)))
		c.frame = binary.AppendUvarint(c.frame, uint64(len(packed)))
		if err := errors.Join(p.add(c.frame, items), p.add(packed, 0)); err != nil {
			return err
		}
		items = 0
	}
	c.body = nil
	return nil
}

func (c *valueCoder) readBytes(data, dst []byte) ([]byte, error) {
	for len(data) > 0 {
		size, n := binary.Uvarint(data)
		packed, more := binary.Uvarint(data[max(0, n):])
		if n <= 0 || more <= 0 || size > frameValues || packed > uint64(len(data)-n-more) {
			return dst, errFrame
		}
		data = data[n+more:]
		body, err := c.decompress(data[:packed], int(size))
		if err != nil {
			return dst, err
		}
		dst, data = append(dst, body...), data[packed:]
	}
	return dst, nil
}

func (c *valueCoder) decompress(packed []byte, size int) (body []byte, err error) {
	if len(packed) == size {
		return packed, nil
	}
	if len(packed) == 0 {
		c.body = layered.Resize(c.body, size)
		clear(c.body)
		return c.body, nil
	}
	s, packed, err := huff0.ReadTable(packed, &c.huffman)
	if err != nil {
		return nil, errFrame
	}
	c.body, err = s.Decoder().Decompress1X(slices.Grow(c.body[:0], size)[:0:size], packed)
	if err != nil || len(c.body) != size {
		return nil, errFrame
	}
	return c.body, nil
}

func (c *valueCoder) read(data []byte, dst []value.Value) ([]value.Value, error) {
	intact := true
	number := func() uint64 {
		v, n := binary.Uvarint(data)
		intact = intact && n > 0
		data = data[max(0, n):]
		return v
	}
	for len(data) > 0 {
		n, distinct := number(), number()
		if !intact || n > frameValues || distinct > n {
			return dst, errFrame
		}
		c.list = c.list[:0]
		for range distinct {
			c.list = append(c.list, value.Value(number()))
		}
		size := number()
		if !intact || size > uint64(len(data)) {
			return dst, errFrame
		}
		bytes := 1
		if distinct > 1<<8 {
			bytes = 2
		}
		body, err := c.decompress(data[:size], int(n)*bytes)
		if err != nil {
			return dst, err
		}
		if dst, err = c.append(dst, body, bytes); err != nil {
			return dst, err
		}
		data = data[size:]
	}
	return dst, nil
}

// append appends the values at the given places to dst. Each place is encoded in the
// given number of bytes, which is 1 or 2.
func (c *valueCoder) append(dst []value.Value, places []byte, bytes int) ([]value.Value, error) {
	for ; len(places) > 0; places = places[bytes:] {
		place := int(places[0])
		if bytes == 2 {
			place = int(binary.LittleEndian.Uint16(places))
		}
		if place >= len(c.list) {
			return dst, errFrame
		}
		dst = append(dst, c.list[place])
	}
	return dst, nil
}
