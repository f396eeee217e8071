package shards

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/cespare/xxhash/v2"
)

// A packed object is a head, sections, and an index:
//
//	head     8 bytes: "ZSHARD", version, 64-bit words of a state
//	section  frames of states or values (codec.go), or plain bytes
//	index    for each section the number of its items and its bytes, as varints, and an xxhash64 of them if there are any;
//	         then the xxhash64 of the index; these are 8 bytes, little-endian
//
// Sections are read one by one, by range.
const (
	objectMagic   = "ZSHARD"
	objectVersion = 3
	headBytes     = int64(len(objectMagic) + 2)
)

// section is a part of an object.
type section struct {
	items      int64
	from, size int64 // bytes
	hash       uint64
}

// packer writes packed objects, one after the other.
type packer struct {
	to       *bufio.Writer
	one      *xxhash.Digest // of the section
	size     int64
	sections []section
}

func newPacker() *packer {
	return &packer{to: bufio.NewWriterSize(nil, 1<<18), one: xxhash.New()}
}

// reset begins an object.
func (p *packer) reset(to io.Writer, words int) error {
	p.to.Reset(to)
	p.size, p.sections = 0, p.sections[:0]
	return p.write(append([]byte(objectMagic), objectVersion, byte(words)))
}

// write writes bytes of no section.
func (p *packer) write(data []byte) error {
	p.size += int64(len(data))
	_, err := p.to.Write(data)
	return err
}

// begin begins a section.
func (p *packer) begin() {
	p.end()
	p.one.Reset()
	p.sections = append(p.sections, section{from: p.size})
}

// add adds so many items, encoded, to the section.
func (p *packer) add(data []byte, items int) error {
	s := &p.sections[len(p.sections)-1]
	s.items, s.size = s.items+int64(items), s.size+int64(len(data))
	p.one.Write(data)
	return p.write(data)
}

// end notes the hash of the section, if there is one.
func (p *packer) end() {
	if n := len(p.sections); n > 0 {
		p.sections[n-1].hash = p.one.Sum64()
	}
}

// finish writes the index and describes the object.
func (p *packer) finish() (Object, error) {
	p.end()
	var index []byte
	for _, s := range p.sections {
		index = binary.AppendUvarint(binary.AppendUvarint(index, uint64(s.items)), uint64(s.size))
		if s.size > 0 {
			index = binary.LittleEndian.AppendUint64(index, s.hash)
		}
	}
	hash := xxhash.Sum64(index)
	index = binary.LittleEndian.AppendUint64(index, hash)
	err := errors.Join(p.write(index), p.to.Flush())
	return Object{Bytes: p.size, Index: int64(len(index)), Hash: hash}, err
}

// pack writes an object of a game whose states have so many words, with what fill adds.
func (p *packer) pack(ctx context.Context, store Store, name string, words int, fill func(*packer) error) (o Object, err error) {
	err = store.Create(ctx, name, func(to io.Writer) error {
		err := p.reset(to, words)
		if err == nil {
			err = fill(p)
		}
		if err == nil {
			o, err = p.finish()
		}
		return err
	})
	p.to.Reset(nil) // after an error, too
	o.Name = name
	return o, err
}
