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

	"zermelo/games"
	"zermelo/solver/durable"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// SealFile is the file of the seal that a finished table has: the list of its files with their sizes and a
// hash of the part of each that is read on opening. It is checked first, so that
// a file that is missing or damaged there is named. The rest of the files is
// protected by Badger's and our own block checksums.
//
// The seal is one line of JSON followed by its xxhash64 in hexadecimal.
const SealFile = "seal.json"

type seal struct {
	Format int        // formatVersion, here as well so that it is found first
	Tool   string     // version of the program
	Name   string     // the variant
	Rules  uint64     `json:",string"` // rules digest
	Build  string     // marks the build, to know its leftovers by
	Files  []sealPart // all files but the seal

	// What List tells, so that it need not open the table.
	Kind    value.Kind
	Roles   []string
	Total   int `json:",omitempty"` // games.Info.Total
	States  int64
	Start   storedOutcome
	Created time.Time
	CPU     time.Duration `json:",omitempty"` // what the solution took; 0 where that was not measured
	Sheet   *games.Sheet  `json:",omitempty"` // games.Info.Sheet
}

// sealPart protects one file.
type sealPart struct {
	Name string
	Size int64  // in bytes
	Tail int64  // how many bytes at the end are hashed
	Hash uint64 `json:",string"` // xxhash64 of the tail
}

// slack is a bound for what is added to the last value of a file: key,
// header, offsets, checksums.
const slack = 4 << 10

// hashTail is the xxhash64 of the last bytes of an open file.
func hashTail(f io.ReaderAt, size, tail int64) (uint64, error) {
	h := xxhash.New()
	n, err := io.Copy(h, io.NewSectionReader(f, size-tail, tail))
	if err == nil && n != tail {
		err = io.ErrUnexpectedEOF
	}
	return h.Sum64(), err
}

// writeSeal seals the files of a table, none of whose values is longer than
// this, and makes all of it safe from a crash.
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

// sealOf syncs a file and seals what is read of it when a table is opened: all, or of a
// table file its index and last block, given the length of the longest value in bytes.
func sealOf(path string, longest int) (part sealPart, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return part, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := f.Sync(); err != nil {
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

// sealed is v as one line of JSON and its hash.
func sealed(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("tablebase: " + err.Error()) // our own structs can be marshalled
	}
	return fmt.Appendf(text, "\n%016x\n", xxhash.Sum64(text))
}

// unseal is the inverse of sealed.
func unseal(data []byte, v any) error {
	text, hash, _ := bytes.Cut(data, []byte("\n"))
	if string(hash) != fmt.Sprintf("%016x\n", xxhash.Sum64(text)) {
		return errors.New("wrong checksum")
	}
	return json.Unmarshal(text, v)
}

// maxSeal is the longest seal that is read, in bytes.
const maxSeal = 16 << 20

// readSeal reads the seal of the table of a variant in a folder. The error is fs.ErrNotExist
// if there is no such folder.
func readSeal(dir folder, name string) (*seal, error) {
	data, err := readLimited(dir, SealFile, maxSeal)
	if err != nil {
		if _, serr := fs.Stat(dir, "."); serr == nil && errors.Is(err, fs.ErrNotExist) {
			return nil, &CorruptError{Name: name, Dir: dir.path, What: "the file " + SealFile + " is missing"}
		}
		return nil, err
	}
	var s seal
	if err := unseal(data, &s); err != nil {
		return nil, &CorruptError{Name: name, Dir: dir.path, What: "the file " + SealFile, Err: err}
	}
	return &s, nil
}

// check checks that the table in dir is of this variant, format and rules, and compares
// its files with the seal.
func (s *seal) check(name string, dir folder, rules uint64) error {
	switch {
	case s.Format > formatVersion:
		return &VersionError{Name: name, Dir: dir.path, Have: s.Format, Tool: s.Tool}
	case s.Name != name:
		return &CorruptError{Name: name, Dir: dir.path, What: fmt.Sprintf("it is the table of %s", s.Name)}
	case s.Rules != rules:
		return &ForeignError{Name: name, Dir: dir.path, Have: s.Rules, Want: rules}
	}
	damaged := func(name, what string, err error) error {
		return &CorruptError{Name: s.Name, Dir: dir.path, What: "the file " + name + " " + what, Err: err}
	}
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return err
	}
	known := map[string]bool{SealFile: true}
	for _, part := range s.Files {
		known[part.Name] = true
	}
	err = parallel.For(context.Background(), openAtOnce, len(s.Files), 1, func(_, i, _ int) error {
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
			return damaged(part.Name, fmt.Sprintf("has %d bytes, not %d", info.Size(), part.Size), nil)
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
			return damaged(e.Name(), "does not belong there", nil)
		}
	}
	return nil
}

// readLimited reads a file that should be small.
func readLimited(dir fs.FS, name string, limit int64) (data []byte, err error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s is longer than %d bytes", name, limit)
	}
	return data, err
}
