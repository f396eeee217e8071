package reply

import (
	"context"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"strings"

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

// Error is the JSON body of every error reply.
type Error struct {
	Error ErrorText `json:"error"`
	// Position is set if the position is valid but its value is not known.
	Position *solved.View `json:"position,omitempty"`
}

// ErrorText describes an error and suggests an action.
type ErrorText struct {
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// JSON returns the JSON body of the reply.
func (f *Failure) JSON() Error {
	return Error{ErrorText{games.Clean(f.Message), games.Clean(f.Hint)}, f.Position}
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

// Fail replies with an error. It sends an HTML page if the client accepts HTML, and
// otherwise JSON.
func Fail(w http.ResponseWriter, r *http.Request, f *Failure) {
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
		text := f.JSON().Error
		_ = template.Must(template.New("").Parse(failurePage)).Execute(w, map[string]any{
			"Status": f.Status, "Message": text.Message, "Hint": text.Hint, "Link": f.Link,
		}) // the client may have disconnected
		return
	}
	body, err := Encode(f.JSON())
	if err != nil {
		panic("serve: " + err.Error()) // unreachable: f contains only strings and numbers
	}
	h.Set("Content-Type", TypeJSON)
	w.WriteHeader(f.Status)
	_, _ = w.Write(body) // the client may have disconnected
}
