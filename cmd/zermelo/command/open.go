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
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/games/own"
	"zermelo/games/own/protocol"
	"zermelo/reports/solved"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// open finds the variant that spec names: a game of the registry, a rule sheet, a script, a
// module or a program, or one of these in the user's folder.
func (p *program) open(ctx context.Context, spec string) (v games.Variant, err error) {
	name, _, _ := strings.Cut(spec, ":")
	if _, _, unknown := p.registry.Entry(name); unknown != nil && !exists(spec) {
		spec = cmp.Or(author.Find(author.Folder(), spec), spec)
	}
	if _, _, outside := own.SplitSpec(spec); outside {
		v, err = own.OpenSpec(ctx, spec, protocol.Limits{Time: p.answers.Time, Memory: uint64(p.memory)})
	} else if file, _, sheet := gdl.SplitSpec(spec); sheet {
		v, err = p.compile(func(limits work.Limits) (games.Variant, error) {
			return gdl.OpenSpec(ctx, spec, limits)
		})
		game := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		if _, statErr := os.Stat(file); err != nil && errors.Is(statErr, fs.ErrNotExist) && p.isGame(game) {
			err = games.BadInput("%v; did you mean %q?", err, game)
		}
	} else {
		v, err = p.registry.Open(spec)
	}
	if err != nil {
		return nil, err
	}
	p.opened = append(p.opened, v)
	p.specs[v.Info().Name], p.labels[v.Info().Name] = v.Info().Spec(), v.Info().Label()
	return v, nil
}

// compile calls open, which compiles a rule sheet, within the limits.
func (p *program) compile(open func(work.Limits) (games.Variant, error)) (games.Variant, error) {
	limits, err := p.sheets.Limits()
	if err != nil {
		return nil, err
	}
	defer usage.LimitGrounding(usage.Size(limits.Bytes))()
	return open(limits)
}

// exists reports whether a file is there, or the program of a game.
func exists(spec string) bool {
	file, _, program := own.SplitSpec(spec)
	if strings.HasPrefix(spec, own.Exec) {
		return program
	}
	_, err := os.Stat(file)
	return err == nil
}

// close ends the games that were opened, and returns why the rules of one have failed.
func (p *program) close() (err error) {
	for _, v := range p.opened {
		err = cmp.Or(err, games.Failure(v))
		if c, ok := v.(io.Closer); ok {
			err = cmp.Or(err, c.Close())
		}
	}
	return err
}

// isFile reports whether spec names a game in a file, or a program.
func isFile(spec string) bool {
	_, _, outside := own.SplitSpec(spec)
	_, _, sheet := gdl.SplitSpec(spec)
	return outside || sheet
}

// isGame reports whether spec begins with the name of a game, or names a file.
func (p *program) isGame(spec string) bool {
	name, _, _ := strings.Cut(spec, ":")
	_, _, err := p.registry.Entry(name)
	return err == nil || isFile(spec)
}

// unsolved says what can be done with a rule sheet that cannot be solved.
func unsolved(info *games.Info) string {
	file, _, ok := gdl.SplitSpec(info.Typed)
	if !ok {
		return ""
	}
	return fmt.Sprintf("; you can play it out (zermelo gdl playout %q), count its plays (zermelo gdl perft %[1]q 5), or see its kind (zermelo gdl info %[1]q)", file)
}

// otherRules adds to an error about a missing table of a rule sheet the tables of other
// rules under the file's name: the file may have changed since they were made.
func otherRules(db string, v games.Variant, err error) error {
	list, listErr := store.List(db)
	if listErr != nil {
		return err // the first error says more
	}
	for _, s := range list {
		if variant, _ := store.VariantOf(s.Name); games.OtherRules(variant, v.Info().Name) {
			return fmt.Errorf("%w (there is a table of %s: the rules in the file have changed since, or those are of another file of that name)", err, s.Name)
		}
	}
	return err
}

// dataDir is the default directory of the tables: $ZERMELO_DB, else the platform's
// folder for user data. It is "" if the user has no home.
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

// tables is the directory of the tables, or an error if there is none.
func (p *program) tables() (string, error) {
	if p.db == "" {
		return "", games.BadInput("no directory for tables: the user has no home; set ZERMELO_DB or use --db DIR")
	}
	return p.db, nil
}

// ownTables is the directory of the tables for a command that makes some.
func (p *program) ownTables() (string, error) {
	db, err := p.tables()
	return db, cmp.Or(err, store.Writable(db))
}

// openStored opens a variant and finds the directory of the tables. For a rule sheet
// that has no table it opens the game with the same rules that has one, if there is one.
func (p *program) openStored(ctx context.Context, spec string) (v games.Variant, db string, err error) {
	if v, err = p.open(ctx, spec); err == nil {
		db, err = p.tables()
	}
	if err == nil && v.Info().Sheet != nil {
		v, err = p.sameRules(ctx, spec, v, db)
	}
	return v, db, err
}

// sameRules is v or, if that has no table, a game with the same rules that has one:
// another sheet's, or a built-in one's. Options change rules.
func (p *program) sameRules(ctx context.Context, spec string, v games.Variant, db string) (games.Variant, error) {
	_, options, _ := gdl.SplitSpec(spec)
	list, err := store.List(db)
	name, form := v.Info().Name, v.Info().Sheet.Form
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(s store.Summary) bool { return s.Name == name })
	}
	if err != nil || options != "" || has(name) {
		return v, nil // the table's own trouble is told when it is opened
	}
	if v.Info().SumUnproven && has(gdl.AnySum(name)) {
		return p.open(ctx, gdl.AnySum(spec)) // a solve has found it so
	}
	preset := gdl.PresetOf(form)
	native, _ := p.registry.NameOf(preset)
	for _, s := range list {
		if _, kind := store.VariantOf(s.Name); s.Err != nil || s.Partial || kind != "" {
			continue
		}
		var same games.Variant
		said := ""
		switch {
		case s.Sheet != nil && s.Sheet.Form == form && !strings.Contains(s.Name, ":"):
			same, err = p.compile(func(limits work.Limits) (games.Variant, error) {
				return gdl.OpenSame(ctx, spec, s.Name, s.Sheet.Text, limits)
			})
			if err != nil {
				return nil, err
			}
			said = "up to names these are the rules of " + s.Name
		case preset != "" && s.Name == native:
			if same, err = p.registry.Open(preset); err != nil {
				return nil, err
			}
			said = "these are the rules of the game " + preset + ", in whose words all is written"
		}
		if same != nil {
			p.say(false, fmt.Sprintf("%s: %s: using its table", v.Info().Label(), said))
			p.opened = append(p.opened, same)
			return same, nil
		}
	}
	return v, nil
}

// withBook opens what is stored of a game and calls use: its table, or else its proof,
// if there is a limit for searches of the values that the proof does not have. Searches
// end with ctx. Unsolved says that a rule sheet may also be one of which nothing is stored.
func (p *program) withBook(ctx context.Context, spec string, limit *solved.Limit, unsolved bool, use func(solved.Game) error) error {
	if limit != nil && limit.Time < 0 {
		return games.BadInput("--time %s: want a time as in 5s, or 0 for no limit", limit.Time)
	}
	v, db, err := p.openStored(ctx, spec)
	if err != nil {
		return err
	}
	b, missing := solved.Open(db, v)
	if err = missing; errors.Is(missing, store.ErrNoTable) {
		if limit != nil {
			limit.Warn = p.warn
			b, err = solved.OpenProof(ctx, db, v, *limit)
		} else if _, none := proof.Summarize(db, v); none == nil {
			return fmt.Errorf("%w (there is only a proof of its value, from solve --method)", missing)
		}
		if errors.Is(err, store.ErrNoTable) {
			if unsolved && v.Info().Sheet != nil {
				b, err = solved.OpenUnsolved(ctx, v, *limit)
			}
			if b == nil {
				return otherRules(db, v, missing)
			}
			p.warn(fmt.Errorf("nothing is stored of %s: its moves are searched for, and need not be the best", v.Info().Label()))
		}
	}
	if err != nil {
		return err
	}
	return errors.Join(use(b), b.Close())
}
