package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
	"zermelo/reports/model"
	"zermelo/solver/durable"
)

const (
	// MaxSheet is the maximum size of a rule sheet, in bytes.
	MaxSheet  = 256 << 10
	maxSheets = 64        // maximum number of stored sheets
	folder    = ".sheets" // in the data directory
	// tempPrefix is the prefix of the names of temporary upload folders. If such a
	// folder is older than staleAge, it was left by a crashed server.
	tempPrefix = "new"
	staleAge   = 10 * time.Minute
	extension  = ".kif"
)

func sheetLimits() work.Limits { return work.Limits{Bytes: 256 << 20, Time: 10 * time.Second} }

// Errors returned by Sheets.
var (
	ErrManySheets = fmt.Errorf("the limit of %d rule sheets has been reached", maxSheets)
	ErrLargeSheet = fmt.Errorf("the rule sheet exceeds %d KiB", MaxSheet>>10)
)

// Checked is the result of checking a rule sheet. The names of its JSON fields are
// stable.
type Checked struct {
	Name     string               `json:"name"`
	Game     string               `json:"game,omitempty"` // variant, if the game can be solved
	Options  []model.ListedOption `json:"options"`        // options that can follow the name, as in NAME:option=value
	Why      string               `json:"why,omitempty"`  // reason why the game cannot be solved
	Problems []sheet.Finding      `json:"problems"`
}

// Sheets stores uploaded rule sheets in the data directory. It does not accept other
// kinds of rules, because they are programs. Sheets is safe for concurrent use.
type Sheets struct {
	dir string

	mu       sync.Mutex
	variants map[string]games.Variant
}

// NewSheets returns the Sheets for the data directory db. It does not access the
// directory.
func NewSheets(db string) *Sheets {
	return &Sheets{dir: filepath.Join(db, folder), variants: map[string]games.Variant{}}
}

// Clean removes the temporary folders of interrupted uploads.
func (s *Sheets) Clean() error {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if info, infoErr := e.Info(); infoErr == nil && isTemporary(e) && time.Since(info.ModTime()) > staleAge {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.dir, e.Name())))
		}
	}
	return err
}

// Open returns the variant with the given name, which may include options. It returns
// nil if there is no such sheet or the sheet cannot be opened within the limits. It
// returns a games.InputError if the options are invalid. Open reopens a variant whose
// rules have failed.
func (s *Sheets) Open(ctx context.Context, name string) (games.Variant, error) {
	s.mu.Lock()
	v, known := s.variants[name]
	s.mu.Unlock()
	if known && (v == nil || games.Failure(v) == nil) {
		return v, nil
	}
	sheet, options, hasOptions := strings.Cut(name, ":")
	dir := s.dirOf(sheet)
	file, _, _ := strings.Cut(sheet, "@")
	file = filepath.Join(dir, file)
	if _, err := os.Stat(file); dir == "" || err != nil {
		return nil, nil
	}
	spec := file
	if hasOptions {
		spec += ":" + options
	}
	v, err := gdl.OpenSpec(ctx, spec, sheetLimits())
	var input *games.InputError
	switch {
	case hasOptions && errors.As(err, &input):
		return nil, withoutDir(err, file)
	case err != nil:
		v = nil // cached to avoid further attempts
	case v.Info().Name != sheet && !strings.HasPrefix(v.Info().Name, sheet+":"):
		v = nil // the file was modified
	}
	if ctx.Err() == nil {
		s.cache(name, v)
	}
	return v, nil
}

// isTemporary reports whether e is the temporary folder of an upload. The names of
// other folders contain a dot.
func isTemporary(e fs.DirEntry) bool {
	return strings.HasPrefix(e.Name(), tempPrefix) && !strings.Contains(e.Name(), ".")
}

// cache adds v to the cache under name. v is nil if the rules cannot be opened. A
// full cache is cleared first.
func (s *Sheets) cache(name string, v games.Variant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.variants) >= 2*maxSheets {
		clear(s.variants)
	}
	s.variants[name] = v
}

// dirOf returns the folder of the sheet with the given variant name, or "" if the name
// is invalid. In the name of the folder, such as wythoff.kif-3f2a1b, a hyphen replaces
// @, which has a special meaning in specs; see gdl.SplitSpec.
func (s *Sheets) dirOf(name string) string {
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}\.kif@[0-9a-f]{6}$`).MatchString(name) {
		return ""
	}
	return filepath.Join(s.dir, strings.Replace(name, "@", "-", 1))
}

// Add checks a rule sheet and stores it if its game can be solved. The name is a
// file name, with or without extension. Add returns a games.InputError if the name
// or the text is invalid, ErrLargeSheet, or ErrManySheets.
func (s *Sheets) Add(ctx context.Context, name string, text []byte) (*Checked, error) {
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}(\.kif)?$`).MatchString(name) {
		return nil, games.BadInput("name=%s: must be 1 to 64 letters, digits, _ or -, such as my-game.kif", games.Echo(name))
	}
	name = strings.TrimSuffix(name, extension)
	if len(text) > MaxSheet {
		return nil, ErrLargeSheet
	}
	if !utf8.Valid(text) || bytes.ContainsRune(text, 0) {
		return nil, games.BadInput("the file is not UTF-8 text")
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return nil, fmt.Errorf("store rule sheet: %w", err)
	}
	temp, err := os.MkdirTemp(s.dir, tempPrefix)
	if err != nil {
		return nil, fmt.Errorf("store rule sheet: %w", err)
	}
	defer os.RemoveAll(temp) // no-op after a successful rename
	file := filepath.Join(temp, name+extension)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return nil, fmt.Errorf("store rule sheet: %w", err)
	}
	rules, problems, err := gdl.CheckFile(ctx, file, sheetLimits())
	if err != nil {
		return nil, withoutDir(err, file)
	}
	checked := &Checked{Name: name, Problems: rules.Findings(problems), Options: []model.ListedOption{}}
	v, err := gdl.OpenSpec(ctx, file, sheetLimits())
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		checked.Why = strings.ReplaceAll(err.Error(), file, filepath.Base(file))
		return checked, nil
	}
	checked.Game = v.Info().Name
	for _, o := range v.Info().Options {
		checked.Options = append(checked.Options, model.NewListedOption(o))
	}
	return checked, s.store(temp, v)
}

func (s *Sheets) store(temp string, v games.Variant) error {
	name := v.Info().Name
	dir := s.dirOf(name)
	if _, err := os.Stat(dir); err == nil {
		s.cache(name, v)
		return nil
	}
	entries, err := os.ReadDir(s.dir)
	entries = slices.DeleteFunc(entries, isTemporary)
	switch {
	case err != nil:
		return fmt.Errorf("store rule sheet: %w", err)
	case len(entries) >= maxSheets:
		return ErrManySheets
	case dir == "":
		return fmt.Errorf("store rule sheet: invalid game name %s", games.Echo(name))
	}
	if err := durable.Rename(temp, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("store rule sheet: %w", err)
	}
	s.cache(name, v)
	return nil
}

// withoutDir removes the directory from the file name in an error.
func withoutDir(err error, file string) error {
	var limit *work.LimitError
	var input *games.InputError
	if errors.As(err, &limit) || errors.As(err, &input) {
		return games.BadInput("%s", strings.ReplaceAll(err.Error(), file, filepath.Base(file)))
	}
	return err
}
