package protocol

import (
	"bytes"
	"fmt"
	"sync"

	"zermelo/games"
)

// mostTail is how much of what a game writes to its standard error is shown, in bytes.
const mostTail = 2000

// Tail keeps the end of what is written to it.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

// Write adds text.
func (t *Tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-mostTail):]...)
	if over := len(t.text) - mostTail; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// Explain adds what was written to an error.
func (t *Tail) Explain(err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text := bytes.TrimSpace(bytes.ToValidUTF8(t.text, []byte("?"))); len(text) > 0 {
		return fmt.Errorf("%w\nit wrote to its standard error:\n%s", err, games.Clean(string(text)))
	}
	return err
}
