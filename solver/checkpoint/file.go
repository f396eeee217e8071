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
