// Package starter has small working games to start from, one for each way to bring a game.
package starter

import (
	"embed"
	"os"
	"path/filepath"
	"strings"

	"zermelo/games"
)

//go:embed game.star game.py game.kif game.go.txt zermelo.go.txt
var files embed.FS

// Kinds are the ways to bring a game.
func Kinds() []string { return []string{"star", "py", "go", "kif"} }

// Text is a file of a starter, with the name of a game in it.
func Text(file, name string) string {
	text, err := files.ReadFile(file)
	if err != nil {
		panic("starter: " + err.Error()) // the files are part of the program
	}
	return strings.ReplaceAll(string(text), "NAME", name)
}

// Write writes a game of one of the kinds into a folder, and returns the path of the file
// that the author edits. It is an InputError if there is a file already.
func Write(folder, name, kind string) (path string, err error) {
	if err := games.CheckName(name); err != nil || strings.ContainsAny(name, " :,=@.") {
		return "", games.BadInput("the name %q: want letters, digits, - and _", name)
	}
	type file struct {
		name, text string
		mode       os.FileMode
	}
	list := []file{{name + "." + kind, "game." + kind, 0o666}}
	switch kind {
	case "py":
		list[0].mode = 0o777
	case "go":
		folder = filepath.Join(folder, name)
		list = []file{{"game.go", "game.go.txt", 0o666}, {"zermelo.go", "zermelo.go.txt", 0o666}, {"go.mod", "", 0o666}}
		if err := os.Mkdir(folder, 0o777); err != nil {
			return "", games.BadInput("%v: choose another name", err)
		}
	}
	for _, f := range list {
		text := "module " + name + "\n\ngo 1.24\n"
		if f.text != "" {
			text = Text(f.text, name)
		}
		to, err := os.OpenFile(filepath.Join(folder, f.name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
		if err != nil {
			return "", games.BadInput("%v: choose another name", err)
		}
		if _, err = to.WriteString(text); err == nil {
			err = to.Close()
		}
		if err != nil {
			return "", err
		}
	}
	return filepath.Join(folder, list[0].name), nil
}
