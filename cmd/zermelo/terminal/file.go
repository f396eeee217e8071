package terminal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"zermelo/games"
	"zermelo/solver/durable"
)

// WriteWhole writes a file whole or not at all; see WriteFile.
func WriteWhole(path string, data []byte) error {
	return WriteFile(path, func(f *os.File) error {
		if _, err := f.Write(data); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
		return nil
	})
}

// WriteFile writes a file whole or not at all: it writes a temporary file in the same
// folder, which it removes if write fails, and renames it. The file keeps its permissions.
func WriteFile(path string, write func(*os.File) error) error {
	mode := fs.FileMode(0o644)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	dir := filepath.Dir(path)
	if info, err := os.Stat(path); err == nil {
		if mode = info.Mode(); !mode.IsRegular() {
			return games.BadInput("cannot write to %s: it is not a regular file", games.Echo(path))
		}
	} else if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return games.BadInput("cannot write to %s: there is no folder %s", games.Echo(path), games.Echo(dir))
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	if err := write(f); err != nil {
		return errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	if err = errors.Join(f.Chmod(mode.Perm()), f.Sync(), f.Close()); err == nil {
		err = durable.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write output: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}
