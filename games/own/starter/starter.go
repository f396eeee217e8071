// Package starter contains a small example game for each way to define one.
package starter

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"zermelo/games"
)

//go:embed game.star game.py game.kif game.go.txt zermelo.go.txt bot.py bot.c.txt
var files embed.FS

// Bot is the kind of the example players: a program in Python and one in C.
const Bot = "bot"

// Kinds lists the kinds of example games.
func Kinds() []string { return []string{"star", "py", "go", "kif"} }

// Text returns the contents of an example file in which NAME is replaced with name.
func Text(file, name string) string {
	text, err := files.ReadFile(file)
	if err != nil {
		panic("starter: " + err.Error()) // the files are embedded
	}
	return strings.ReplaceAll(string(text), "NAME", name)
}

// Write writes an example of the given kind to a directory and returns the path of
// the file to edit, or of the first of the two files of Bot. It returns an InputError if the name is invalid or a file
// already exists.
func Write(folder, name, kind string) (path string, err error) {
	if err := games.CheckName(name); err != nil || strings.ContainsAny(name, " :,=@.") {
		return "", games.BadInput("the name %q must contain only letters, digits, - and _", name)
	}
	type file struct {
		name, text string
		mode       os.FileMode
	}
	list := []file{{name + "." + kind, "game." + kind, 0o666}}
	switch kind {
	case "py":
		list[0].mode = 0o777
	case Bot:
		list = []file{{name + ".py", "bot.py", 0o777}, {name + ".c", "bot.c.txt", 0o666}}
	case "go":
		folder = filepath.Join(folder, name)
		list = []file{{"game.go", "game.go.txt", 0o666}, {"zermelo.go", "zermelo.go.txt", 0o666}, {"go.mod", "", 0o666}}
		if err := os.Mkdir(folder, 0o777); err != nil {
			return "", taken(folder, err)
		}
	}
	for _, f := range list {
		text := "module " + name + "\n\ngo 1.24\n"
		if f.text != "" {
			text = Text(f.text, name)
		}
		path := filepath.Join(folder, f.name)
		to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
		if err != nil {
			return "", taken(path, err)
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

// taken returns the error for a file or folder that cannot be created.
func taken(path string, err error) error {
	if errors.Is(err, fs.ErrExist) {
		return games.BadInput("%s already exists; choose another name", path)
	}
	return games.BadInput("%v", err)
}
