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
// the rules, and not on layout and comments.
func digestOf(s *sheet.Sheet) string {
	h := xxhash.New()
	for i := range s.Rules {
		fmt.Fprintln(h, s.Rules[i].String())
	}
	return fmt.Sprintf("%016x", h.Sum64())[:digestDigits]
}

// variantName returns the name of a sheet's variant without options: the file
// name and a digest of the rules, as in "pile.kif@3f2a1b". The digest
// distinguishes sheets of one name and versions of one sheet.
func variantName(s *sheet.Sheet) string { return games.FileName(s.Name, digestOf(s)) }

func suffixes() []string { return []string{".kif", ".gdl"} }

// cutDigest slices a name around the mark before its digest. It returns false
// if the part before the mark does not name a rule sheet.
func cutDigest(name string) (file, digest string, ok bool) {
	return games.CutDigest(name, suffixes()...)
}

// SplitSpec splits FILE.kif:option=value,... into the file and the options. The
// file can be followed by a digest, as in the names of variants. It returns
// false unless the file ends in .kif or .gdl.
func SplitSpec(spec string) (file, options string, ok bool) {
	return games.SplitSpec(spec, suffixes()...)
}

// checkDigest returns a games.InputError if the digest differs from the sheet's,
// as after a change of the file.
func checkDigest(s *sheet.Sheet, want string) error {
	return games.CheckDigest(s.Name, want, digestOf(s))
}
