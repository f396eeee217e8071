package shards

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// A packed object consists of a head, sections, and an index:
//
//	head     8 bytes: "ZSHARD", version, number of 64-bit words per state
//	section  frames of states or values (codec.go), or plain bytes
//	index    for each section, the number of items and the number of bytes, as varints, and the xxhash64 of the bytes if there are any;
//	         then the xxhash64 of the index; hashes are 8 bytes, little-endian
//
// Sections can be read individually by their byte range. The index of an object with
// more than maxFlat sections is divided into pages, which can be read individually as
// well. A page describes pageSections sections; the last one can be shorter:
//
//	from     8 bytes: offset of the first section
//	section  4 bytes: number of items; 4 bytes: number of bytes; 8 bytes: hash
//	hash     8 bytes: xxhash64 of the page and its number
const (
	objectMagic   = "ZSHARD"
	objectVersion = 4
	headBytes     = int64(len(objectMagic) + 2)

	maxFlat      = 1024
	pageSections = 64
	entryBytes   = 16
	pageBytes    = 16 + pageSections*entryBytes
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
	index, err := appendFlat(nil, p.sections), error(nil)
	paged := len(p.sections) > maxFlat
	if paged {
		index, err = appendPages(index[:0], p.sections)
	}
	hash := xxhash.Sum64(index)
	index = binary.LittleEndian.AppendUint64(index, hash)
	err = errors.Join(err, p.write(index), p.to.Flush())
	return Object{Bytes: p.size, Index: int64(len(index)), Hash: hash, Paged: paged}, err
}

func appendFlat(index []byte, sections []section) []byte {
	for _, s := range sections {
		index = binary.AppendUvarint(binary.AppendUvarint(index, uint64(s.items)), uint64(s.size))
		if s.size > 0 {
			index = binary.LittleEndian.AppendUint64(index, s.hash)
		}
	}
	return index
}

func appendPages(index []byte, sections []section) ([]byte, error) {
	number := uint64(0)
	for page := range slices.Chunk(sections, pageSections) {
		start := len(index)
		index = binary.LittleEndian.AppendUint64(index, uint64(page[0].from))
		for _, s := range page {
			if max(s.items, s.size) > math.MaxUint32 {
				return nil, fmt.Errorf("section of %d items in %d bytes is too large; use more shards", s.items, s.size)
			}
			index = binary.LittleEndian.AppendUint32(index, uint32(s.items))
			index = binary.LittleEndian.AppendUint32(index, uint32(s.size))
			index = binary.LittleEndian.AppendUint64(index, s.hash)
		}
		index = binary.LittleEndian.AppendUint64(index, pageHash(index[start:], number))
		number++
	}
	return index, nil
}

func pageHash(page []byte, number uint64) uint64 {
	return xxhash.Sum64(page) + number*0x9e3779b97f4a7c15
}

// readPage decodes a page. The sections must end at or before offset end.
func readPage(page []byte, number uint64, end int64) (sections []section, intact bool) {
	n := len(page) - 8
	if n < 8+entryBytes || (n-8)%entryBytes != 0 || binary.LittleEndian.Uint64(page[n:]) != pageHash(page[:n], number) {
		return nil, false
	}
	at := int64(binary.LittleEndian.Uint64(page))
	for e := page[8:n]; len(e) > 0; e = e[entryBytes:] {
		s := section{items: int64(binary.LittleEndian.Uint32(e)), from: at, size: int64(binary.LittleEndian.Uint32(e[4:])), hash: binary.LittleEndian.Uint64(e[8:])}
		sections = append(sections, s)
		at += s.size
	}
	return sections, sections[0].from >= headBytes && at <= end && at >= sections[0].from
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
