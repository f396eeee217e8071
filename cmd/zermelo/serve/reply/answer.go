// Package reply writes HTTP replies: JSON, entity tags, event streams, and errors in
// formats for programs and for browsers.
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

// revalidate is the default value of Cache-Control. Clients may cache replies but
// must revalidate them, because a table can be replaced.
const revalidate = "no-cache"

// Encode returns the JSON encoding of v, followed by a newline.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	return b.Bytes(), nil
}

// JSON replies with the JSON encoding of v.
func JSON(w http.ResponseWriter, r *http.Request, v any) error {
	body, err := Encode(v)
	if err != nil {
		return err
	}
	return Send(w, r, TypeJSON, Tag(string(body)), body)
}

// Send replies with body. If the client has cached body, Send replies with status 304
// instead.
func Send(w http.ResponseWriter, r *http.Request, kind, tag string, body []byte) error {
	if Unchanged(w, r, tag) {
		return nil
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // the client may have disconnected
	return nil
}

// Unchanged sets the ETag header and, unless it is already set, the Cache-Control
// header. If the client has cached the reply, Unchanged sends status 304 and returns
// true.
func Unchanged(w http.ResponseWriter, r *http.Request, tag string) bool {
	w.Header().Set("ETag", tag)
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", revalidate)
	}
	for have := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		have = strings.NewReplacer(GzipTag+`"`, `"`, zstdTag+`"`, `"`).Replace(strings.TrimSpace(have))
		if have == tag || strings.TrimPrefix(have, "W/") == tag {
			w.WriteHeader(http.StatusNotModified)
			return true
		}
	}
	return false
}

// Suffixes of the ETags of compressed replies.
const (
	GzipTag = "-gzip"
	zstdTag = "-zstd"
)

// Tag returns an ETag for a string.
func Tag(text string) string { return `"` + Hash(text) + `"` }

// Hash returns the hash of a string as 16 hexadecimal digits.
func Hash(text string) string {
	return hex.EncodeToString(binary.BigEndian.AppendUint64(nil, xxhash.Sum64String(text)))
}

// TypeEvents is the content type of event streams.
const TypeEvents = "text/event-stream"

const eventTime = 20 * time.Second // time limit for writing an event

// Events is a stream of server-sent events (HTML Living Standard, section 9.2).
type Events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// NewEvents starts an event stream.
func NewEvents(w http.ResponseWriter) *Events {
	w.Header().Set("Content-Type", TypeEvents)
	w.Header().Set("Cache-Control", "no-store")
	return &Events{w, http.NewResponseController(w)}
}

// Send sends an event whose data is the JSON encoding of v. It returns an error if
// the client has disconnected or does not receive the event within 20 seconds.
func (e *Events) Send(name string, v any) error {
	data, err := Encode(v)
	if err != nil {
		return err
	}
	return e.write(fmt.Sprintf("event: %s\ndata: %s\n", name, data)) // data ends with a newline
}

// Alive keeps the stream open by sending a comment, which clients ignore.
func (e *Events) Alive() error { return e.write(": alive\n\n") }

func (e *Events) write(text string) error {
	_ = e.control.SetWriteDeadline(time.Now().Add(eventTime)) // not supported by test recorders
	if _, err := e.w.Write([]byte(text)); err != nil {
		return err
	}
	return e.control.Flush()
}
