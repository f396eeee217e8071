package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"zermelo/solver/durable"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// SealFile is the name of the seal of a finished table. For each file of the table,
// the seal lists the size and a hash of the part that is read when the table is
// opened. The rest of each file is protected by checksums of blocks.
//
// The seal is one line of JSON followed by its xxhash64 in hexadecimal. Unknown
// fields, such as Sheet in older seals, are ignored.
const SealFile = "seal.json"

type seal struct {
	Format int
	Tool   string // version of the program
	Name   string // name of the variant
	Rules  uint64 `json:",string"` // rules digest
	Build  string // random ID of the build, which identifies leftovers of a crash
	// Program is the spec of the program that implements the rules, or empty.
	Program string     `json:",omitempty"`
	Files   []sealPart // all files except the seal

	// The following fields describe the table in List.
	Kind    value.Kind
	Roles   []string
	Total   int    `json:",omitempty"` // games.Info.Total
	Halves  bool   `json:",omitempty"` // games.Info.HalfPoints
	Unit    string `json:",omitempty"` // games.Info.Unit
	States  int64
	Start   storedOutcome
	Created time.Time
	CPU     time.Duration `json:",omitempty"` // processor time of the solve; 0 if it was not measured
}

// sealPart describes a file in a seal.
type sealPart struct {
	Name string
	Size int64  // size in bytes
	Tail int64  // number of hashed bytes at the end
	Hash uint64 `json:",string"` // xxhash64 of the tail
}

// slack is the maximum number of bytes that a file stores in addition to its last
// value: key, header, offsets and checksums.
const slack = 4 << 10

func hashTail(f io.ReaderAt, size, tail int64) (uint64, error) {
	h := xxhash.New()
	n, err := io.Copy(h, io.NewSectionReader(f, size-tail, tail))
	if err == nil && n != tail {
		err = io.ErrUnexpectedEOF
	}
	return h.Sum64(), err
}

// writeSeal writes the seal of the table in dir and syncs the directory. longest is
// the length of the longest value in bytes.
func writeSeal(dir string, s seal, longest int) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	s.Files = nil
	for _, e := range entries {
		part, err := sealOf(filepath.Join(dir, e.Name()), longest)
		if err != nil {
			return err
		}
		s.Files = append(s.Files, part)
	}
	return durable.WriteFile(filepath.Join(dir, SealFile), sealed(s))
}

// sealOf syncs a file and hashes the part that is read when a table is opened: the
// index and the last block of a Badger file, or the whole of any other file.
func sealOf(path string, longest int) (part sealPart, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return part, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := durable.Sync(f); err != nil {
		return part, err
	}
	info, err := f.Stat()
	if err != nil {
		return part, err
	}
	part = sealPart{Name: info.Name(), Size: info.Size()}
	part.Tail = part.Size
	if strings.HasSuffix(path, sstSuffix) {
		table, err := openFile(localFiles(filepath.Dir(path)), filepath.Base(path))
		if err != nil {
			return part, err
		}
		part.Tail = min(part.Size, part.Size-table.end+int64(longest)+slack)
		if err := table.file.Close(); err != nil {
			return part, err
		}
	}
	part.Hash, err = hashTail(f, part.Size, part.Tail)
	return part, err
}

// sealed encodes v as a line of JSON followed by the hash of that line.
func sealed(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("tablebase: " + err.Error()) // cannot happen: our types can be marshaled
	}
	return fmt.Appendf(text, "\n%016x\n", xxhash.Sum64(text))
}

// unseal decodes the result of sealed.
func unseal(data []byte, v any) error {
	text, hash, _ := bytes.Cut(data, []byte("\n"))
	if string(hash) != fmt.Sprintf("%016x\n", xxhash.Sum64(text)) {
		return errors.New("wrong checksum")
	}
	return json.Unmarshal(text, v)
}

const maxSeal = 16 << 20 // bytes

// readSeal reads the seal of a table. The error matches fs.ErrNotExist if the
// directory does not exist.
func readSeal(dir folder, name string) (*seal, error) {
	data, err := readLimited(dir, SealFile, maxSeal)
	if err != nil {
		if _, serr := fs.Stat(dir, "."); serr == nil && errors.Is(err, fs.ErrNotExist) {
			return nil, &CorruptError{Name: name, Dir: dir.path, What: "file " + SealFile + " is missing"}
		}
		return nil, err
	}
	var s seal
	if err := unseal(data, &s); err != nil {
		return nil, &CorruptError{Name: name, Dir: dir.path, What: "invalid file " + SealFile, Err: err}
	}
	return &s, nil
}

// check returns an error if the files in dir do not match the seal, or if the table
// has a different name, an unsupported format or different rules.
func (s *seal) check(name string, dir folder, rules uint64) error {
	switch {
	case s.Format > formatVersion:
		return &VersionError{Name: name, Dir: dir.path, Have: s.Format, Tool: s.Tool}
	case s.Name != name:
		return &CorruptError{Name: name, Dir: dir.path, What: fmt.Sprintf("the seal names %s", s.Name)}
	case s.Rules != rules:
		return &ForeignError{Name: name, Dir: dir.path, Have: s.Rules, Want: rules}
	}
	damaged := func(name, what string, err error) error {
		return &CorruptError{Name: s.Name, Dir: dir.path, What: "file " + name + " " + what, Err: err}
	}
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return err
	}
	known := map[string]bool{SealFile: true}
	for _, part := range s.Files {
		known[part.Name] = true
	}
	err = parallel.For(context.Background(), maxConcurrentOpens, len(s.Files), 1, func(_, i, _ int) error {
		part := s.Files[i]
		f, err := dir.Open(part.Name)
		if errors.Is(err, fs.ErrNotExist) {
			return damaged(part.Name, "is missing", nil)
		}
		if err != nil {
			return err
		}
		info, err := f.Stat()
		var hash uint64
		if err == nil && info.Size() == part.Size {
			hash, err = hashTail(f.(file), part.Size, part.Tail)
		}
		f.Close()
		switch {
		case err != nil:
			return damaged(part.Name, "cannot be read", err)
		case info.Size() != part.Size:
			return damaged(part.Name, fmt.Sprintf("has %d bytes, expected %d", info.Size(), part.Size), nil)
		case hash != part.Hash:
			return damaged(part.Name, "has a wrong checksum", nil)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !known[e.Name()] {
			return damaged(e.Name(), "does not belong to the table", nil)
		}
	}
	return nil
}

// readLimited reads a file of at most limit bytes.
func readLimited(dir fs.FS, name string, limit int64) (data []byte, err error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", name, limit)
	}
	return data, err
}
