package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"zermelo/cmd/zermelo/author"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/games/own"
	"zermelo/reports/solved"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// open opens a game of the registry, a file or a program. It also looks for files in
// the user's folder of games.
func (p *program) open(ctx context.Context, spec string) (v games.Variant, err error) {
	if spec = p.resolve(spec); isFile(spec) {
		return p.openFile(ctx, spec)
	}
	if v, err = p.registry.Open(spec); err != nil {
		if _, program := p.findRules(spec); program != nil {
			return nil, program
		}
		if hint := author.Hint(spec); hint != nil && !p.isGame(spec) {
			err = hint
		}
		return nil, err
	}
	p.note(v)
	return v, nil
}

// resolve completes spec to the path of a file in the user's games folder or the
// working directory. It returns spec if there is no such file.
func (p *program) resolve(spec string) string {
	name, _, _ := strings.Cut(spec, ":")
	if _, _, unknown := p.registry.Entry(name); unknown != nil && !exists(spec) {
		spec = cmp.Or(author.Find(spec), author.WithSuffix(spec), spec)
	}
	return spec
}

// openFile opens a file, a program, or the rules stored with a table; see stored.
func (p *program) openFile(ctx context.Context, spec string) (games.Variant, error) {
	spec, r, err := p.stored(spec)
	if err != nil {
		return nil, err
	}
	v, err := p.openRules(ctx, spec, r)
	if err != nil {
		return nil, err
	}
	p.note(v)
	return v, nil
}

func (p *program) openSheet(ctx context.Context, spec, source string) (v games.Variant, err error) {
	err = p.sheets.Apply(func(limits work.Limits) error {
		v, err = gdl.OpenSource(ctx, spec, source, limits)
		return err
	})
	file, _, _ := gdl.SplitSpec(spec)
	game := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if errors.Is(err, fs.ErrNotExist) && p.isGame(game) {
		err = games.BadInput("%s: no such file; did you mean %q?", games.Echo(file), game)
	}
	return v, err
}

// note records an open variant, so that close closes it and messages use its label.
func (p *program) note(v games.Variant) {
	p.opened = append(p.opened, v)
	p.infos[v.Info().Name] = v.Info()
}

func exists(spec string) bool {
	file, _, program := own.SplitSpec(spec)
	if strings.HasPrefix(spec, own.Exec) {
		return program
	}
	_, err := os.Stat(file)
	return err == nil
}

// close closes the opened games and returns the first error.
func (p *program) close() (err error) {
	for _, v := range p.opened {
		err = cmp.Or(err, games.Failure(v))
		if c, ok := v.(io.Closer); ok {
			err = cmp.Or(err, c.Close())
		}
	}
	return err
}

// isFile reports whether spec refers to a file or a program.
func isFile(spec string) bool {
	_, _, outside := own.SplitSpec(spec)
	_, _, sheet := gdl.SplitSpec(spec)
	return outside || sheet
}

// isGame reports whether spec begins with the name of a game or refers to a file or a
// program.
func (p *program) isGame(spec string) bool {
	name, _, _ := strings.Cut(spec, ":")
	_, _, err := p.registry.Entry(name)
	return err == nil || isFile(spec)
}

// unsolved returns a hint for a rule sheet that cannot be solved, or "" for any
// other game.
func unsolved(info *games.Info) string {
	file, _, ok := gdl.SplitSpec(info.Typed)
	if !ok {
		return ""
	}
	return fmt.Sprintf("; you can play random moves (zermelo playout %q), count its plays (zermelo perft %[1]q 5), or show its properties (zermelo info %[1]q)", file)
}

// otherRules adds a note to err if a table for another version of the same file
// exists. err must report a missing table.
func otherRules(db string, v games.Variant, err error) error {
	list, listErr := store.List(db)
	if listErr != nil {
		return err // more useful than listErr
	}
	for _, s := range list {
		if variant, _ := store.VariantOf(s.Name); games.RulesChanged(variant, v.Info().Name) {
			return fmt.Errorf("%w (a table of %s exists, but the file has changed or another file has the same name)", err, s.Name)
		}
	}
	return err
}

// dataDir returns the default directory of the tables: $ZERMELO_DB, or else a folder
// in the platform's folder for user data. It returns "" if there is none.
func dataDir() string {
	if dir := os.Getenv("ZERMELO_DB"); dir != "" {
		return dir
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "zermelo")
	}
	home, err := os.UserHomeDir()
	switch {
	case err != nil:
		return ""
	case runtime.GOOS == "darwin":
		return filepath.Join(home, "Library", "Application Support", "zermelo")
	}
	return filepath.Join(home, ".local", "share", "zermelo")
}

func (p *program) tables() (string, error) {
	if p.db == "" {
		return "", games.BadInput("no default directory for tables without a home directory; set ZERMELO_DB or use --db DIR")
	}
	return p.db, nil
}

func (p *program) writableTables() (string, error) {
	db, err := p.tables()
	return db, cmp.Or(err, store.Writable(db))
}

// openStored opens a variant and returns the directory of the tables. It opens the
// general-sum form of a rule sheet if an earlier solve has found that the sum of the
// payoffs varies.
func (p *program) openStored(ctx context.Context, spec string) (v games.Variant, db string, err error) {
	if v, err = p.open(ctx, spec); err == nil {
		db, err = p.tables()
	}
	if err == nil && v.Info().SumUnproven {
		v, err = p.solvedSum(ctx, spec, v, db)
	}
	return v, db, err
}

// solvedSum returns v, or its general-sum form if only that form has a table.
func (p *program) solvedSum(ctx context.Context, spec string, v games.Variant, db string) (games.Variant, error) {
	_, options, _ := gdl.SplitSpec(spec)
	list, err := store.List(db)
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(s store.Summary) bool { return s.Name == name })
	}
	if name := v.Info().Name; err != nil || options != "" || has(name) || !has(gdl.AnySum(name)) {
		return v, nil // opening the table reports its own errors
	}
	return p.open(ctx, gdl.AnySum(spec))
}

// opener opens a game that has neither a table nor a proof.
type opener func(ctx context.Context, db string, v games.Variant, limit solved.Limit, missing error) (solved.Game, error)

// withSolved calls use with the table of a game. If there is no table and limit is
// not nil, it uses the proof; it then searches within limit for values missing from
// the proof. If there is neither, it calls unsolved, unless that is nil, with the error
// that reports the missing table.
func (p *program) withSolved(ctx context.Context, spec string, limit *solved.Limit, unsolved opener, use func(solved.Game) error) error {
	if limit != nil && limit.Time < 0 {
		return games.BadInput("--time %s: must not be negative; 0 means no limit", limit.Time)
	}
	v, db, err := p.openStored(ctx, spec)
	if err != nil {
		return err
	}
	if limit != nil {
		limit.Warn = p.warn
	}
	b, err := solved.OpenStored(ctx, db, v, limit)
	if errors.Is(err, store.ErrNoTable) {
		if _, none := proof.Summarize(db, v); none == nil {
			return fmt.Errorf("%w (only a proof of its value is stored)", err)
		}
		if unsolved == nil {
			return otherRules(db, v, err)
		}
		b, err = unsolved(ctx, db, v, *limit, err)
	}
	if err != nil {
		return err
	}
	return errors.Join(use(b), b.Close())
}

// findRules returns the rules stored with a table. The name of the table in spec may omit
// the digest of the rules. findRules returns nil if there is no table, and a
// games.InputError if the rules are a program.
func (p *program) findRules(spec string) (*store.Rules, error) {
	if p.db == "" {
		return nil, nil
	}
	file, _, _ := strings.Cut(spec, ":")
	r, err := store.FindRules(p.db, func(name string) bool {
		return name == file || strings.HasPrefix(name, games.FileName(file, ""))
	})
	if err == nil && r != nil && r.Program != "" {
		err = games.BadInput("%s: the rules are a program, which is not stored with the table; start it with %q", r.Name, r.Program)
	}
	return r, err
}

// stored returns the rules stored with a table if spec is the name of a table, or the name
// of a file that does not exist in the working directory. The result named is spec with the
// digest of the rules. For any other spec, stored returns nil rules.
func (p *program) stored(spec string) (named string, r *store.Rules, err error) {
	file, _, outside := own.SplitSpec(spec)
	if !outside {
		file, _, _ = gdl.SplitSpec(spec)
	}
	if filepath.Base(file) != file || strings.HasPrefix(spec, own.Exec) {
		return spec, nil, nil
	}
	base, _, marked := games.CutDigest(file, ".kif", ".gdl", ".star", ".wasm")
	_, missing := os.Stat(base)
	if !marked && missing == nil {
		return spec, nil, nil
	}
	r, err = p.findRules(file)
	switch {
	case missing == nil && (err != nil || r == nil || r.Source == ""):
		return spec, nil, nil // use the file
	case err != nil || r == nil:
		return spec, nil, err
	case r.Source == "":
		return spec, nil, games.BadInput("%s: the rules are not stored with the table; use their file, as in FOLDER/%s", r.Name, base)
	case !marked:
		p.progress.Note(fmt.Sprintf("no file %s; using the rules stored with the table of %s", base, r.Name))
	case missing == nil:
		if text, err := os.ReadFile(base); err == nil && string(text) == r.Source {
			break
		}
		p.progress.Note(fmt.Sprintf("%s: using the rules stored with the table, not the file %s, which differs", r.Name, base))
	}
	return r.Name + strings.TrimPrefix(spec, file), r, nil
}

// openNamed opens the variant with the given name from the rules stored with its table. It
// returns nil if there are none.
func (p *program) openNamed(ctx context.Context, name string) (games.Variant, error) {
	r, err := p.findRules(name)
	if err != nil || r == nil || r.Source == "" {
		return nil, err
	}
	return p.openRules(ctx, name, r)
}

// openRules opens the game that spec names. If r is nil, spec refers to a file or a
// program. Otherwise, spec begins with r.Name.
func (p *program) openRules(ctx context.Context, spec string, r *store.Rules) (v games.Variant, err error) {
	bare, source := spec, ""
	if r != nil {
		file, _, _ := strings.Cut(r.Name, "@")
		bare, source = file+strings.TrimPrefix(spec, r.Name), r.Source
	}
	if _, _, outside := own.SplitSpec(bare); outside {
		limits := p.answers
		limits.Memory = uint64(p.memory)
		v, err = own.OpenSource(ctx, bare, source, limits)
	} else {
		v, err = p.openSheet(ctx, bare, source)
	}
	if err != nil || r == nil {
		return v, err
	}
	v.Info().Typed = spec
	if name, _, _ := strings.Cut(v.Info().Name, ":"); name != r.Name {
		return nil, &store.CorruptError{Name: r.Name, Dir: r.Dir, What: "it contains the rules of " + name}
	}
	return v, nil
}
