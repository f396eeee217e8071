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

// WriteWhole atomically writes data to a file; see WriteFile.
func WriteWhole(path string, data []byte) error {
	return WriteFile(path, func(f *os.File) error {
		if _, err := f.Write(data); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
		return nil
	})
}

// CheckFile returns an error if path is not a regular file, or if it does not exist and its
// folder does not either. Commands call it before they compute what they write.
func CheckFile(path string) error {
	dir := filepath.Dir(path)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return games.BadInput("%s: not a regular file; choose another name", games.Echo(path))
		}
	} else if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return games.BadInput("%s: folder %s does not exist; create it first", games.Echo(path), games.Echo(dir))
	}
	return nil
}

// WriteFile atomically writes a file. It calls write with a temporary file in the
// same folder, which it then renames to path. If the process is killed, the next
// call for the same folder removes the temporary file. An existing file keeps its
// permissions.
func WriteFile(path string, write func(*os.File) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := CheckFile(path); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode()
	}
	f, err := durable.CreateTemp(filepath.Dir(path), filepath.Base(path))
	if err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	defer f.Close() // no error: the data is synced before
	if err := write(f); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if err = errors.Join(f.Chmod(mode.Perm()), durable.Sync(f)); err == nil {
		err = durable.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write output: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}
