package serve

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
)

// TestErrorsRepeatRequestsCleanAndShort puts control characters and long strings
// into all parts of a request.
func TestErrorsRepeatRequestsCleanAndShort(t *testing.T) {
	t.Parallel()
	db := t.TempDir()
	solveGames(t, db, "tictactoe")
	s := newServer(t, Options{DB: db})
	for _, text := range []string{"\x1b]0;owned\a", "\u009b2J\u202e", "\xff\xfe", strings.Repeat("ab=", 2000)} {
		text = url.QueryEscape(text)
		for _, target := range []string{"/api/tictactoe/position?p=@", "/api/tictactoe/position?@=1", "/api/tictactoe/position?@=1&@=2", "/api/@/position", "/api/tictactoe/report?format=@", "/page/@", "/@"} {
			answer := ask(s, "GET", strings.ReplaceAll(target, "@", text))
			body := answer.Body.String()
			var e reply.Error
			if answer.Code < 400 || json.Unmarshal([]byte(body), &e) != nil {
				t.Errorf("%.80s: status %d: %.200s", target, answer.Code, body)
			}
			if said := e.Detail + e.Hint; len(body) > 1500 || said != games.Clean(said) {
				t.Errorf("%.80s: %d bytes: %.300q", target, len(body), said)
			}
		}
	}
}
