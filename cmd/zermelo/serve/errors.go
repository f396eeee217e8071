package serve

import (
	"context"
	"errors"
	"net/http"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/tablebase/store"
)

// failure is an error with its HTTP status.
type failure struct {
	status  int
	message string
	hint    string // what to do instead; may be empty

	position *solved.View // of a position that is not stored: its board
}

func newFailure(status int, message, hint string) *failure {
	return &failure{status: status, message: message, hint: hint}
}

func (f *failure) Error() string { return f.message }

// errorAnswer is the JSON of all errors.
type errorAnswer struct {
	Error errorText `json:"error"`
	// Position is the position of the request, if all but its value is known.
	Position *solved.View `json:"position,omitempty"`
}

type errorText struct {
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// failureOf is the answer to an error.
func failureOf(err error) *failure {
	var (
		known *failure
		input *games.InputError
	)
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, store.ErrNotStored):
		return newFailure(http.StatusUnprocessableEntity, err.Error(), "no play of this variant leads there; leave out p for the start")
	case errors.As(err, &input):
		return newFailure(http.StatusBadRequest, err.Error(), "leave out p for the start: its field position shows the notation")
	case errors.Is(err, store.ErrNoTable):
		return newFailure(http.StatusNotFound, "there is no such table", "/api/tables lists the ids of all tables")
	case errors.Is(err, errBusy), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return newFailure(http.StatusServiceUnavailable, "the server is busy", "try again after the seconds in Retry-After")
	}
	return newFailure(http.StatusInternalServerError, problem(err), "see the server's log")
}

// problem says what is wrong with a table, without paths of the machine.
func problem(err error) string {
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

func fail(w http.ResponseWriter, f *failure) {
	body, err := encodeJSON(errorAnswer{errorText{games.Clean(f.message), games.Clean(f.hint)}, f.position})
	if err != nil {
		panic("serve: " + err.Error()) // strings and numbers
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Del("ETag")
	if f.status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	w.WriteHeader(f.status)
	_, _ = w.Write(body) // the client may be gone
}
