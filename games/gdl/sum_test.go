package gdl

import "testing"

func TestAnySumReplacesTheOptionForTheSum(t *testing.T) {
	for spec, want := range map[string]string{
		"a.kif":                           "a.kif:sum=any",
		"a.kif:rows=2":                    "a.kif:rows=2,sum=any",
		"a.kif:sum=constant,symmetry=off": "a.kif:symmetry=off,sum=any",
	} {
		if got := AnySum(spec); got != want {
			t.Errorf("%s: %s, want %s", spec, got, want)
		}
	}
}
