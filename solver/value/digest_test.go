package value

import "testing"

// TestPairHash tests that similar states and outcomes have different hashes.
func TestPairHash(t *testing.T) {
	seen := map[uint64][3]uint64{}
	for a := range uint64(20) {
		for b := range uint64(20) {
			for o := range uint64(20) {
				h := PairHash([]uint64{a, b}, o)
				if other, known := seen[h]; known {
					t.Fatalf("%v and %v have equal hashes", other, [3]uint64{a, b, o})
				}
				seen[h] = [3]uint64{a, b, o}
			}
		}
	}
}
