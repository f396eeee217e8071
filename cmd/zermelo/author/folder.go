package author

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"zermelo/games/own"
)

// FolderVariable is the name of the environment variable that sets Folder.
const FolderVariable = "ZERMELO_GAMES"

// Folder returns the folder of the games that can be opened by name: $ZERMELO_GAMES,
// or else zermelo/games in the user's configuration directory. It returns "" if there
// is no such directory.
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

// suffixes returns the suffixes of game files, in order of preference.
func suffixes() []string { return []string{".wasm", ".star", ".kif", ".gdl", ".py"} }

// InFolder returns the names of the games in a folder. It returns nil if the folder
// does not exist.
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

// Find looks for a game in a folder. The argument spec is the name of the game, with
// an optional suffix and optional options, as in sticks:size=4. Find returns the spec
// that opens the game, or "" if the folder does not contain the game.
func Find(folder, spec string) string {
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
		if filepath.Ext(file) == ".py" {
			path = own.Exec + path
		}
		if options != "" {
			path += ":" + options
		}
		return path
	}
	return ""
}
