package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"zermelo/tablebase/objectstore"
)

// bucket is an object store.
type bucket struct {
	*objectstore.Bucket
	folder string // of a file:// store, else ""
}

// createFile writes an object of a file:// store unless it exists. The driver looks first and renames then,
// so that of two processes both could believe that theirs was new; of two links the second fails. The bytes are
// on the disk then: unlike an object, it has no checksum that finds what a crash of the machine has lost.
func (b *bucket) createFile(name string, data []byte) (fresh bool, err error) {
	path := filepath.Join(b.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return false, err
	}
	temp, err := os.CreateTemp(b.folder, ".new-*") // where nobody lists what a killed process leaves
	if err != nil {
		return false, err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(data)
	if err = cmp.Or(err, temp.Chmod(0o644), temp.Sync(), temp.Close()); err != nil {
		return false, err
	}
	err = os.Link(temp.Name(), path)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

// missing says whether an error is about an object that is not there.
func missing(err error) bool { return err != nil && gcerrors.Code(err) == gcerrors.NotFound }

// writeJSON writes an object unless it exists.
func writeJSON(ctx context.Context, b *bucket, name string, v any) (fresh bool, err error) {
	text, err := json.Marshal(v)
	if err != nil {
		return false, err
	}
	if b.folder != "" {
		return b.createFile(name, text)
	}
	err = b.WriteAll(ctx, name, text, &blob.WriterOptions{ContentType: "application/json", IfNotExist: true})
	if gcerrors.Code(err) == gcerrors.FailedPrecondition {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("write %s: %w", name, err)
	}
	return true, nil
}

// readJSON reads what writeJSON has written.
func readJSON(ctx context.Context, b *bucket, name string, v any) error {
	text, err := b.ReadAll(ctx, name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("%s is damaged: %w", name, err)
	}
	return nil
}

// plain replaces in a name all but letters, digits and a few signs.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r) {
			return r
		}
		return '-'
	}, name)
}
