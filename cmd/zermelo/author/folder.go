package author

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/games/own"
)

// FolderVariable is the name of the environment variable that sets Folder.
const FolderVariable = "ZERMELO_GAMES"

// Folder returns the folder whose games can be opened by name. The folder is
// $ZERMELO_GAMES or, if that is not set, zermelo/games in the user's configuration
// directory. Folder returns "" if there is no configuration directory.
func Folder() string {
	if dir := os.Getenv(FolderVariable); dir != "" {
		return dir
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "zermelo", "games")
}

// program is the suffix of programs that need the prefix own.Exec.
const program = ".py"

// suffixes returns the suffixes of game files in order of preference.
func suffixes() []string { return []string{".wasm", ".star", ".kif", ".gdl", program} }

// InFolder returns the names of the game files in folder, or nil if folder does not
// exist.
func InFolder(folder string) (files []string) {
	list, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	for _, f := range list {
		if slices.Contains(suffixes(), filepath.Ext(f.Name())) && !f.IsDir() {
			files = append(files, f.Name())
		}
	}
	return files
}

// Find returns the spec that opens a game in the user's games folder, or "" if there
// is no such game. The argument is a name, optionally followed by a suffix and
// options, as in sticks:size=4.
func Find(spec string) string {
	folder := Folder()
	name, options, _ := strings.Cut(spec, ":")
	if folder == "" || name == "" || strings.ContainsRune(name, filepath.Separator) {
		return ""
	}
	for _, suffix := range append([]string{""}, suffixes()...) {
		file := name + suffix
		if !slices.Contains(InFolder(folder), file) {
			continue
		}
		path := filepath.Join(folder, file)
		if filepath.Ext(file) == program {
			path = own.Exec + path
		}
		if options != "" {
			path += ":" + options
		}
		return path
	}
	return ""
}

// WithSuffix adds the suffix of an existing game file to a spec such as
// ./sticks:size=4. It returns "" if there is no such file. It never adds the suffix of a
// program, because a program runs only if its spec begins with exec:.
func WithSuffix(spec string) string {
	name, options, hasOptions := strings.Cut(spec, ":")
	for _, suffix := range suffixes() {
		if suffix == program || !isFile(name+suffix) {
			continue
		}
		if name += suffix; hasOptions {
			name += ":" + options
		}
		return name
	}
	return ""
}

// Hint returns an error that describes how to open the file spec if it is a program or
// has an unknown suffix, or that it does not exist. It returns nil if spec does not
// resemble a file.
func Hint(spec string) error {
	name, _, _ := strings.Cut(spec, ":")
	for _, file := range []string{name, name + program} {
		info, err := os.Stat(file)
		switch {
		case err != nil:
			continue
		case info.IsDir():
			return games.BadInput("%s is a folder; name a file in it, or create an example with: zermelo new NAME", games.Echo(name))
		case !info.Mode().IsRegular():
			continue
		}
		if !strings.ContainsRune(file, filepath.Separator) {
			file = "." + string(filepath.Separator) + file
		}
		if filepath.Ext(file) == program || info.Mode()&0o111 != 0 {
			return games.BadInput("%s: to use a program as a game, write %s%s; a script in Starlark must end in .star", games.Echo(spec), own.Exec, file)
		}
		return games.BadInput("%s: unknown file type; use a script (.star), a module (.wasm), a rule sheet (.kif, .gdl) or a program (exec:PROGRAM)", games.Echo(spec))
	}
	if strings.ContainsAny(name, "./") {
		return games.FileError(name, fs.ErrNotExist)
	}
	return nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
