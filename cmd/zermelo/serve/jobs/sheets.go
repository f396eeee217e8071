package jobs

import (
	"bytes"
	"cmp"
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
	"zermelo/games/own"
	"zermelo/games/own/protocol"
	"zermelo/reports/model"
	"zermelo/solver/durable"
)

const (
	// MaxSheet is the longest rule sheet or script, MaxModule the largest module, in bytes.
	MaxSheet  = 256 << 10
	MaxModule = 8 << 20
	// maxSheets is how many sheets are kept.
	maxSheets = 64
	// folder is where sheets are kept, in the directory of the tables.
	folder = ".sheets"
	// temporary is what the folder of an upload under way begins with. One that is older
	// than leftover is of a server that has crashed.
	temporary = "new"
	leftover  = 10 * time.Minute
	// checked is how many positions of a script or module are looked at.
	checked = 200
)

// The endings of files that can be sent.
const (
	sheetEnding  = ".kif"
	scriptEnding = ".star"
	moduleEnding = ".wasm"
)

// sheetLimits are what the work on one sheet may take.
func sheetLimits() work.Limits { return work.Limits{Bytes: 256 << 20, Time: 10 * time.Second} }

// scriptLimits are what an answer of a script or module may take.
func scriptLimits() protocol.Limits { return protocol.Limits{Time: 5 * time.Second, Memory: 256 << 20} }

// Errors of Sheets.
var (
	ErrManySheets = fmt.Errorf("the server keeps %d files with rules, and has as many", maxSheets)
	ErrLargeSheet = fmt.Errorf("a rule sheet or a script can have %d KiB, a module %d MiB", MaxSheet>>10, MaxModule>>20)
)

// Checked is what the checker says of rules. As JSON it has stable field names.
type Checked struct {
	Name     string               `json:"name"`
	Game     string               `json:"game,omitempty"` // the variant, if it can be solved
	Options  []model.ListedOption `json:"options"`        // that can follow the name, as in NAME:option=value
	Why      string               `json:"why,omitempty"`  // it cannot be solved
	Problems []sheet.Finding      `json:"problems"`
}

// Sheets keeps the rules that clients have sent, as files in the directory of the tables:
// rule sheets, scripts and modules. It is safe for concurrent use.
type Sheets struct {
	dir string

	mu       sync.Mutex
	variants map[string]games.Variant
}

// NewSheets makes the Sheets of a directory of tables. It reads nothing yet.
func NewSheets(db string) *Sheets {
	return &Sheets{dir: filepath.Join(db, folder), variants: map[string]games.Variant{}}
}

// Clean removes what uploads have left that did not end.
func (s *Sheets) Clean() error {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if info, gone := e.Info(); gone == nil && isTemporary(e) && time.Since(info.ModTime()) > leftover {
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.dir, e.Name())))
		}
	}
	return err
}

// Open is the game of a sheet by the name of its variant, with its options. It is nil if
// there is no such sheet, or it cannot be read within the limits. One whose rules have failed
// is opened anew. An error is a games.InputError about the options.
func (s *Sheets) Open(ctx context.Context, name string) (games.Variant, error) {
	s.mu.Lock()
	v, known := s.variants[name]
	s.mu.Unlock()
	if known && (v == nil || games.Failure(v) == nil) {
		return v, nil
	}
	sheet, options, hasOptions := strings.Cut(name, ":")
	place := s.place(sheet)
	file, _, _ := strings.Cut(sheet, "@")
	file = filepath.Join(place, file)
	if _, err := os.Stat(file); place == "" || err != nil {
		return nil, nil
	}
	spec := file
	if hasOptions {
		spec += ":" + options
	}
	v, err := open(ctx, spec)
	var input *games.InputError
	switch {
	case hasOptions && errors.As(err, &input):
		return nil, local(err, file)
	case err != nil:
		v = nil // and is not tried again
	case v.Info().Name != sheet && !strings.HasPrefix(v.Info().Name, sheet+":"):
		v = nil // the file was changed
	}
	if ctx.Err() == nil {
		s.put(name, v)
	}
	return v, nil
}

// isTemporary reports whether a folder is that of an upload: other names have an ending.
func isTemporary(e fs.DirEntry) bool {
	return strings.HasPrefix(e.Name(), temporary) && !strings.Contains(e.Name(), ".")
}

// open opens the rules in a file, with options or without, within the limits.
func open(ctx context.Context, spec string) (games.Variant, error) {
	if _, _, ok := gdl.SplitSpec(spec); ok {
		return gdl.OpenSpec(ctx, spec, sheetLimits())
	}
	return own.OpenSpec(ctx, spec, scriptLimits())
}

// put remembers a game, or nil for rules that cannot be read. It forgets all when there are
// too many with options.
func (s *Sheets) put(name string, v games.Variant) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.variants) >= 2*maxSheets {
		clear(s.variants)
	}
	s.variants[name] = v
}

// place is the folder of a sheet by the name of its variant, as in wythoff.kif-3f2a1b; ""
// for a name that no sheet here has. In a path @ has a meaning, see gdl.SplitSpec.
func (s *Sheets) place(name string) string {
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}\.(kif|star|wasm)@[0-9a-f]{6}$`).MatchString(name) {
		return ""
	}
	return filepath.Join(s.dir, strings.Replace(name, "@", "-", 1))
}

// Add checks rules, and keeps them if they can be solved. The name is that of their file;
// without an ending it is a rule sheet. Its errors are games.InputErrors about name and
// text, ErrManySheets, ErrLargeSheet, that of ctx, and those of the file system.
func (s *Sheets) Add(ctx context.Context, name string, text []byte) (*Checked, error) {
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}(\.(kif|star|wasm))?$`).MatchString(name) {
		return nil, games.BadInput("name=%s: want 1 to 64 letters, digits, _ and -, and .kif, .star or .wasm, as in name=my-game.kif", games.Echo(name))
	}
	ending := cmp.Or(filepath.Ext(name), sheetEnding)
	name = strings.TrimSuffix(name, ending)
	if len(text) > MaxModule || ending != moduleEnding && len(text) > MaxSheet {
		return nil, ErrLargeSheet
	}
	if ending != moduleEnding && (!utf8.Valid(text) || bytes.ContainsRune(text, 0)) {
		return nil, games.BadInput("the file is no text")
	}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return nil, fmt.Errorf("keep a rule sheet: %w", err)
	}
	temp, err := os.MkdirTemp(s.dir, temporary)
	if err != nil {
		return nil, fmt.Errorf("keep a rule sheet: %w", err)
	}
	defer os.RemoveAll(temp) // it is empty, or nobody's
	file := filepath.Join(temp, name+ending)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return nil, fmt.Errorf("keep a rule sheet: %w", err)
	}
	checked := &Checked{Name: name, Problems: []sheet.Finding{}, Options: []model.ListedOption{}}
	if ending == sheetEnding {
		rules, problems, err := gdl.CheckFile(ctx, file, sheetLimits())
		if err != nil {
			return nil, local(err, file)
		}
		checked.Problems = rules.Findings(problems)
	}
	v, err := open(ctx, file)
	if err == nil && ending != sheetEnding {
		checked.Problems, err = try(ctx, v)
	}
	if ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), closeGame(v))
	}
	var rules *own.RulesError
	switch {
	case errors.As(err, &rules):
		checked.Problems = []sheet.Finding{findingOf(rules)}
		checked.Why = rules.Error()
	case err != nil:
		checked.Why = strings.ReplaceAll(err.Error(), file, filepath.Base(file))
	}
	if err != nil {
		return checked, closeGame(v)
	}
	checked.Game = v.Info().Name
	for _, o := range v.Info().Options {
		checked.Options = append(checked.Options, model.ListedOption{Name: o.Name, Default: o.Default, Domain: o.Domain, Help: o.Help})
	}
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
	entries = slices.DeleteFunc(entries, isTemporary)
	switch {
	case err != nil:
		return fmt.Errorf("keep a rule sheet: %w", err)
	case len(entries) >= maxSheets:
		return errors.Join(ErrManySheets, closeGame(v))
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
