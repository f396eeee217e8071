package builtin

import (
	"regexp"
	"strings"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
)

// TestRegistry opens every game and preset and checks that names are unambiguous.
func TestRegistry(t *testing.T) {
	r := Registry()
	seen := map[string]bool{}
	plain := regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)
	for _, name := range r.Names() {
		if seen[name] || !plain.MatchString(name) {
			t.Errorf("name %q is used twice or needs quoting", name)
		}
		seen[name] = true
		v, err := r.Open(name)
		if err != nil {
			t.Errorf("open %s: %v", name, err)
			continue
		}
		again, err := r.Open(v.Info().Name)
		if err != nil || again.Info().Name != v.Info().Name {
			t.Errorf("%s is named %s, which opens as %v, %v", name, v.Info().Name, again, err)
		}
		switch v.(type) {
		case games.Game[uint64], games.Game[[2]uint64]:
		default: // published pages omit the code for larger states
			t.Errorf("%s is no game with states of one or two words: %T", name, v)
		}
	}
	for _, e := range r.Entries {
		for _, o := range e.Options {
			if !plain.MatchString(o.Name) || o.Help == "" || o.Domain == "" || strings.ContainsAny(o.Default, ",= ") {
				t.Errorf("%s: option %+v", e.Name, o)
			}
		}
	}
}
