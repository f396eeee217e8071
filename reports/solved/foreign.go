//go:build !js || rules

package solved

const foreignRules = true

var (
	wideTable    = openTable[[4]uint64]
	wideProof    = openProof[[4]uint64]
	wideSearcher = newSearcher[[4]uint64]
)
