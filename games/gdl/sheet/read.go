package sheet

import (
	"os"
	"path/filepath"
	"strings"

	"zermelo/games"
)

// ReadFile reads a rule sheet and its form; see Parse. Its name is the file's.
// The error, a file that cannot be read, is the user's mistake.
func ReadFile(file string) (*Sheet, []Problem, error) {
	// A device or a file that grows must not fill the memory.
	stat, err := os.Stat(file)
	if err != nil {
		return nil, nil, games.BadInput("read rule sheet: %v", err)
	}
	name := strings.ReplaceAll(games.Clean(filepath.Base(file)), "\n", " ")
	if !stat.Mode().IsRegular() || stat.Size() > maxText {
		return nil, nil, games.BadInput("read rule sheet %s: want a file of at most %d MiB", name, maxText>>20)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, games.BadInput("read rule sheet: %v", err)
	}
	sheet, problems := Parse(name, string(text))
	return sheet, problems, nil
}
