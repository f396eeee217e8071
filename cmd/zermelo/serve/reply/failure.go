package reply

import (
	"context"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"os"
	"strings"
	"time"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/tablebase/store"
)

// ErrBusy causes a reply with status 503.
var ErrBusy = errors.New("too many concurrent requests")

// InlinePolicy is the Content-Security-Policy for documents with inline styles
// and no scripts.
const InlinePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Failure is an error with an HTTP status.
type Failure struct {
	Status  int
	Message string
	Hint    string // suggested action; may be empty
	// Link is the URL of a page that the client may have meant, or "".
	Link string
	// Position shows the board if the position is valid but not stored.
	Position *solved.View
}

// NewFailure returns a Failure with no Link and no Position.
func NewFailure(status int, message, hint string) *Failure {
	return &Failure{Status: status, Message: message, Hint: hint}
}

func (f *Failure) Error() string { return f.Message }

// Error is the JSON body of every error reply: a problem (RFC 9457) with two more members.
type Error struct {
	Type     string `json:"type"`  // always "about:blank": the status is the kind of the problem
	Title    string `json:"title"` // the name of the status
	Status   int    `json:"status"`
	Detail   string `json:"detail"`
	Instance string `json:"instance,omitempty"` // the request as it appears in the server log
	Hint     string `json:"hint,omitempty"`
	// Position is set if the position is valid but its value is not known.
	Position *solved.View `json:"position,omitempty"`
}

// JSON returns the JSON body of the reply.
func (f *Failure) JSON() Error {
	return Error{Type: "about:blank", Title: http.StatusText(f.Status), Status: f.Status, Detail: games.Clean(f.Message), Hint: games.Clean(f.Hint), Position: f.Position}
}

// FailureOf converts an error to a Failure.
func FailureOf(err error) *Failure {
	var (
		failure *Failure
		input   *games.InputError
		large   *http.MaxBytesError
	)
	switch {
	case errors.As(err, &failure):
		return failure
	case errors.Is(err, store.ErrNotStored):
		return NewFailure(http.StatusUnprocessableEntity, err.Error(), "not reachable in this variant; omit p for the start")
	case errors.As(err, &input):
		return NewFailure(http.StatusBadRequest, err.Error(), "omit p for the start; its field position shows the notation")
	case errors.As(err, &large):
		return NewFailure(http.StatusRequestEntityTooLarge, games.Message("the request exceeds %d bytes", large.Limit), "send a smaller request")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return NewFailure(http.StatusRequestTimeout, "the body of the request did not arrive in time", "send all of it with the header")
	case errors.Is(err, store.ErrNoTable):
		return NewFailure(http.StatusNotFound, "no such table", "see /api/tables for the IDs of all tables")
	case errors.Is(err, ErrBusy), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return NewFailure(http.StatusServiceUnavailable, "the server is busy", "retry after the number of seconds in Retry-After")
	}
	return NewFailure(http.StatusInternalServerError, Problem(err), "see the server log")
}

// Problem returns the reason why a table cannot be used. It does not reveal file
// paths on the server.
func Problem(err error) string {
	var (
		corrupt *store.CorruptError
		foreign *store.ForeignError
		version *store.VersionError
	)
	switch {
	case errors.As(err, &corrupt):
		return "the table is damaged"
	case errors.As(err, &foreign):
		return "the table was built with different rules"
	case errors.As(err, &version):
		return "the table was written by a newer program"
	}
	return "internal error"
}

//go:embed failure.html
var failurePage string

// drainTime limits the time that the server reads the rest of a request before it sends
// an error. If it did not read the rest, the client could lose the reply.
const drainTime = 200 * time.Millisecond

// Fail replies with an error. It sends an HTML page if the client accepts HTML, and
// otherwise JSON.
func Fail(w http.ResponseWriter, r *http.Request, f *Failure) {
	if r.ContentLength != 0 {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(drainTime)) // not supported by test recorders
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Del("ETag")
	if f.Status == http.StatusServiceUnavailable || f.Status == http.StatusTooManyRequests {
		h.Set("Retry-After", "1")
	}
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		h.Set("Content-Type", TypeHTML)
		h.Set("Content-Security-Policy", InlinePolicy)
		w.WriteHeader(f.Status)
		_ = template.Must(template.New("").Parse(failurePage)).Execute(w, map[string]any{"Error": f.JSON(), "Link": f.Link}) // the client may have disconnected
		return
	}
	problem := f.JSON()
	if f.Status == http.StatusInternalServerError {
		problem.Instance = games.Echo(r.URL.String())
	}
	body, err := Encode(problem)
	if err != nil {
		panic("serve: " + err.Error()) // unreachable: f contains only strings and numbers
	}
	h.Set("Content-Type", "application/problem+json")
	w.WriteHeader(f.Status)
	_, _ = w.Write(body) // the client may have disconnected
}
