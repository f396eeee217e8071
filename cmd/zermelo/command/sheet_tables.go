package command

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/tablebase"
)

// otherRules adds to an error about a missing table of a rule sheet which tables
// there are of other rules under the file's name: the file may have changed
// since they were made.
func otherRules(db string, v games.Variant, err error) error {
	list, listErr := tablebase.List(db)
	if listErr != nil {
		return err // the first error says more
	}
	for _, s := range list {
		if variant, _ := tablebase.VariantOf(s.Name); gdl.OtherRules(variant, v.Info().Name) {
			return fmt.Errorf("%w (there is a table of %s: the rules in the file have changed since, or those are of another file of that name)", err, s.Name)
		}
	}
	return err
}
