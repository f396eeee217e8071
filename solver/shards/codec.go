package shards

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"

	"zermelo/games"
	"zermelo/solver/value"
)

// Frames of states: how many there are and how many bytes follow, as varints, and then the states. Each is
// coded by its difference from the one before it in the frame: the first word that differs as the
// difference, those behind it whole.
//
// Frames of values: how many there are, how many different ones, these, and how many bytes follow, as
// varints; then their places among the different ones, as 1 or 2 bytes each, compressed by zstd.
const (
	frameStates = 1 << 12
	frameValues = 1 << 16
	mostFrame   = 1 << 24 // bytes
)

// errFrame says that a frame cannot be decoded.
var errFrame = errors.New("a frame is not whole")

// stateCoder codes states. One for each goroutine.
type stateCoder[S games.State] struct {
	body, frame []byte
	states      []S
}

// add adds ascending states to the section.
func (c *stateCoder[S]) add(p *packer, states []S) error {
	for part := range slices.Chunk(states, frameStates) {
		c.body = c.body[:0]
		if words, one := any(part).([]uint64); one {
			last := uint64(0)
			for _, w := range words {
				c.body = binary.AppendUvarint(c.body, w-last)
				last = w
			}
		} else {
			c.appendWide(part)
		}
		c.frame = binary.AppendUvarint(c.frame[:0], uint64(len(part)))
		c.frame = binary.AppendUvarint(c.frame, uint64(len(c.body)))
		if err := errors.Join(p.add(c.frame, 0), p.add(c.body, len(part))); err != nil {
			return err
		}
	}
	return nil
}

// appendWide codes states of several words.
func (c *stateCoder[S]) appendWide(states []S) {
	var last S
	for i := range states {
		now, before := games.Bits(&states[i]), games.Bits(&last)
		same := true
		for w := range now {
			if same {
				c.body = binary.AppendUvarint(c.body, now[w]-before[w])
			} else {
				c.body = binary.AppendUvarint(c.body, now[w])
			}
			same = same && now[w] == before[w]
		}
		last = states[i]
	}
}

// read gives the states of a section to use, frame by frame.
func (c *stateCoder[S]) read(r *bufio.Reader, use func([]S) error) error {
	for {
		n, err := binary.ReadUvarint(r)
		if err == io.EOF {
			return nil
		}
		size, wrong := binary.ReadUvarint(r)
		if err != nil || wrong != nil || n > frameStates || size > mostFrame {
			return errFrame
		}
		c.body = slices.Grow(c.body[:0], int(size))[:size]
		if _, err := io.ReadFull(r, c.body); err != nil {
			return errFrame
		}
		c.states = slices.Grow(c.states[:0], int(n))[:n]
		if !decodeStates(c.states, c.body) {
			return errFrame
		}
		if err := use(c.states); err != nil {
			return err
		}
	}
}

// decodeStates decodes all states of a frame.
func decodeStates[S games.State](states []S, body []byte) bool {
	if words, one := any(states).([]uint64); one {
		last := uint64(0)
		for i := range words {
			delta, n := binary.Uvarint(body)
			if n <= 0 {
				return false
			}
			last += delta
			words[i], body = last, body[n:]
		}
		return len(body) == 0
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

// valueCoder codes values. One for each goroutine.
type valueCoder struct {
	enc         *zstd.Encoder
	dec         *zstd.Decoder
	body, frame []byte
	packed      []byte
	list        []value.Value
	places      map[value.Value]uint32
}

func newValueCoder() (*valueCoder, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostFrame))
	return &valueCoder{enc: enc, dec: dec, places: map[value.Value]uint32{}}, err
}

// add adds values to the section.
func (c *valueCoder) add(p *packer, values []value.Value) error {
	for part := range slices.Chunk(values, frameValues) {
		clear(c.places)
		c.list = c.list[:0]
		wide := make([]uint32, len(part))
		for i, v := range part {
			if i > 0 && v == part[i-1] {
				wide[i] = wide[i-1]
				continue
			}
			place, ok := c.places[v]
			if !ok {
				place = uint32(len(c.list))
				c.places[v], c.list = place, append(c.list, v)
			}
			wide[i] = place
		}
		c.body = c.body[:0]
		for _, place := range wide {
			switch {
			case len(c.list) <= 1<<8:
				c.body = append(c.body, byte(place))
			default:
				c.body = binary.LittleEndian.AppendUint16(c.body, uint16(place))
			}
		}
		c.packed = c.enc.EncodeAll(c.body, c.packed[:0])
		c.frame = binary.AppendUvarint(c.frame[:0], uint64(len(part)))
		c.frame = binary.AppendUvarint(c.frame, uint64(len(c.list)))
		for _, v := range c.list {
			c.frame = binary.AppendUvarint(c.frame, uint64(v))
		}
		c.frame = binary.AppendUvarint(c.frame, uint64(len(c.packed)))
		if err := errors.Join(p.add(c.frame, 0), p.add(c.packed, len(part))); err != nil {
			return err
		}
	}
	return nil
}

// read appends the values of a section to dst.
func (c *valueCoder) read(r *bufio.Reader, dst []value.Value) ([]value.Value, error) {
	for {
		n, err := binary.ReadUvarint(r)
		if err == io.EOF {
			return dst, nil
		}
		different, wrong := binary.ReadUvarint(r)
		if err != nil || wrong != nil || n > frameValues || different > n {
			return dst, errFrame
		}
		c.list = c.list[:0]
		for range different {
			v, err := binary.ReadUvarint(r)
			if err != nil {
				return dst, errFrame
			}
			c.list = append(c.list, value.Value(v))
		}
		size, err := binary.ReadUvarint(r)
		if err != nil || size > mostFrame {
			return dst, errFrame
		}
		c.packed = slices.Grow(c.packed[:0], int(size))[:size]
		if _, err := io.ReadFull(r, c.packed); err != nil {
			return dst, errFrame
		}
		if c.body, err = c.dec.DecodeAll(c.packed, c.body[:0]); err != nil {
			return dst, errFrame
		}
		bytes := 1
		if different > 1<<8 {
			bytes = 2
		}
		if len(c.body) != int(n)*bytes {
			return dst, errFrame
		}
		for i := range int(n) {
			place := int(c.body[i*bytes])
			if bytes == 2 {
				place = int(binary.LittleEndian.Uint16(c.body[2*i:]))
			}
			if place >= len(c.list) {
				return dst, errFrame
			}
			dst = append(dst, c.list[place])
		}
	}
}
