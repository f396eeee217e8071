package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"

	"zermelo/tablebase/store"
)

// publishAtOnce is how many files are copied to a store at the same time. They have 4 MiB each.
const publishAtOnce = 8

// publish copies a finished table to an object store, where it can be asked. The seal comes last: without it
// a table is not there. What the store has of an older one goes first.
func publish(ctx context.Context, db, name, address string) error {
	bucket, err := makeBucket(ctx, address)
	if err != nil {
		return err
	}
	defer bucket.Close()
	dir := store.FolderOf(db, name)
	prefix := filepath.Base(dir) + "/"
	seal, err := os.ReadFile(filepath.Join(dir, store.SealFile))
	if err != nil {
		return err
	}
	there, err := bucket.ReadAll(ctx, prefix+store.SealFile)
	if err == nil && bytes.Equal(there, seal) {
		return nil
	}
	if err == nil {
		err = bucket.Delete(ctx, prefix+store.SealFile)
	}
	if err == nil || missing(err) {
		_, _, err = bucket.clean(ctx, prefix)
	}
	if err == nil {
		err = bucket.copyTable(ctx, dir, prefix)
	}
	if err == nil {
		err = bucket.WriteAll(ctx, prefix+store.SealFile, seal, nil)
	}
	if err != nil {
		return fmt.Errorf("copy the table of %s to %s: %w", name, address, err)
	}
	return nil
}

// clean removes all objects with a prefix. It returns how many there were, and their bytes.
func (b *bucket) clean(ctx context.Context, prefix string) (objects int, size int64, err error) {
	err = b.List(ctx, &blob.ListOptions{Prefix: prefix}, func(o *blob.ListObject) error {
		objects, size = objects+1, size+o.Size
		return b.Delete(ctx, o.Key)
	})
	return objects, size, err
}

// copyTable copies all files of a table but the seal.
func (b *bucket) copyTable(ctx context.Context, dir, prefix string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(publishAtOnce)
	for _, e := range entries {
		if e.Name() == store.SealFile {
			continue
		}
		group.Go(func() error {
			f, err := os.Open(filepath.Join(dir, e.Name()))
			if err != nil {
				return err
			}
			o := &blob.WriterOptions{ContentType: "application/octet-stream", MaxConcurrency: 1}
			err = b.Create(ctx, prefix+e.Name(), o, func(w io.Writer) error {
				_, err := f.WriteTo(w)
				return err
			})
			return errors.Join(err, f.Close())
		})
	}
	return group.Wait()
}
