// Package reply writes the answers of the server: JSON, entity tags, errors for programs
// and for people, and streams of events.
package reply

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
)

// Content types.
const (
	TypeJSON = "application/json; charset=utf-8"
	TypeHTML = "text/html; charset=utf-8"
	TypeSVG  = "image/svg+xml"
)

// revalidate is the Cache-Control of answers: clients keep them, and ask each time
// whether they still hold, as tables can be replaced.
const revalidate = "no-cache"

// Encode writes a value as JSON, with a line break at the end.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return b.Bytes(), nil
}

// JSON answers with a value as JSON.
func JSON(w http.ResponseWriter, r *http.Request, v any) error {
	body, err := Encode(v)
	if err != nil {
		return err
	}
	return Send(w, r, TypeJSON, Tag(string(body)), body)
}

// Send answers with a body, or with 304 if the client has it.
func Send(w http.ResponseWriter, r *http.Request, kind, tag string, body []byte) error {
	if Unchanged(w, r, tag) {
		return nil
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // the client may be gone
	return nil
}

// Unchanged sets the ETag of an answer, and its Cache-Control if there is none. If the
// client has the answer already, it sends 304 and returns true.
func Unchanged(w http.ResponseWriter, r *http.Request, tag string) bool {
	w.Header().Set("ETag", tag)
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", revalidate)
	}
	for have := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		have = strings.NewReplacer(GzipTag+`"`, `"`, ZstdTag+`"`, `"`).Replace(strings.TrimSpace(have))
		if have == tag || strings.TrimPrefix(have, "W/") == tag {
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}

// The ETags of compressed answers end so: their bytes are others.
const (
	GzipTag = "-gzip"
	ZstdTag = "-zstd"
)

// Tag is the ETag of a text.
func Tag(text string) string { return `"` + Hash(text) + `"` }

// Hash is a hash of a text, 16 hexadecimal digits.
func Hash(text string) string {
	return hex.EncodeToString(binary.BigEndian.AppendUint64(nil, xxhash.Sum64String(text)))
}

// TypeEvents is the content type of a stream of events.
const TypeEvents = "text/event-stream"

// eventTime is how long a client may take for an event.
const eventTime = 20 * time.Second

// Events is a stream of server-sent events (HTML Living Standard, section 9.2).
type Events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// NewEvents begins a stream.
func NewEvents(w http.ResponseWriter) *Events {
	w.Header().Set("Content-Type", TypeEvents)
	w.Header().Set("Cache-Control", "no-store")
	return &Events{w, http.NewResponseController(w)}
}

// Send sends an event with a value as JSON. It fails when the client is gone, or takes
// longer than 20 s.
func (e *Events) Send(name string, v any) error {
	data, err := Encode(v)
	if err != nil {
		return err
	}
	return e.write(fmt.Sprintf("event: %s\ndata: %s\n", name, data)) // data ends its line
}

// Alive sends a comment, which clients skip.
func (e *Events) Alive() error { return e.write(": alive\n\n") }

func (e *Events) write(text string) error {
	_ = e.control.SetWriteDeadline(time.Now().Add(eventTime)) // there is none in tests
	if _, err := e.w.Write([]byte(text)); err != nil {
		return err
	}
	return e.control.Flush()
}
