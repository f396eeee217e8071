package author

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"zermelo/games/own"
)

// FolderVariable is the environment variable that sets Folder.
const FolderVariable = "ZERMELO_GAMES"

// Folder is where games of the user's own are found by their names alone: $ZERMELO_GAMES,
// else a folder in that for the user's configuration; "" if there is none.
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

// endings are those of the games in a folder, in the order in which they are preferred.
func endings() []string { return []string{".wasm", ".star", ".kif", ".gdl", ".py"} }

// InFolder lists the files of games in a folder.
func InFolder(folder string) (files []string) {
	list, err := os.ReadDir(folder)
	if err != nil {
		return nil // there need not be one
	}
	for _, f := range list {
		if slices.Contains(endings(), filepath.Ext(f.Name())) && !f.IsDir() {
			files = append(files, f.Name())
		}
	}
	return files
}

// Find is what opens the game of a folder that spec names, as in sticks:size=4, which may
// have the ending of the file; "" if there is none.
func Find(folder, spec string) string {
	name, options, _ := strings.Cut(spec, ":")
	if folder == "" || name == "" || strings.ContainsRune(name, filepath.Separator) {
		return ""
	}
	for _, ending := range append([]string{""}, endings()...) {
		file := name + ending
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
