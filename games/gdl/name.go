package gdl

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
)

// digestDigits is the length, in hexadecimal digits, of the digest in a
// variant's name. A collision of two sheets with the same file name is
// harmless: the rules digests of their tables still differ.
const digestDigits = 6

// digestOf returns a short hash of the parsed rules. The hash depends on the
// order of the rules but not on layout and comments.
func digestOf(s *sheet.Sheet) string {
	h := xxhash.New()
	for i := range s.Rules {
		fmt.Fprintln(h, s.Rules[i].String())
	}
	return fmt.Sprintf("%016x", h.Sum64())[:digestDigits]
}

// suffixes returns the endings of the names of rule sheets.
func suffixes() []string { return []string{".kif", ".gdl"} }

// SplitSpec splits FILE.kif:option=value,... into the file and the options. The
// file may be followed by a digest, as in the names of variants. SplitSpec
// returns false if the file name does not end in .kif or .gdl.
func SplitSpec(spec string) (file, options string, ok bool) {
	return games.SplitSpec(spec, suffixes()...)
}
