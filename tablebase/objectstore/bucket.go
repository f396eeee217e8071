//go:build !js

// Package objectstore reads and writes objects in a folder or in an object store of a cloud.
package objectstore

import (
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/azureblob" // azblob://
	"gocloud.dev/blob/fileblob"    // file://
	_ "gocloud.dev/blob/memblob"   // mem://
	"gocloud.dev/blob/s3blob"      // s3://

	"zermelo/games"
)

// Bucket is an object store. Its methods are those of blob.Bucket, except that a request ends when the store moves no
// byte of it for a minute. What callers do between two reads or writes has no limit.
type Bucket struct {
	objects *blob.Bucket
	limit   time.Duration
}

// Open opens an object store by its address. A file:// store keeps no files beside its objects, and writes them where
// they are to be; its folder must exist. In other stores the path of the address begins all names.
func Open(ctx context.Context, address string) (*Bucket, error) {
	if folder := Folder(address); folder != "" {
		if _, err := os.Stat(folder); err != nil {
			return nil, games.BadInput("store %s: %v", games.Echo(address), err)
		}
	}
	full := address
	if u, err := url.Parse(address); err == nil {
		q := u.Query()
		if u.Scheme == fileblob.Scheme {
			q.Set("metadata", "skip")
			q.Set("no_tmp_dir", "true")
		} else if prefix := strings.Trim(u.Path, "/"); prefix != "" {
			u.Path = ""
			q.Set("prefix", prefix+"/")
		}
		if u.Scheme == s3blob.Scheme && !q.Has("response_checksum_validation") {
			q.Set("response_checksum_validation", "when_required") // else each read by range logs a warning
		}
		u.RawQuery = q.Encode()
		full = u.String()
	}
	if strings.HasPrefix(address, "gs://") && !blob.DefaultURLMux().ValidBucketScheme("gs") {
		return nil, games.BadInput("store %s: this program is built without gs://: type \"go build -tags gs ./cmd/zermelo\"", games.Echo(address))
	}
	const want = "want file:///FOLDER, s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or azblob://CONTAINER/PREFIX"
	if !strings.Contains(address, "://") {
		return nil, games.BadInput("store %s: %s", games.Echo(address), want)
	}
	b, err := blob.OpenBucket(ctx, full)
	if err != nil {
		return nil, games.BadInput("store %s: %v: %s", games.Echo(address), err, want)
	}
	return &Bucket{b, time.Minute}, nil
}

// Folder is the folder of a file:// store, empty for other stores.
func Folder(address string) string {
	if u, err := url.Parse(address); err == nil && u.Scheme == fileblob.Scheme {
		return filepath.FromSlash(u.Path)
	}
	return ""
}

// errStalled says that a store has moved no byte of a request for too long.
var errStalled = errors.New("the store does not answer")

// request is the context of a request. It ends when the store stalls.
type request struct {
	context.Context
	end   context.CancelCauseFunc // to be called
	limit time.Duration
	timer *time.Timer
}

func (b *Bucket) request(ctx context.Context) *request {
	ctx, end := context.WithCancelCause(ctx)
	r := &request{ctx, end, b.limit, time.AfterFunc(b.limit, func() { end(errStalled) })}
	r.timer.Stop()
	return r
}

// wait does a part of a request that the limit holds for.
func (r *request) wait(part func() error) error {
	r.timer.Reset(r.limit)
	defer r.timer.Stop()
	err := part()
	if err != nil && context.Cause(r) == errStalled {
		return errStalled
	}
	return err
}

// ask is a request of one part.
func ask[T any](ctx context.Context, b *Bucket, part func(context.Context) (T, error)) (answer T, err error) {
	r := b.request(ctx)
	defer r.end(nil)
	err = r.wait(func() (err error) {
		answer, err = part(r)
		return err
	})
	return answer, err
}

// ReadAll reads a small object.
func (b *Bucket) ReadAll(ctx context.Context, name string) ([]byte, error) {
	return ask(ctx, b, func(ctx context.Context) ([]byte, error) { return b.objects.ReadAll(ctx, name) })
}

// WriteAll writes a small object.
func (b *Bucket) WriteAll(ctx context.Context, name string, data []byte, o *blob.WriterOptions) error {
	_, err := ask(ctx, b, func(ctx context.Context) (any, error) { return nil, b.objects.WriteAll(ctx, name, data, o) })
	return err
}

// Exists says whether there is an object.
func (b *Bucket) Exists(ctx context.Context, name string) (bool, error) {
	return ask(ctx, b, func(ctx context.Context) (bool, error) { return b.objects.Exists(ctx, name) })
}

// Attributes describes an object.
func (b *Bucket) Attributes(ctx context.Context, name string) (*blob.Attributes, error) {
	return ask(ctx, b, func(ctx context.Context) (*blob.Attributes, error) { return b.objects.Attributes(ctx, name) })
}

// Delete removes an object.
func (b *Bucket) Delete(ctx context.Context, name string) error {
	_, err := ask(ctx, b, func(ctx context.Context) (any, error) { return nil, b.objects.Delete(ctx, name) })
	return err
}

// List calls visit for each object, or for what comes before the next delimiter of names.
func (b *Bucket) List(ctx context.Context, o *blob.ListOptions, visit func(*blob.ListObject) error) error {
	list := b.objects.List(o)
	for {
		at, err := ask(ctx, b, list.Next)
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = visit(at)
		}
		if err != nil {
			return err
		}
	}
}

// Open reads size bytes of an object, all for -1, from a byte on.
func (b *Bucket) Open(ctx context.Context, name string, from, size int64) (io.ReadCloser, error) {
	r := b.request(ctx)
	var body io.ReadCloser
	err := r.wait(func() (err error) {
		body, err = b.objects.NewRangeReader(r, name, from, size, nil)
		return err
	})
	if err != nil {
		r.end(nil)
		return nil, err
	}
	return &stream{request: r, body: body}, nil
}

// Create has write write an object, of which nothing is left if that fails.
func (b *Bucket) Create(ctx context.Context, name string, o *blob.WriterOptions, write func(io.Writer) error) error {
	r := b.request(ctx)
	defer r.end(nil)
	w, err := b.objects.NewWriter(r, name, o)
	if err != nil {
		return err
	}
	if err := write(&stream{request: r, to: w}); err != nil {
		r.end(nil)
		_ = w.Close()
		return err
	}
	return r.wait(w.Close)
}

// Close ends the connection.
func (b *Bucket) Close() error { return b.objects.Close() }

// stream is the bytes of an object.
type stream struct {
	*request
	body io.ReadCloser
	to   io.Writer
}

func (s *stream) Read(p []byte) (n int, err error) {
	err = s.wait(func() (err error) {
		n, err = s.body.Read(p)
		return err
	})
	return n, err
}

func (s *stream) Write(p []byte) (n int, err error) {
	err = s.wait(func() (err error) {
		n, err = s.to.Write(p)
		return err
	})
	return n, err
}

// Close ends reading.
func (s *stream) Close() error {
	defer s.end(nil)
	return s.body.Close()
}
