package shards

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
)

// A packed object is a head, sections, and an index:
//
//	head     8 bytes: "ZSHARD", version, 64-bit words of a state
//	section  frames of states or values (codec.go), or plain bytes
//	index    for each section the number of its items, its bytes, and an xxhash64 of them;
//	         then the xxhash64 of the index; all are 8 bytes, little-endian
//
// Sections are read one by one, by range.
const (
	objectMagic   = "ZSHARD"
	objectVersion = 1
	headBytes     = int64(len(objectMagic) + 2)
)

// section is a part of an object.
type section struct {
	items      int64
	from, size int64 // bytes
	hash       uint64
}

// packer writes a packed object.
type packer struct {
	to       *bufio.Writer
	all      *xxhash.Digest
	one      *xxhash.Digest // of the section
	size     int64
	sections []section
}

func newPacker(to io.Writer, words int) (*packer, error) {
	p := &packer{to: bufio.NewWriterSize(to, 1<<18), all: xxhash.New(), one: xxhash.New()}
	return p, p.write(append([]byte(objectMagic), objectVersion, byte(words)))
}

// write writes bytes of no section.
func (p *packer) write(data []byte) error {
	p.all.Write(data)
	p.size += int64(len(data))
	_, err := p.to.Write(data)
	return err
}

// begin begins a section.
func (p *packer) begin() {
	p.one.Reset()
	p.sections = append(p.sections, section{from: p.size})
}

// add adds so many items, encoded, to the section.
func (p *packer) add(data []byte, items int) error {
	s := &p.sections[len(p.sections)-1]
	s.items, s.size = s.items+int64(items), s.size+int64(len(data))
	p.one.Write(data)
	s.hash = p.one.Sum64()
	return p.write(data)
}

// finish writes the index and describes the object.
func (p *packer) finish() (Object, error) {
	var index []byte
	for _, s := range p.sections {
		index = binary.LittleEndian.AppendUint64(index, uint64(s.items))
		index = binary.LittleEndian.AppendUint64(index, uint64(s.size))
		index = binary.LittleEndian.AppendUint64(index, s.hash)
	}
	index = binary.LittleEndian.AppendUint64(index, xxhash.Sum64(index))
	err := errors.Join(p.write(index), p.to.Flush())
	return Object{Bytes: p.size, Index: int64(len(index)), Hash: p.all.Sum64()}, err
}

// pack writes an object with what fill adds.
func pack[S games.State](ctx context.Context, store Store, name string, fill func(*packer) error) (o Object, err error) {
	err = store.Create(ctx, name, func(w io.Writer) error {
		p, err := newPacker(w, games.Words[S]())
		if err == nil {
			err = fill(p)
		}
		if err == nil {
			o, err = p.finish()
		}
		return err
	})
	o.Name = name
	return o, err
}

// errDamaged says in general what is wrong with an object.
var errDamaged = errors.New("wrong checksum, or bytes are missing")

// readRange reads bytes of the object of a manifest.
func readRange(ctx context.Context, store Store, m *Manifest, from, size int64) ([]byte, error) {
	if size < 0 || from+size > m.Bytes {
		return nil, &DamagedError{m, errDamaged}
	}
	r, err := open(ctx, store, m, from, size)
	if err != nil {
		return nil, err
	}
	data := make([]byte, size)
	_, err = io.ReadFull(r, data)
	if closed := r.Close(); err == nil {
		err = closed
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return nil, &DamagedError{m, errDamaged}
	}
	return data, err
}

// open opens bytes of the object of a manifest. One that is gone is damaged.
func open(ctx context.Context, store Store, m *Manifest, from, size int64) (io.ReadCloser, error) {
	r, err := store.Open(ctx, m.Name, from, size)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &DamagedError{m, err}
	}
	return r, err
}

// readIndex reads the index of an object, which has so many sections.
func readIndex(ctx context.Context, store Store, m *Manifest, want int) ([]section, error) {
	data, err := readRange(ctx, store, m, m.Bytes-m.Index, m.Index)
	if err != nil {
		return nil, err
	}
	n := len(data) - 8
	if n != 24*want || xxhash.Sum64(data[:n]) != binary.LittleEndian.Uint64(data[n:]) {
		return nil, &DamagedError{m, errDamaged}
	}
	sections := make([]section, want)
	at := headBytes
	for i := range sections {
		word := func(w int) uint64 { return binary.LittleEndian.Uint64(data[24*i+8*w:]) }
		sections[i] = section{items: int64(word(0)), from: at, size: int64(word(1)), hash: word(2)}
		at += sections[i].size
	}
	return sections, nil
}

// readSection opens a section for use, which reads to its end, and checks it.
func readSection(ctx context.Context, store Store, m *Manifest, s section, use func(*bufio.Reader) error) error {
	if s.items == 0 {
		return nil
	}
	r, err := open(ctx, store, m, s.from, s.size)
	if err != nil {
		return err
	}
	defer r.Close()
	hash := xxhash.New()
	b := bufio.NewReaderSize(io.TeeReader(r, hash), int(min(s.size, 1<<17)))
	err = use(b)
	if _, rest := io.Copy(io.Discard, b); err == nil {
		err = rest
	}
	if hash.Sum64() != s.hash && ctx.Err() == nil {
		return &DamagedError{m, errDamaged} // which says more than what came of it
	}
	return err
}

// readBytes reads a section of plain bytes.
func readBytes(ctx context.Context, store Store, m *Manifest, s section) ([]byte, error) {
	var data bytes.Buffer
	err := readSection(ctx, store, m, s, func(r *bufio.Reader) error {
		_, err := data.ReadFrom(r)
		return err
	})
	return data.Bytes(), err
}
