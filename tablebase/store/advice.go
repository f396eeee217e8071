package store

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// Advised adds what to do to an error of the file system that people can do
// something about.
func Advised(err error) error {
	switch {
	case isFull(err):
		return fmt.Errorf("%w; what is stored is safe: make room and run the same command again to resume", err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%w; name a folder that you may use with --db DIR", err)
	}
	return err
}
