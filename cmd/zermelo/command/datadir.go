package command

import (
	"os"
	"path/filepath"
	"runtime"

	"zermelo/games"
)

// dataDir is where tables are kept unless --db says otherwise: $ZERMELO_DB,
// else the place that the platform has for a user's data. It is "" if the user
// has no home.
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
