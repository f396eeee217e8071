package cluster

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/cespare/xxhash/v2"

	"zermelo/tablebase/objectstore"
)

// sharedStore opens the object store at address. It returns an error if PutIfAbsent
// does not work, because machines cannot share such a store.
func sharedStore(ctx context.Context, address string) (objectstore.Store, error) {
	s, err := objectstore.OpenOrCreate(address)
	if err == nil {
		err = objectstore.CheckPutIfAbsent(ctx, s)
	}
	return s, err
}

// storeID returns a random ID that the store has kept since its first use. Leases and
// tasks contain it, so that several stores can share a NATS server.
func storeID(ctx context.Context, s objectstore.Store) (string, error) {
	const name = "store.id"
	id, err := objectstore.ReadAll(ctx, s, name)
	if missing(err) {
		if err = s.PutIfAbsent(ctx, name, []byte(rand.Text())); err == nil || errors.Is(err, fs.ErrExist) {
			id, err = objectstore.ReadAll(ctx, s, name)
		}
	}
	return fmt.Sprintf("%016x", xxhash.Sum64(id)), err
}

func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// damagedJSONError is returned by readJSON if an object does not match its hash.
type damagedJSONError struct{ name string }

func (e *damagedJSONError) Error() string { return e.name + " is damaged: wrong checksum" }

func isDamagedJSON(err error) bool { return errors.As(err, new(*damagedJSONError)) }

// sumLine returns the last line of an object with the given JSON.
func sumLine(text []byte) []byte { return fmt.Appendf(nil, "\n%016x\n", xxhash.Sum64(text)) }

// encodeJSON returns v as JSON, followed by a line with its hash.
func encodeJSON(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(text, sumLine(text)...), err
}

// writeJSON durably stores v in the format of encodeJSON unless the named object exists.
// It reports whether it created the object.
func writeJSON(ctx context.Context, objects objectstore.Store, name string, v any) (fresh bool, err error) {
	text, err := encodeJSON(v)
	if err != nil {
		return false, err
	}
	err = objects.PutIfAbsent(ctx, name, text)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

// readJSON reads an object stored by writeJSON. It returns a *damagedJSONError if the
// hash is wrong.
func readJSON(ctx context.Context, objects objectstore.Store, name string, v any) error {
	text, err := objectstore.ReadAll(ctx, objects, name)
	if err != nil {
		return err
	}
	line, sum, ok := bytes.Cut(text, []byte("\n")) // objects of earlier versions have no hash
	if ok && !bytes.Equal(sum, sumLine(line)[1:]) || json.Unmarshal(line, v) != nil {
		return &damagedJSONError{name}
	}
	return nil
}

// readExisting is like readJSON for an object that exists. Since a store may briefly
// report an object as missing, it tries again.
func readExisting(ctx context.Context, objects objectstore.Store, name string, v any) error {
	return twice(ctx, func() error { return readJSON(ctx, objects, name, v) })
}

// twice calls f, and calls it again after a short time if an object is missing.
func twice(ctx context.Context, f func() error) error {
	err := f()
	if missing(err) {
		pause(ctx, retryDelay)
		err = f()
	}
	return err
}

// plain replaces each character other than ASCII letters, digits, '-', '_' and '.'
// with '-'.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r) {
			return r
		}
		return '-'
	}, name)
}
