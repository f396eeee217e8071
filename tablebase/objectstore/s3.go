//go:build !js

package objectstore

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/encrypt"
)

// partSize is the size in bytes of the parts of a multipart upload. Smaller objects are stored
// with a single request. S3 limits an upload to 10,000 parts.
const partSize = 8 << 20

// stallLimit limits the duration of a request, including up to ten attempts, and the time between
// reads of an object.
const stallLimit = time.Minute

var errStalled = errors.New("the store is not responding")

// s3 is a store that keeps its objects below a prefix in an S3 bucket.
type s3 struct {
	client     *minio.Core
	bucket     string
	prefix     string // prepended to all names
	encryption encrypt.ServerSide
	limit      time.Duration
}

// request holds the context of one or more requests to the server. The context is cancelled if a
// call to do takes longer than limit.
type request struct {
	context.Context
	end   context.CancelCauseFunc // must be called
	limit time.Duration
	timer *time.Timer
}

func (s *s3) request(ctx context.Context) *request {
	ctx, end := context.WithCancelCause(ctx)
	r := &request{ctx, end, s.limit, time.AfterFunc(s.limit, func() { end(errStalled) })}
	r.timer.Stop()
	return r
}

func (r *request) do(f func() error) error {
	r.timer.Reset(r.limit)
	defer r.timer.Stop()
	err := f()
	if err != nil && context.Cause(r) == errStalled {
		return errStalled
	}
	return err
}

func (s *s3) do(ctx context.Context, f func(context.Context) error) error {
	r := s.request(ctx)
	defer r.end(nil)
	return r.do(func() error { return f(r) })
}

// failed wraps a client error as an [fs.PathError] that matches the errors of package fs.
func failed(op, name string, err error) error {
	if err == nil {
		return nil
	}
	var answer minio.ErrorResponse
	if errors.As(err, &answer) {
		text := strings.TrimSuffix(fmt.Sprintf("%.100s", cmp.Or(answer.Message, answer.Code, "no message")), ".")
		switch {
		case answer.Code == minio.NoSuchKey:
			err = fs.ErrNotExist
		case answer.StatusCode == http.StatusPreconditionFailed:
			err = fs.ErrExist
		case answer.StatusCode == http.StatusRequestedRangeNotSatisfiable:
			err = fmt.Errorf("the object is too short: %w", io.ErrUnexpectedEOF)
		case answer.Code == minio.SignatureDoesNotMatch || answer.Code == minio.InvalidAccessKeyID:
			err = fmt.Errorf("%w: wrong key or secret; check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY", fs.ErrPermission)
		case answer.StatusCode == http.StatusForbidden:
			err = fmt.Errorf("%w: %s", fs.ErrPermission, text)
		default:
			err = fmt.Errorf("status %d: %s", answer.StatusCode, text)
		}
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// object converts an object description. A key that ends with a slash denotes a folder.
func (s *s3) object(info minio.ObjectInfo) Object {
	name, dir := strings.CutSuffix(strings.TrimPrefix(info.Key, s.prefix), "/")
	return Object{Name: name, Size: info.Size, ModTime: info.LastModified, IsDir: dir}
}

func (s *s3) Stat(ctx context.Context, name string) (o Object, err error) {
	err = s.do(ctx, func(ctx context.Context) error {
		info, err := s.client.StatObject(ctx, s.bucket, s.prefix+name, minio.StatObjectOptions{})
		o = Object{Name: name, Size: info.Size, ModTime: info.LastModified}
		return err
	})
	return o, failed("stat", name, err)
}

func (s *s3) Get(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	if size == 0 { // an HTTP range cannot be empty
		_, err := s.Stat(ctx, name)
		return http.NoBody, err
	}
	o := minio.GetObjectOptions{}
	var err error
	switch {
	case size > 0:
		err = o.SetRange(offset, offset+size-1)
	case offset > 0:
		err = o.SetRange(offset, 0)
	}
	if err != nil {
		return nil, err
	}
	r := s.request(ctx)
	b := &body{name: name, request: r}
	err = r.do(func() (err error) {
		b.data, _, _, err = s.client.GetObject(r, s.bucket, s.prefix+name, o)
		return err
	})
	if err != nil {
		r.end(nil)
		return nil, failed("read", name, err)
	}
	return b, nil
}

type body struct {
	name    string
	request *request
	data    io.ReadCloser
}

func (b *body) Read(p []byte) (n int, err error) {
	err = b.request.do(func() (err error) {
		n, err = b.data.Read(p)
		return err
	})
	if err != nil && err != io.EOF {
		err = failed("read", b.name, err)
	}
	return n, err
}

func (b *body) Close() error {
	defer b.request.end(nil)
	return b.data.Close()
}

func (s *s3) List(ctx context.Context, prefix string, visit func(Object) error) error {
	return s.list(ctx, prefix, true, visit)
}

func (s *s3) ListDir(ctx context.Context, dir string, visit func(Object) error) error {
	return s.list(ctx, dir, false, visit)
}

func (s *s3) list(ctx context.Context, prefix string, recursive bool, visit func(Object) error) error {
	r := s.request(ctx)
	defer r.end(nil)
	o := minio.ListObjectsOptions{Prefix: s.prefix + prefix, Recursive: recursive, FetchOwner: new(false)}
	var visited error
	err := r.do(func() error {
		for info := range s.client.ListObjectsIter(r, s.bucket, o) {
			if info.Err != nil {
				return info.Err
			}
			if strings.HasSuffix(info.Key, "/") && info.Key == o.Prefix {
				continue // a placeholder object that some programs create for a folder
			}
			r.timer.Stop()
			if visited = visit(s.object(info)); visited != nil {
				return nil
			}
			r.timer.Reset(r.limit)
		}
		return r.Err()
	})
	if visited != nil {
		return visited
	}
	return failed("list", prefix, err)
}

func (s *s3) Put(ctx context.Context, name string, write func(io.Writer) error) error {
	return s.upload(ctx, name, false, write)
}

func (s *s3) Create(ctx context.Context, name string, write func(io.Writer) error) error {
	return s.upload(ctx, name, true, write)
}

func (s *s3) PutIfAbsent(ctx context.Context, name string, data []byte) error {
	return failed("write", name, s.put(ctx, name, true, data))
}

func (s *s3) options(name string) minio.PutObjectOptions {
	o := minio.PutObjectOptions{ServerSideEncryption: s.encryption, DisableContentSha256: true} // the signature includes the hash
	if path.Ext(name) == ".json" {
		o.ContentType = "application/json"
	}
	return o
}

// hash returns the SHA-256 hash of data. The hash is part of the signature and is verified by the
// server.
func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func (s *s3) put(ctx context.Context, name string, ifAbsent bool, data []byte) error {
	o := s.options(name)
	if ifAbsent {
		o.SetMatchETagExcept("*")
	}
	return s.do(ctx, func(ctx context.Context) error {
		_, err := s.client.PutObject(ctx, s.bucket, s.prefix+name, bytes.NewReader(data), int64(len(data)), "", hash(data), o)
		return err
	})
}

// upload stores the output of write with a single request or, if the output exceeds partSize, in
// parts.
func (s *s3) upload(ctx context.Context, name string, ifAbsent bool, write func(io.Writer) error) error {
	u := &upload{s3: s, ctx: ctx, name: name, ifAbsent: ifAbsent}
	err := write(u)
	if err == nil {
		err = failed("write", name, u.finish())
	}
	if err != nil && u.id != "" {
		const patience = 10 * time.Second // short, as the process may be exiting
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		_ = s.client.AbortMultipartUpload(ctx, s.bucket, s.prefix+name, u.id) // err is more important
	}
	return err
}

// upload is an io.Writer that writes an object. It buffers one part.
type upload struct {
	*s3
	ctx      context.Context
	name     string
	ifAbsent bool
	buffer   []byte
	id       string // ID of the multipart upload; empty before the first part
	parts    []minio.CompletePart
}

// Write implements io.Writer. It sends a full buffer only when more data follows.
func (u *upload) Write(p []byte) (n int, err error) {
	for len(p) > 0 {
		if len(u.buffer) == partSize {
			if err := u.send(); err != nil {
				return n, failed("write", u.name, err)
			}
		}
		if need := len(u.buffer) + len(p); need > cap(u.buffer) && cap(u.buffer) < partSize {
			larger := make([]byte, len(u.buffer), min(partSize, max(need, 2*cap(u.buffer))))
			copy(larger, u.buffer)
			u.buffer = larger
		}
		copied := min(len(p), partSize-len(u.buffer))
		u.buffer = append(u.buffer, p[:copied]...)
		p, n = p[copied:], n+copied
	}
	return n, nil
}

func (u *upload) send() error {
	key := u.prefix + u.name
	if u.id == "" {
		err := u.do(u.ctx, func(ctx context.Context) (err error) {
			u.id, err = u.client.NewMultipartUpload(ctx, u.bucket, key, u.options(u.name))
			return err
		})
		if err != nil {
			return err
		}
	}
	return u.do(u.ctx, func(ctx context.Context) error {
		o := minio.PutObjectPartOptions{Sha256Hex: hash(u.buffer), DisableContentSha256: true}
		part, err := u.client.PutObjectPart(ctx, u.bucket, key, u.id, len(u.parts)+1, bytes.NewReader(u.buffer), int64(len(u.buffer)), o)
		if err != nil {
			return err
		}
		u.parts = append(u.parts, minio.CompletePart{PartNumber: part.PartNumber, ETag: part.ETag})
		u.buffer = u.buffer[:0]
		return nil
	})
}

// finish sends the remaining data and completes the object.
func (u *upload) finish() error {
	if u.id == "" {
		return u.put(u.ctx, u.name, u.ifAbsent, u.buffer)
	}
	if err := u.send(); err != nil {
		return err
	}
	var o minio.PutObjectOptions // other options were passed to NewMultipartUpload
	if u.ifAbsent {
		o.SetMatchETagExcept("*")
	}
	return u.do(u.ctx, func(ctx context.Context) error {
		_, err := u.client.CompleteMultipartUpload(ctx, u.bucket, u.prefix+u.name, u.id, u.parts, o)
		return err
	})
}

func (s *s3) Delete(ctx context.Context, name string) error {
	err := s.do(ctx, func(ctx context.Context) error {
		return s.client.RemoveObject(ctx, s.bucket, s.prefix+name, minio.RemoveObjectOptions{})
	})
	return failed("remove", name, err)
}

func (s *s3) DeleteAll(ctx context.Context, prefix string) (objects int, size int64, err error) {
	err = s.List(ctx, prefix, func(o Object) error {
		objects, size = objects+1, size+o.Size
		return s.Delete(ctx, o.Name)
	})
	return objects, size, err
}
