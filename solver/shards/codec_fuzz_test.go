package shards

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/solver/value"
)

// FuzzSection decodes arbitrary bytes as each kind of section. Data written by
// a packer must be decoded correctly.
func FuzzSection(f *testing.F) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		written, size := make([]byte, rng.IntN(1000)), 1+rng.IntN(40)
		for i := range written {
			written[i] = byte(rng.IntN(size))
		}
		values := make([]value.Value, len(written))
		for i, b := range written {
			values[i] = value.Value(1000 * int(b))
		}
		section := func(add func(p *packer) error) []byte {
			var object bytes.Buffer
			p := newPacker()
			err := p.reset(&object, 1)
			p.beginSection()
			if err == nil {
				err = add(p)
			}
			o, last := p.finish()
			if err != nil || last != nil {
				f.Fatal(err, last)
			}
			data := object.Bytes()
			if list, intact := readIndex(data[o.Bytes-o.Index:o.Bytes-8], o.Bytes-o.Index); !intact || len(list) != 1 {
				f.Fatalf("index of one section: %v, intact %v", list, intact)
			}
			f.Add(data[o.Bytes-o.Index : o.Bytes-8])
			return data[headBytes : o.Bytes-o.Index]
		}
		c := newValueCoder()
		data := section(func(p *packer) error { return c.addBytes(p, written, len(written)) })
		if got, err := c.readBytes(data, nil); err != nil || !bytes.Equal(got, written) {
			f.Fatalf("decoded bytes %v, error %v, want %v", got, err, written)
		}
		f.Add(data)
		data = section(func(p *packer) error { return c.add(p, values) })
		if got, err := c.read(data, nil); err != nil || !slices.Equal(got, values) {
			f.Fatalf("decoded values %v, error %v, want %v", got, err, values)
		}
		f.Add(data)
	}
	pages, _ := appendPages(nil, []section{{items: 1, from: headBytes, size: 5}, {items: 2, from: headBytes + 5, size: 1<<20 - 13}})
	f.Add(pages)
	f.Fuzz(func(t *testing.T, data []byte) {
		c := newValueCoder()
		c.readBytes(data, nil)
		c.read(data, nil)
		valuesAt(nil, make([]value.Value, 100), data)
		decodeStates(make([]uint64, 10), data)
		decodeStates(make([][2]uint64, 10), data)
		const end = 1 << 20
		sections, intact := readIndex(data, end)
		if pages, whole := readPages(data, end); whole {
			sections = append(sections, pages...)
		}
		for _, s := range sections {
			if s.items < 0 || s.size < 0 || s.from < headBytes || s.from > end || s.size > end-s.from {
				t.Errorf("section %+v of an index, intact %v", s, intact)
			}
		}
	})
}
