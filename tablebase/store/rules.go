package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
)

// rulesFile is the name of the file in a finished table that contains games.Info.Source,
// compressed by zstd.
const rulesFile = "rules.zst"

// MaxRules is the maximum size of stored rules, in bytes, before compression.
const MaxRules = 16 << 20

// Rules holds the rules stored with a table of a game that is not built in.
type Rules struct {
	Name    string // name of the variant without options
	Dir     string // path of the table
	Source  string // content of the file with the rules, or empty
	Program string // spec of the program that implements the rules, or empty

	created time.Time
}

func (r *Rules) stored() bool { return r != nil && r.Source+r.Program != "" }

// writeRules stores the rules in the folder dir of a new table.
func (b *Partial) writeRules(dir string) error {
	source := b.info.Source
	if len(source) > MaxRules {
		b.Warn(fmt.Errorf("%s: the rules are not stored with the table, because they have %d bytes and the maximum is %d; keep their file",
			b.info.Label(), len(source), MaxRules))
	}
	if source == "" || len(source) > MaxRules {
		return nil
	}
	return os.WriteFile(filepath.Join(dir, rulesFile), NewEncoder().EncodeAll([]byte(source), nil), 0o666)
}

func decodeRules(data []byte) (string, error) {
	dec := NewDecoder(MaxRules)
	defer dec.Close()
	source, err := dec.DecodeAll(data, nil)
	return string(source), err
}

// FindRules returns the rules stored in the data directory db with a finished table, proof
// or results of a variant. It calls match with names without options, and selects the
// newest rules. FindRules returns nil if there is no such variant, and neither Source nor
// Program if no rules are stored. It returns a [*CorruptError] if they are damaged.
func FindRules(db string, match func(name string) bool) (found *Rules, err error) {
	root, err := openFolder(db)
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(root, ".")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("find rules: %w", diskError(err))
	}
	var failed error
	for _, e := range entries {
		variant, _ := VariantOf(variantOf(e.Name()))
		name, _, _ := strings.Cut(variant, ":")
		if isAuxiliary(e.Name()) || !match(name) {
			continue
		}
		r, err := readRules(root.sub(e.Name()), name)
		switch {
		case err != nil:
			failed = err
		case found == nil || r.stored() && !(found.stored() && r.created.Before(found.created)):
			found = r
		}
	}
	if found.stored() {
		failed = nil // other tables have the same rules
	}
	return found, failed
}

func readRules(dir folder, name string) (*Rules, error) {
	s, err := readSeal(dir, name)
	if err != nil {
		return nil, err
	}
	r := &Rules{Name: name, Dir: dir.path, Program: s.Program, created: s.Created}
	at := slices.IndexFunc(s.Files, func(part sealPart) bool { return part.Name == rulesFile })
	if at < 0 {
		return r, nil
	}
	data, err := readLimited(dir, rulesFile, 2*MaxRules)
	if err == nil && xxhash.Sum64(data) != s.Files[at].Hash {
		err = ErrChecksum
	}
	if err == nil {
		r.Source, err = decodeRules(data)
	}
	if err != nil {
		return nil, &CorruptError{Name: name, Dir: dir.path, What: "invalid file " + rulesFile, Err: err}
	}
	return r, nil
}
