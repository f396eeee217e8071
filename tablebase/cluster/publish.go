package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"zermelo/tablebase/objectstore"
	"zermelo/tablebase/store"
)

const maxConcurrentCopies = 8 // maximum number of concurrent uploads of files of up to 4 MiB

// publish copies a finished table to the object store at address. It first removes
// any older copy. It writes the seal last, because readers ignore a table without a
// seal.
func publish(ctx context.Context, db, name, address string) error {
	bucket, err := objectstore.OpenOrCreate(address)
	if err != nil {
		return err
	}
	dir := store.FolderOf(db, name)
	prefix := filepath.Base(dir) + "/"
	seal, err := os.ReadFile(filepath.Join(dir, store.SealFile))
	if err != nil {
		return err
	}
	stored, err := objectstore.ReadAll(ctx, bucket, prefix+store.SealFile)
	if err == nil && bytes.Equal(stored, seal) {
		return nil
	}
	if err == nil {
		err = bucket.Delete(ctx, prefix+store.SealFile)
	}
	if err == nil || missing(err) {
		_, _, err = bucket.DeleteAll(ctx, prefix)
	}
	if err == nil {
		err = copyTable(ctx, dir, bucket, prefix)
	}
	if err == nil {
		err = copyFile(ctx, filepath.Join(dir, store.SealFile), bucket, prefix+store.SealFile)
	}
	if err != nil {
		return fmt.Errorf("copy the table of %s to %s: %w", name, address, err)
	}
	return nil
}

func copyTable(ctx context.Context, dir string, bucket objectstore.Store, prefix string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxConcurrentCopies)
	for _, e := range entries {
		if e.Name() != store.SealFile {
			group.Go(func() error { return copyFile(ctx, filepath.Join(dir, e.Name()), bucket, prefix+e.Name()) })
		}
	}
	return group.Wait()
}

func copyFile(ctx context.Context, path string, bucket objectstore.Store, name string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = bucket.Put(ctx, name, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
	return errors.Join(err, f.Close())
}
