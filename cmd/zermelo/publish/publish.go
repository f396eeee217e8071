// Package publish creates a folder for a static web host. The folder contains the
// explorer page, tables, and the program that reads the tables in a browser.
package publish

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"zermelo/cmd/zermelo/publish/folder"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/own"
	"zermelo/solver/durable"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

// maxStates limits the games that Publish solves because they have no table to those
// forecast to have at most this many states.
const maxStates = 50_000

// Options configures Publish. DB, Games and Out are required.
type Options struct {
	DB    string          // data directory
	Games []games.Variant // variants to publish
	Out   string          // output folder
	// Force allows Publish to replace a folder that was published before.
	Force bool
	// Source is the folder with the source code of this program, from which the
	// program for browsers is compiled. If it is empty, that program is copied
	// from the release folder beside the executable. Without one, Source defaults
	// to the folder that this program was built from, or the working directory.
	Source    string
	OnCompile func() // if not nil, called before the program is compiled
	Version   string // program version
}

// Summary describes a published folder.
type Summary struct {
	Folder string        `json:"folder"` // output folder
	Games  []folder.Game `json:"games"`  // published games
	Files  int           `json:"files"`  // number of files
	Bytes  int64         `json:"bytes"`  // size of all files in bytes
	// Explorer is the size of the program in bytes. Browsers load it on the first
	// visit.
	Explorer int64 `json:"explorer_bytes"`
}

// Publish creates the output folder. It writes the files to a temporary folder, which
// it then renames. It returns a games.InputError if the output folder exists and is
// not a published folder, and a *store.NoTableError if a game has no table and is too
// large to be solved quickly.
func Publish(ctx context.Context, o Options) (*Summary, error) {
	if err := checkOut(o.Out, o.Force); err != nil {
		return nil, err
	}
	release, err := findRelease()
	if err != nil {
		return nil, err
	}
	source := ""
	if o.Source != "" || release == "" {
		release = ""
		if source, err = findSource(o.Source); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(o.Out)), 0o777); err != nil {
		return nil, err
	}
	dir, lock, err := durable.MkdirTemp(filepath.Dir(filepath.Clean(o.Out)), filepath.Base(o.Out))
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	defer os.RemoveAll(dir) // after replace, this is the old folder
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	list := folder.List{}
	for _, v := range o.Games {
		g, err := o.add(ctx, v, dir)
		if err != nil {
			return nil, err
		}
		list.Games = append(list.Games, g)
	}
	tag := builtinTag
	if slices.ContainsFunc(list.Games, func(g folder.Game) bool { return g.Sheet }) {
		tag = rulesTag
	}
	if release != "" {
		err = copyRelease(release, dir, tag)
	} else {
		if o.OnCompile != nil {
			o.OnCompile()
		}
		err = compile(ctx, source, dir, tag)
	}
	if err != nil {
		return nil, err
	}
	if err := errors.Join(o.writeAnswers(ctx, dir, list.Games), writePage(dir)); err != nil {
		return nil, err
	}
	if list.Files, err = filesOf(dir); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, folder.ListFile), text, 0o666)
	}
	if err != nil {
		return nil, err
	}
	summary := &Summary{Folder: o.Out, Games: list.Games, Files: len(list.Files) + 1, Bytes: int64(len(text)), Explorer: list.Files[folder.Explorer]}
	for _, size := range list.Files {
		summary.Bytes += size
	}
	return summary, replace(dir, o.Out)
}

func (o *Options) add(ctx context.Context, v games.Variant, dir string) (folder.Game, error) {
	g := folder.Game{Spec: v.Info().Name}
	name := v.Info().Name
	_, options, rules := gdl.SplitSpec(v.Info().Spec())
	if !rules {
		_, options, rules = own.SplitSpec(v.Info().Spec())
		if strings.HasPrefix(v.Info().Spec(), own.Exec) {
			return g, games.BadInput("%s: browsers cannot run programs; write the rules as a script or a module", games.Echo(v.Info().Label()))
		}
	}
	if rules {
		base, _, _ := strings.Cut(name, "@")
		g.Sheet, g.Spec = true, path.Join(folder.Sheets, base)
		if err := writeFile(filepath.Join(dir, folder.Sheets, base), []byte(v.Info().Source)); err != nil {
			return g, err
		}
		if options != "" {
			g.Spec += ":" + options
		}
	}
	tables := filepath.Join(dir, folder.Tables)
	err := store.Copy(o.DB, name, tables)
	if errors.Is(err, store.ErrNoTable) {
		if proof := store.Copy(o.DB, store.ProofName(name), tables); !errors.Is(proof, store.ErrNoTable) {
			return g, proof
		}
		if _, failed := solve.Solve(ctx, tables, v, solve.Options{Method: solve.Table, Limit: maxStates, Tool: o.Version}); failed == nil {
			return g, nil
		}
		absent := &store.NoTableError{}
		if errors.As(err, &absent) {
			absent.Label = v.Info().Label()
		}
	}
	return g, err
}

// checkOut returns an error if the output folder must not be replaced.
func checkOut(out string, force bool) error {
	entries, err := os.ReadDir(out)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(entries) == 0:
		return nil
	case err != nil:
		return err
	}
	if _, err := os.Stat(filepath.Join(out, folder.ListFile)); err != nil {
		return games.BadInput("%s: not a published folder; choose a new folder", games.Echo(out))
	}
	if !force {
		return games.BadInput("%s: already exists; replace it with --force, or choose a new folder", games.Echo(out))
	}
	return nil
}

// replace renames dir to out. If out exists, replace exchanges the two folders, and
// the caller must remove dir. During the exchange, the existing folder is named
// dir.old. Cleanups do not remove it.
func replace(dir, out string) error {
	old := dir + ".old"
	if err := durable.Rename(out, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := durable.Rename(dir, out); err != nil {
		return errors.Join(err, durable.Rename(old, out))
	}
	if err := durable.Rename(old, dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func filesOf(dir string) (map[string]int64, error) {
	files := map[string]int64{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			files[name] = info.Size()
		}
		return err
	})
	return files, err
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return writeFile(to, text)
}

// writeFile writes a file. It returns a games.InputError if the file exists and its
// contents differ.
func writeFile(to string, text []byte) error {
	if there, err := os.ReadFile(to); err == nil && !bytes.Equal(there, text) {
		return games.BadInput("two different files are named %s; rename one of them", games.Echo(filepath.Base(to)))
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o666)
}
