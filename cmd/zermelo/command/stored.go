package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/own"
	"zermelo/tablebase/store"
)

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
