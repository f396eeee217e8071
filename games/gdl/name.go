package gdl

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
)

// digestDigits is the length of the digest in the name of a variant, in
// hexadecimal digits. If two sheets with one file name have the same digest,
// the rules digests of their tables still differ.
const digestDigits = 6

// digestOf returns a short hash of the parsed rules. It depends on the order of
// the rules, and not on layout and comments. In the name of a variant, it
// distinguishes sheets of one name and versions of one sheet.
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
// file can be followed by a digest, as in the names of variants. It returns
// false unless the file ends in .kif or .gdl.
func SplitSpec(spec string) (file, options string, ok bool) {
	return games.SplitSpec(spec, suffixes()...)
}
