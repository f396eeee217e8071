package store

import "errors"

// Writer is not supported in browsers.
type Writer struct{ longest int }

func createWriter(string) (*Writer, error)    { return nil, errors.ErrUnsupported }
func (w *Writer) Add(key, value []byte) error { return errors.ErrUnsupported }
func (w *Writer) finish() error               { return errors.ErrUnsupported }
func (w *Writer) abort()                      {}
