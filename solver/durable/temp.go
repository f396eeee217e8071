package durable

import (
	"os"
	"path/filepath"
	"strings"
)

// tempMark is part of the name of every temporary file and directory.
const tempMark = ".zermelo-"

// CreateTemp creates and locks a temporary file in dir that will be renamed to name.
// When the file is complete, the caller must rename it with Rename and then close it to
// release the lock. CreateTemp and MkdirTemp first remove temporary files and
// directories in dir that belong to processes that have exited.
func CreateTemp(dir, name string) (*os.File, error) {
	removeStale(dir)
	for {
		f, err := os.CreateTemp(dir, "."+name+tempMark+"*")
		if err != nil {
			return nil, err
		}
		if claim(f) {
			return f, nil
		}
		f.Close()
	}
}

// MkdirTemp creates a temporary directory in dir that will be renamed to name; see
// CreateTemp. The caller must close lock after renaming or removing the directory.
func MkdirTemp(dir, name string) (path string, lock *os.File, err error) {
	removeStale(dir)
	for {
		if path, err = os.MkdirTemp(dir, "."+name+tempMark+"*"); err != nil {
			return "", nil, err
		}
		switch lock, err = os.Open(path); {
		case os.IsNotExist(err):
			continue // removed by removeStale
		case err != nil:
			return "", nil, err
		case claim(lock):
			return path, lock, nil
		}
		lock.Close()
	}
}

// claim locks a new file or directory and reports whether its name still refers to
// it; another process may have removed it. If locks are not supported, claim
// returns true.
func claim(f *os.File) bool {
	free, err := TryLock(f)
	return err != nil || free && hasName(f)
}

// hasName reports whether the name of an open file or directory still refers to it.
func hasName(f *os.File) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(open, there)
}

// removeStale removes the temporary files and directories in dir that no process has
// locked. It ignores errors.
func removeStale(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Type().IsRegular() || e.IsDir() {
			if at := strings.LastIndex(e.Name(), tempMark); at > 0 && e.Name()[0] == '.' && digits(e.Name()[at+len(tempMark):]) {
				removeUnlocked(filepath.Join(dir, e.Name()))
			}
		}
	}
}

func removeUnlocked(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if free, err := TryLock(f); free && err == nil && hasName(f) {
		_ = os.RemoveAll(path)
	}
}

func digits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
