//go:build !js

// Package objectstore reads and writes objects in a folder or in an S3 bucket.
//
// Open returns a Store for an address such as file:///srv/solves or
// s3://bucket/prefix. Names of objects are separated by slashes, as in package
// io/fs. Start with objectstore.go.
package objectstore

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"zermelo/games"
)

// Store is a set of named objects. An object becomes visible when it is complete. Errors match fs.ErrNotExist for a
// missing object, fs.ErrExist for an existing one, and fs.ErrPermission for denied access. Idle connections close after
// a minute. All methods may be called concurrently.
type Store interface {
	// Stat returns the description of an object.
	Stat(ctx context.Context, name string) (Object, error)

	// Get reads size bytes of an object from offset, or the rest if size is negative.
	Get(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error)

	// List calls visit for each object whose name begins with prefix. It stops at the first error.
	List(ctx context.Context, prefix string, visit func(Object) error) error

	// ListDir calls visit for each object and each folder in dir, which is empty or ends with a slash. It stops at the
	// first error.
	ListDir(ctx context.Context, dir string, visit func(Object) error) error

	// Put stores the bytes that write writes as an object, replacing any object of that name. If write fails, the store
	// is unchanged.
	Put(ctx context.Context, name string, write func(io.Writer) error) error

	// Create is like Put, but fails if the object exists.
	Create(ctx context.Context, name string, write func(io.Writer) error) error

	// PutIfAbsent stores a small object durably, and fails if it exists.
	PutIfAbsent(ctx context.Context, name string, data []byte) error

	// Delete removes an object. It returns nil if the object does not exist.
	Delete(ctx context.Context, name string) error

	// DeleteAll removes each object whose name begins with prefix, and returns their number and size. If prefix ends
	// with a slash, it also removes the remains of interrupted writes there.
	DeleteAll(ctx context.Context, prefix string) (objects int, size int64, err error)
}

// Object describes an object, or a folder in ListDir.
type Object struct {
	Name    string // without a final slash
	Size    int64
	ModTime time.Time
	IsDir   bool
}

// Open opens the store at an address. The folder of a file:// address must exist.
func Open(address string) (Store, error) { return open(address, false) }

// OpenOrCreate is like Open, but creates the folder of a file:// address if
// necessary.
func OpenOrCreate(address string) (Store, error) { return open(address, true) }

func open(address string, mkdir bool) (Store, error) {
	const want = "want file:///FOLDER, s3://BUCKET/PREFIX or gs://BUCKET/PREFIX"
	u, err := url.Parse(address)
	if err != nil {
		return nil, games.BadInput("store %s: %v: %s", games.Echo(address), err, want)
	}
	var s Store
	switch u.Scheme {
	case "file":
		dir := filepath.FromSlash(u.Path)
		if mkdir {
			err = os.MkdirAll(dir, 0o777)
		}
		if err == nil {
			_, err = os.Stat(dir)
		}
		s = folder(dir)
	case "s3", "gs":
		s, err = openS3(u)
	default:
		err = errors.New(want)
	}
	if err != nil {
		return nil, games.BadInput("store %s: %v", games.Echo(address), err)
	}
	return s, nil
}

// ReadAll returns the contents of a small object.
func ReadAll(ctx context.Context, s Store, name string) ([]byte, error) {
	r, err := s.Get(ctx, name, 0, -1)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(r)
	return data, errors.Join(err, r.Close())
}

// CheckPutIfAbsent returns an error if PutIfAbsent replaces objects, because an S3 server ignores If-None-Match. It writes
// an object twice and removes it.
func CheckPutIfAbsent(ctx context.Context, s Store) error {
	name := ".check-" + rand.Text()
	err := s.PutIfAbsent(ctx, name, []byte("first"))
	if err != nil && !errors.Is(err, fs.ErrExist) { // a repeated request finds its own object
		return err
	}
	err = s.PutIfAbsent(ctx, name, []byte("second"))
	if deleted := s.Delete(ctx, name); deleted != nil {
		return errors.Join(err, deleted)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err == nil:
		return games.BadInput("the store replaces existing objects, so machines cannot share it; use a store that supports If-None-Match")
	}
	return err
}
