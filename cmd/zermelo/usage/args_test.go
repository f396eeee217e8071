package usage

import "testing"

func TestDidYouMean(t *testing.T) {
	candidates := []string{"games", "rules", "solve", "tron", "snake2p"}
	tests := []struct{ typed, want string }{
		{"gmaes", "games"}, {"slove", "solve"}, {"rule", "rules"}, {"trom", "tron"}, {"snake", "snake2p"},
		{"snak2p", "snake2p"}, {"chess", ""}, {"", ""}, {"x", ""}, {"TRON", "tron"}, {"Sovle", "solve"},
	}
	for _, test := range tests {
		want := ""
		if test.want != "" {
			want = `; did you mean "` + test.want + `"?`
		}
		if got := DidYouMean(test.typed, candidates); got != want {
			t.Errorf("%q: got %q, want %q", test.typed, got, want)
		}
	}
}
