package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

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

func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// writeJSON stores v as JSON unless the named object exists, and reports whether it
// created the object.
func writeJSON(ctx context.Context, objects objectstore.Store, name string, v any) (fresh bool, err error) {
	text, err := json.Marshal(v)
	if err != nil {
		return false, err
	}
	err = objects.PutIfAbsent(ctx, name, text)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

func readJSON(ctx context.Context, objects objectstore.Store, name string, v any) error {
	text, err := objectstore.ReadAll(ctx, objects, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("%s is damaged: %w", name, err)
	}
	return nil
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
