package network

// Transpose exchanges rows and columns of a 64x64 matrix of bits: bit j of word
// i and bit i of word j. (H. Warren: Hacker's Delight, 2nd edition, 7-3.)
func Transpose(m *[64]uint64) {
	mask := uint64(1<<32 - 1)
	for width := 32; width > 0; width >>= 1 {
		for i := 0; i < 64; i = (i + width + 1) &^ width {
			a, b := m[i], m[i|width]
			t := (a>>width ^ b) & mask
			m[i], m[i|width] = a^t<<width, b^t
		}
		mask ^= mask << (width >> 1)
	}
}
