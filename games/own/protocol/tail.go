package protocol

import (
	"bytes"
	"fmt"
	"sync"

	"zermelo/games"
)

const maxTail = 2000 // bytes

// Tail is a writer that keeps the last bytes written to it. It is safe for
// concurrent use.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

// Write implements io.Writer.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-maxTail):]...)
	if over := len(t.text) - maxTail; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// Explain appends the retained text to err, labelled as the standard error of the
// rules.
func (t *Tail) Explain(err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text := bytes.TrimSpace(bytes.ToValidUTF8(t.text, []byte("?"))); len(text) > 0 {
		return fmt.Errorf("%w\nthe program wrote to standard error:\n%s", err, games.Clean(string(text)))
	}
	return err
}
