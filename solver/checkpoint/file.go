// Package checkpoint says when a solve writes down how far it is, and writes it.
//
// A checkpoint is due when a share of the work so far, a multiple of what the last one
// took, and a least time are at stake; see Clock. Write replaces the file as a
// whole, and Read takes nothing for a checkpoint whose checksum is wrong. Usage is the time
// and memory of all runs of a solve, Meter what this one adds.
package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/cespare/xxhash/v2"

	"zermelo/solver/durable"
)

// Write replaces a file that says how far a solve has come. There is always
// a whole one.
func Write(path string, saved any) error {
	body, err := json.Marshal(saved)
	if err != nil {
		return err
	}
	if err := durable.WriteFile(path, fmt.Appendf(nil, "%016x\n%s", xxhash.Sum64(body), body)); err != nil {
		return fmt.Errorf("write checkpoint: %w", err)
	}
	return nil
}

// Read reads what Write wrote; nil if there is nothing whole.
func Read[T any](path string) (*T, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if len(text) < 17 || fmt.Sprintf("%016x\n", xxhash.Sum64(text[17:])) != string(text[:17]) {
		return nil, nil
	}
	saved := new(T)
	if json.Unmarshal(text[17:], saved) != nil {
		return nil, nil
	}
	return saved, nil
}
