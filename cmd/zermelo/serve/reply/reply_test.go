package reply

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	_ "zermelo/games/gamestest"
	"zermelo/tablebase/store"
)

// TestEventsKeepToTheirLines sends a string that contains line breaks and the end of
// an event.
func TestEventsKeepToTheirLines(t *testing.T) {
	w := httptest.NewRecorder()
	events := NewEvents(w)
	if err := errors.Join(events.Send("job", "a\n\nevent: b\r"), events.Alive()); err != nil {
		t.Fatal(err)
	}
	if want := "event: job\ndata: \"a\\n\\nevent: b\\r\"\n\n: alive\n\n"; w.Body.String() != want || w.Header().Get("Content-Type") != TypeEvents {
		t.Errorf("sent %q, want %q", w.Body, want)
	}
}

// TestErrorsHaveTheirStatus converts errors, including an internal error that
// must not be revealed.
func TestErrorsHaveTheirStatus(t *testing.T) {
	for _, test := range []struct {
		err    error
		status int
	}{
		{store.ErrNotStored, 422}, {ErrBusy, 503}, {errors.New("open /secret/place: no such file"), 500}, {NewFailure(418, "m", "h"), 418},
		{fmt.Errorf("read tcp secret: %w", os.ErrDeadlineExceeded), 408},
	} {
		f := FailureOf(test.err)
		if f.Status != test.status || strings.Contains(f.Message+f.Hint, "secret") {
			t.Errorf("%v: status %d, want %d: %q, %q", test.err, f.Status, test.status, f.Message, f.Hint)
		}
	}
	w := httptest.NewRecorder()
	Fail(w, httptest.NewRequest("GET", "/x?y=1", nil), FailureOf(errors.New("secret")))
	if want := `{"type":"about:blank","title":"Internal Server Error","status":500,"detail":"internal error","instance":"/x?y=1","hint":"see the server log"}` + "\n"; w.Body.String() != want {
		t.Errorf("sent %s, want %s", w.Body, want)
	}
}
