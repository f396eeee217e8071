package durable

import (
	"os"
	"path/filepath"
	"strings"
)

// tempMark is part of the name of each temporary file and directory.
const tempMark = ".zermelo-"

// CreateTemp creates a file in dir for the later contents of the file name. The
// caller must rename it with Rename when it is complete, and then close it. The
// file is locked until it is closed. CreateTemp and MkdirTemp remove files in
// dir left by processes that have exited.
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

// MkdirTemp creates a directory in dir for the later contents of the directory
// name; see CreateTemp. The caller must close lock after renaming or removing
// the directory.
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

// claim locks a new file or directory and reports whether it still has its
// name, since another process may have removed it first. Without locks nothing
// is ever removed.
func claim(f *os.File) bool {
	free, err := TryLock(f)
	return err != nil || free && hasName(f)
}

// hasName reports whether an open file or directory still has the name by which
// it was opened.
func hasName(f *os.File) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(open, there)
}

// removeStale removes the temporary files and directories in dir that no
// process has locked. It ignores errors.
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

// digits reports whether text consists of digits, like the suffix of
// os.CreateTemp.
func digits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
