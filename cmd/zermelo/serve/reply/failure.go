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

// ErrBusy is answered with 503.
var ErrBusy = errors.New("too many requests at once")

// InlinePolicy is the Content-Security-Policy of what has inline styles and no scripts.
const InlinePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Failure is an error with its HTTP status.
type Failure struct {
	Status  int
	Message string
	Hint    string // what to do instead; may be empty
	// Link is an address of the page that may have been meant; usually empty.
	Link string
	// Position is that of a position that is not stored: its board.
	Position *solved.View
}

// NewFailure makes a Failure.
func NewFailure(status int, message, hint string) *Failure {
	return &Failure{Status: status, Message: message, Hint: hint}
}

func (f *Failure) Error() string { return f.Message }

// Error is the JSON of all errors.
type Error struct {
	Error ErrorText `json:"error"`
	// Position is the position of the request, if all but its value is known.
	Position *solved.View `json:"position,omitempty"`
}

// ErrorText says what is wrong and what to do instead.
type ErrorText struct {
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// JSON is what the Failure tells programs.
func (f *Failure) JSON() Error {
	return Error{ErrorText{games.Clean(f.Message), games.Clean(f.Hint)}, f.Position}
}

// FailureOf is the answer to an error.
func FailureOf(err error) *Failure {
	var (
		known *Failure
		input *games.InputError
		large *http.MaxBytesError
	)
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, store.ErrNotStored):
		return NewFailure(http.StatusUnprocessableEntity, err.Error(), "no play of this variant leads there; leave out p for the start")
	case errors.As(err, &input):
		return NewFailure(http.StatusBadRequest, err.Error(), "leave out p for the start: its field position shows the notation")
	case errors.As(err, &large):
		return NewFailure(http.StatusRequestEntityTooLarge, games.Message("the request has more than %d bytes", large.Limit), "send less")
	case errors.Is(err, store.ErrNoTable):
		return NewFailure(http.StatusNotFound, "there is no such table", "/api/tables lists the ids of all tables")
	case errors.Is(err, ErrBusy), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return NewFailure(http.StatusServiceUnavailable, "the server is busy", "try again after the seconds in Retry-After")
	}
	return NewFailure(http.StatusInternalServerError, Problem(err), "see the server's log")
}

// Problem says what is wrong with a table, without paths of the machine.
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
		return "the table was made with other rules"
	case errors.As(err, &version):
		return "the table was written by a newer program"
	}
	return "the server cannot answer this"
}

//go:embed failure.html
var failurePage string

// Fail answers with an error: with a page for people where a browser asks for one,
// else with JSON.
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
		}) // the client may be gone
		return
	}
	body, err := Encode(f.JSON())
	if err != nil {
		panic("serve: " + err.Error()) // strings and numbers
	}
	h.Set("Content-Type", TypeJSON)
	w.WriteHeader(f.Status)
	_, _ = w.Write(body) // the client may be gone
}
