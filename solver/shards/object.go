package shards

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/cespare/xxhash/v2"
)

// A packed object consists of a head, sections, and an index:
//
//	head     8 bytes: "ZSHARD", version, number of 64-bit words per state
//	section  frames of states or values (codec.go), or plain bytes
//	index    for each section, the number of items and the number of bytes, as varints, and the xxhash64 of the bytes if there are any;
//	         then the xxhash64 of the index; hashes are 8 bytes, little-endian
//
// Sections can be read individually by their byte range.
const (
	objectMagic   = "ZSHARD"
	objectVersion = 3
	headBytes     = int64(len(objectMagic) + 2)
)

type section struct {
	items      int64
	from, size int64 // offset and size in bytes
	hash       uint64
}

type packer struct {
	to       *bufio.Writer
	hash     *xxhash.Digest // hash of the current section
	size     int64
	sections []section
}

func newPacker() *packer {
	return &packer{to: bufio.NewWriterSize(nil, 1<<18), hash: xxhash.New()}
}

func (p *packer) reset(to io.Writer, words int) error {
	p.to.Reset(to)
	p.size, p.sections = 0, p.sections[:0]
	return p.write(append([]byte(objectMagic), objectVersion, byte(words)))
}

// write writes bytes that are not part of a section.
func (p *packer) write(data []byte) error {
	p.size += int64(len(data))
	_, err := p.to.Write(data)
	return err
}

func (p *packer) beginSection() {
	p.endSection()
	p.hash.Reset()
	p.sections = append(p.sections, section{from: p.size})
}

// add adds data with the given number of items to the current section.
func (p *packer) add(data []byte, items int) error {
	s := &p.sections[len(p.sections)-1]
	s.items, s.size = s.items+int64(items), s.size+int64(len(data))
	p.hash.Write(data)
	return p.write(data)
}

func (p *packer) endSection() {
	if n := len(p.sections); n > 0 {
		p.sections[n-1].hash = p.hash.Sum64()
	}
}

// finish writes the index and returns the description of the object.
func (p *packer) finish() (Object, error) {
	p.endSection()
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

// pack writes an object whose sections are added by fill. The argument words is the
// number of words per state.
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
	p.to.Reset(nil) // even after an error
	o.Name = name
	return o, err
}
