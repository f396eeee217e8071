//go:build !js

package objectstore

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"zermelo/solver/durable"
)

// folder is a store that keeps its objects as files in a folder.
type folder string

// IsFolder reports whether s keeps its objects in a folder.
func IsFolder(s Store) bool {
	_, ok := s.(folder)
	return ok
}

const tempPrefix = ".new-" // prefix of temporary files, which List and ListDir skip

// path returns the file path of an object. op is the operation named in errors.
func (f folder) path(op, name string) (string, error) {
	local, err := filepath.Localize(name)
	if err != nil {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return filepath.Join(string(f), local), nil
}

func (f folder) Stat(ctx context.Context, name string) (Object, error) {
	path, err := f.path("stat", name)
	if err != nil {
		return Object{}, err
	}
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		err = &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return Object{}, err
	}
	return Object{Name: name, Size: info.Size(), ModTime: info.ModTime()}, nil
}

func (f folder) Get(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	path, err := f.path("open", name)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if size < 0 {
		return file, nil
	}
	return struct {
		io.Reader
		io.Closer
	}{io.LimitReader(file, size), file}, nil
}

func (f folder) List(ctx context.Context, prefix string, visit func(Object) error) error {
	return f.walk(ctx, path.Dir(prefix), func(o Object) error {
		switch {
		case o.IsDir && !strings.HasPrefix(o.Name+"/", prefix) && !strings.HasPrefix(prefix, o.Name+"/"):
			return fs.SkipDir
		case o.IsDir || !strings.HasPrefix(o.Name, prefix):
			return nil
		}
		return visit(o)
	})
}

func (f folder) ListDir(ctx context.Context, dir string, visit func(Object) error) error {
	return f.walk(ctx, path.Clean(dir), func(o Object) error {
		if err := visit(o); err != nil || !o.IsDir {
			return err
		}
		return fs.SkipDir
	})
}

// walk calls visit for each object and folder below dir, which may be missing.
func (f folder) walk(ctx context.Context, dir string, visit func(Object) error) error {
	top, err := f.path("list", dir)
	if err != nil {
		return err
	}
	return filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
		var info fs.FileInfo
		if err == nil {
			info, err = e.Info()
		}
		switch {
		case errors.Is(err, fs.ErrNotExist): // dir is missing, or the entry was just removed
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case path == top, strings.HasPrefix(e.Name(), tempPrefix):
			return nil
		}
		name, err := filepath.Rel(string(f), path)
		if err != nil {
			return err
		}
		return visit(Object{Name: filepath.ToSlash(name), Size: info.Size(), ModTime: info.ModTime(), IsDir: e.IsDir()})
	})
}

func (f folder) Put(ctx context.Context, name string, write func(io.Writer) error) error {
	return f.write(ctx, name, func(file *os.File) error {
		return cmp.Or(write(file), durable.Sync(file))
	}, durable.Rename)
}

// Create writes a temporary file and links it to the object's path. If several writers create the
// same object, only one succeeds, because os.Link fails if the name exists. The file is not synced:
// readers use checksums to detect data lost in a system crash.
func (f folder) Create(ctx context.Context, name string, write func(io.Writer) error) error {
	return f.write(ctx, name, func(file *os.File) error { return write(file) }, os.Link)
}

func (f folder) PutIfAbsent(ctx context.Context, name string, data []byte) error {
	return f.write(ctx, name, func(file *os.File) error {
		_, err := file.Write(data)
		return cmp.Or(err, durable.Sync(file))
	}, os.Link)
}

// write writes a temporary file and then calls place to move or link the file to the object's path.
func (f folder) write(ctx context.Context, name string, write func(*os.File) error, place func(from, to string) error) error {
	path, err := f.path("write", name)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), tempPrefix+"*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	err = cmp.Or(temp.Chmod(0o644), write(temp))
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return cmp.Or(ctx.Err(), place(temp.Name(), path))
}

func (f folder) Delete(ctx context.Context, name string) error {
	path, err := f.path("remove", name)
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (f folder) DeleteAll(ctx context.Context, prefix string) (objects int, size int64, err error) {
	err = f.List(ctx, prefix, func(o Object) error {
		objects, size = objects+1, size+o.Size
		return f.Delete(ctx, o.Name)
	})
	if dir, ok := strings.CutSuffix(prefix, "/"); ok && err == nil {
		var top string
		if top, err = f.path("remove", dir); err == nil {
			err = os.RemoveAll(top)
		}
	}
	return objects, size, err
}
