package serve

import (
	"context"
	"errors"
	"net/http"

	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/tablebase/store"
)

// failure is an error with the status that it is answered with.
type failure struct {
	status  int
	message string
	hint    string // what to do instead; may be empty

	position *book.View // what is known of a position that is not stored
}

func newFailure(status int, message, hint string) *failure {
	return &failure{status: status, message: message, hint: hint}
}

func (f *failure) Error() string { return f.message }

// errorAnswer is the JSON of all errors.
type errorAnswer struct {
	Error errorText `json:"error"`
	// Position is the position asked for, where only its value is missing.
	Position *book.View `json:"position,omitempty"`
}

type errorText struct {
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// failureOf says how an error is answered.
func failureOf(err error) *failure {
	var (
		known *failure
		input *games.InputError
	)
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, store.ErrNotStored):
		return newFailure(http.StatusUnprocessableEntity, err.Error(), "no play of this variant leads there; begin with the position of the start, which is what leaving out p gives")
	case errors.As(err, &input):
		return newFailure(http.StatusBadRequest, err.Error(), "leave out p for the position of the start: its field position shows the notation")
	case errors.Is(err, store.ErrNoTable):
		return newFailure(http.StatusNotFound, "there is no such table", "the ids of all tables are at /api/tables")
	case errors.Is(err, errBusy), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return newFailure(http.StatusServiceUnavailable, "the server is busy", "try again after the seconds that Retry-After says")
	}
	return newFailure(http.StatusInternalServerError, problem(err), "the server's log has more")
}

// problem says what is wrong with a table without the paths of this machine.
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

// fail writes an error.
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
	_, _ = w.Write(body) // a client that is gone needs no answer
}
