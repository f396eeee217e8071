package store

import "strings"

// proofSuffix ends the name of the table that holds a proof.
const proofSuffix = ".proof"

// ProofName is the name of the table that holds the proof of a variant.
func ProofName(variant string) string { return variant + proofSuffix }

// VariantOf is the variant that a table is about, and what kind of table it is:
// "proof", "known", "open" or "" for a table of all positions.
func VariantOf(table string) (variant, kind string) {
	for _, suffix := range []string{proofSuffix, knownSuffix, openSuffix} {
		if v, ok := strings.CutSuffix(table, suffix); ok {
			return v, suffix[1:]
		}
	}
	return table, ""
}

// knownSuffix ends the name of the table that holds what searches have proven
// on their way.
const knownSuffix = ".known"

// KnownName is the name of the table with the results of searches of a variant.
func KnownName(variant string) string { return variant + knownSuffix }

// openSuffix ends the name of the table that holds a snapshot of a proof-number
// search.
const openSuffix = ".open"

// OpenName is the name of the table with the snapshot of a variant.
func OpenName(variant string) string { return variant + openSuffix }
