//go:build !js

// Package objectstore reads and writes objects in a folder or in an S3 bucket.
//
// Open returns a Store for an address such as file:///srv/solves or s3://bucket/prefix. Object
// names are slash-separated paths, as in package io/fs.
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

// A Store is a set of named objects. An object becomes visible only after it has been written
// completely. Errors match [fs.ErrNotExist] if an object is missing, [fs.ErrExist] if it exists
// already, and [fs.ErrPermission] if access is denied. All methods may be called concurrently.
type Store interface {
	Stat(ctx context.Context, name string) (Object, error)

	// Get returns a reader for size bytes of an object, starting at offset. If size is negative,
	// it reads to the end of the object.
	Get(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error)

	// List calls visit for each object whose name begins with prefix, until visit returns an
	// error, which List returns.
	List(ctx context.Context, prefix string, visit func(Object) error) error

	// ListDir is like List, for each object and folder directly in dir, which is empty or ends
	// with a slash.
	ListDir(ctx context.Context, dir string, visit func(Object) error) error

	// Put creates or replaces an object with the output of write, unless write returns an error.
	Put(ctx context.Context, name string, write func(io.Writer) error) error

	// Create is like Put, but fails if the object exists.
	Create(ctx context.Context, name string, write func(io.Writer) error) error

	// PutIfAbsent stores a small object durably. It fails if the object exists.
	PutIfAbsent(ctx context.Context, name string, data []byte) error

	// Delete removes an object. Deleting a missing object is not an error.
	Delete(ctx context.Context, name string) error

	// DeleteAll removes each object whose name begins with prefix. It returns the number of
	// objects and their total size in bytes. If prefix ends with a slash, DeleteAll also cleans
	// up after interrupted writes.
	DeleteAll(ctx context.Context, prefix string) (objects int, size int64, err error)
}

// Object describes an object or, in ListDir, a folder.
type Object struct {
	Name    string // without trailing slash
	Size    int64
	ModTime time.Time
	IsDir   bool
}

// Open returns the store at an address. The folder of a file:// address must exist.
func Open(address string) (Store, error) { return open(address, false) }

// OpenOrCreate is like Open, but creates the folder of a file:// address if necessary.
func OpenOrCreate(address string) (Store, error) { return open(address, true) }

func open(address string, mkdir bool) (Store, error) {
	const want = "must be file:///FOLDER, s3://BUCKET/PREFIX or gs://BUCKET/PREFIX"
	u, err := url.Parse(address)
	if err != nil {
		return nil, games.BadInput("store %s: %v; %s", games.Echo(address), err, want)
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

func ReadAll(ctx context.Context, s Store, name string) ([]byte, error) {
	r, err := s.Get(ctx, name, 0, -1)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(r)
	return data, errors.Join(err, r.Close())
}

// CheckPutIfAbsent returns an error if PutIfAbsent replaces existing objects. This happens with
// S3 servers that ignore If-None-Match. The check writes an object twice, then deletes it.
func CheckPutIfAbsent(ctx context.Context, s Store) error {
	name := ".check-" + rand.Text()
	err := s.PutIfAbsent(ctx, name, []byte("first"))
	if err != nil && !errors.Is(err, fs.ErrExist) { // ErrExist: the client retried a request that had succeeded
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
		return games.BadInput("the store overwrites existing objects, so it cannot be shared; use a store that supports If-None-Match")
	}
	return err
}
