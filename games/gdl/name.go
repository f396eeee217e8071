package gdl

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
)

// digestDigits is the length, in hexadecimal digits, of the digest in a variant's
// name. Collisions are harmless: the rules digests of tables still differ.
const digestDigits = 6

// digestOf returns a short hash of the parsed rules in their order, ignoring layout
// and comments.
func digestOf(s *sheet.Sheet) string {
	h := xxhash.New()
	for i := range s.Rules {
		fmt.Fprintln(h, s.Rules[i].String())
	}
	return fmt.Sprintf("%016x", h.Sum64())[:digestDigits]
}

func suffixes() []string { return []string{".kif", ".gdl"} }

// SplitSpec splits FILE.kif:option=value,... into the file and the options. A digest
// may follow the file. It returns false if the file name does not end in .kif or
// .gdl.
func SplitSpec(spec string) (file, options string, ok bool) {
	return games.SplitSpec(spec, suffixes()...)
}
