package jobs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
	"zermelo/solver/durable"
)

const (
	// MaxSheet is the longest rule sheet, in bytes.
	MaxSheet = 256 << 10
	// maxSheets is how many sheets are kept.
	maxSheets = 64
	// folder is where sheets are kept, in the directory of the tables.
	folder = ".sheets"
)

// sheetLimits are what the work on one sheet may take.
func sheetLimits() work.Limits { return work.Limits{Bytes: 256 << 20, Time: 10 * time.Second} }

// ErrManySheets says that no more rule sheets are kept.
var ErrManySheets = fmt.Errorf("the server keeps %d rule sheets, and has as many", maxSheets)

// Checked is what the checker says of a rule sheet. As JSON it has stable field names.
type Checked struct {
	Name     string          `json:"name"`
	Game     string          `json:"game,omitempty"` // the variant, if it can be solved
	Why      string          `json:"why,omitempty"`  // it cannot be solved
	Problems []sheet.Finding `json:"problems"`
}

// Sheets keeps the rule sheets that clients have sent, as files in the directory of the
// tables. It is safe for concurrent use.
type Sheets struct {
	dir string

	mu       sync.Mutex
	variants map[string]games.Variant
}

// NewSheets makes the Sheets of a directory of tables. It reads nothing yet.
func NewSheets(db string) *Sheets {
	return &Sheets{dir: filepath.Join(db, folder), variants: map[string]games.Variant{}}
}

// Open is the game of a sheet by the name of its variant. It is nil if there is no such
// sheet, or it cannot be read within the limits.
func (s *Sheets) Open(ctx context.Context, name string) games.Variant {
	s.mu.Lock()
	v, known := s.variants[name]
	s.mu.Unlock()
	if known {
		return v
	}
	place := s.place(name)
	file, _, _ := strings.Cut(name, "@")
	file = filepath.Join(place, file)
	if _, err := os.Stat(file); place == "" || err != nil {
		return nil
	}
	v, err := gdl.OpenSpec(ctx, file, sheetLimits())
	if err != nil || v.Info().Name != name {
		v = nil // and is not tried again
	}
	if ctx.Err() == nil {
		s.put(name, v)
	}
	return v
}

func (s *Sheets) put(name string, v games.Variant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.variants[name] = v
}

// place is the folder of a sheet by the name of its variant, as in wythoff.kif-3f2a1b; ""
// for a name that no sheet here has. In a path @ has a meaning, see gdl.SplitSpec.
func (s *Sheets) place(name string) string {
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}\.kif@[0-9a-f]{6}$`).MatchString(name) {
		return ""
	}
	return filepath.Join(s.dir, strings.Replace(name, "@", "-", 1))
}

// Add checks a sheet, and keeps it if it can be solved. The name is that of its file,
// without an ending. Its errors are games.InputErrors about name and text, ErrManySheets,
// that of ctx, and those of the file system.
func (s *Sheets) Add(ctx context.Context, name, text string) (*Checked, error) {
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`).MatchString(name) {
		return nil, games.BadInput("name=%s: want 1 to 64 letters, digits, _ and -, as in name=my-game", games.Echo(name))
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, games.BadInput("the rule sheet is no text")
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return nil, fmt.Errorf("keep a rule sheet: %w", err)
	}
	temp, err := os.MkdirTemp(s.dir, "new")
	if err != nil {
		return nil, fmt.Errorf("keep a rule sheet: %w", err)
	}
	defer os.RemoveAll(temp) // it is empty, or nobody's
	file := filepath.Join(temp, name+".kif")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return nil, fmt.Errorf("keep a rule sheet: %w", err)
	}
	rules, problems, err := gdl.CheckFile(ctx, file, sheetLimits())
	if err != nil {
		return nil, local(err, file)
	}
	checked := &Checked{Name: name, Problems: rules.Findings(problems)}
	v, err := gdl.OpenSpec(ctx, file, sheetLimits())
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		checked.Why = strings.ReplaceAll(err.Error(), file, name+".kif")
		return checked, nil
	}
	checked.Game = v.Info().Name
	return checked, s.keep(temp, v)
}

// keep moves the folder of a sheet into its place.
func (s *Sheets) keep(temp string, v games.Variant) error {
	name := v.Info().Name
	place := s.place(name)
	if _, err := os.Stat(place); err == nil {
		s.put(name, v)
		return nil
	}
	entries, err := os.ReadDir(s.dir)
	switch {
	case err != nil:
		return fmt.Errorf("keep a rule sheet: %w", err)
	case len(entries) > maxSheets: // temp is one
		return ErrManySheets
	case place == "":
		return fmt.Errorf("keep a rule sheet: its game has the name %s", games.Echo(name))
	}
	if err := durable.Rename(temp, place); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("keep a rule sheet: %w", err)
	}
	s.put(name, v)
	return nil
}

// local takes the folder out of an error's text.
func local(err error, file string) error {
	var limit *work.LimitError
	var input *games.InputError
	if errors.As(err, &limit) || errors.As(err, &input) {
		return games.BadInput("%s", strings.ReplaceAll(err.Error(), file, filepath.Base(file)))
	}
	return err
}
