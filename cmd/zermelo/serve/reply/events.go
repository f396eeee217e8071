package reply

import (
	"fmt"
	"net/http"
	"time"
)

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
