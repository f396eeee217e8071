package network

// transpose exchanges bit j of word i with bit i of word j of a matrix (H. Warren:
// Hacker's Delight, 2nd edition, 7-3). It is unrolled to avoid bounds checks.
func transpose(m *[64]uint64) {
	for i := range 32 {
		a, b := m[i], m[i+32]
		t := (a>>32 ^ b) & 0xffffffff
		m[i], m[i+32] = a^t<<32, b^t
	}
	for j := 0; j < 64; j += 32 {
		h := (*[32]uint64)(m[j:])
		for i := range 16 {
			a, b := h[i], h[i+16]
			t := (a>>16 ^ b) & 0x0000ffff0000ffff
			h[i], h[i+16] = a^t<<16, b^t
		}
	}
	for j := 0; j < 64; j += 16 {
		h := (*[16]uint64)(m[j:])
		for i := range 8 {
			a, b := h[i], h[i+8]
			t := (a>>8 ^ b) & 0x00ff00ff00ff00ff
			h[i], h[i+8] = a^t<<8, b^t
		}
	}
	for j := 0; j < 64; j += 8 {
		transpose8((*[8]uint64)(m[j:]))
	}
}

// transpose8 transposes each of the eight 8x8 bit matrices formed by the bytes of
// eight words.
func transpose8(m *[8]uint64) {
	a, b, c, d, e, f, g, h := m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7]
	const quads, pairs, bits = 0x0f0f0f0f0f0f0f0f, 0x3333333333333333, 0x5555555555555555
	t := (a>>4 ^ e) & quads
	a, e = a^t<<4, e^t
	t = (b>>4 ^ f) & quads
	b, f = b^t<<4, f^t
	t = (c>>4 ^ g) & quads
	c, g = c^t<<4, g^t
	t = (d>>4 ^ h) & quads
	d, h = d^t<<4, h^t
	t = (a>>2 ^ c) & pairs
	a, c = a^t<<2, c^t
	t = (b>>2 ^ d) & pairs
	b, d = b^t<<2, d^t
	t = (e>>2 ^ g) & pairs
	e, g = e^t<<2, g^t
	t = (f>>2 ^ h) & pairs
	f, h = f^t<<2, h^t
	t = (a>>1 ^ b) & bits
	m[0], m[1] = a^t<<1, b^t
	t = (c>>1 ^ d) & bits
	m[2], m[3] = c^t<<1, d^t
	t = (e>>1 ^ f) & bits
	m[4], m[5] = e^t<<1, f^t
	t = (g>>1 ^ h) & bits
	m[6], m[7] = g^t<<1, h^t
}

// TransposeRows transposes a matrix in which only the first n rows may be nonzero.
func TransposeRows(m *[64]uint64, n int) {
	if n > 8 {
		transpose(m)
		return
	}
	bytes := [8]uint64(m[:8])
	transposeBytes(&bytes)
	for j, x := range bytes {
		x = transposeWord(x)
		h := (*[8]uint64)(m[8*j:])
		for i := range h {
			h[i] = x >> (8 * i) & 0xff
		}
	}
}

// transposeColumns transposes the first n columns of a matrix into its first n rows.
// Other rows are unspecified.
func transposeColumns(m *[64]uint64, n int) {
	if n > 8 {
		transpose(m)
		return
	}
	var bytes [8]uint64
	for j := range bytes {
		x := uint64(0)
		h := (*[8]uint64)(m[8*j:])
		for i, row := range h {
			x |= row & 0xff << (8 * i)
		}
		bytes[j] = transposeWord(x)
	}
	transposeBytes(&bytes)
	copy(m[:], bytes[:])
}

func transposeBytes(m *[8]uint64) {
	for i := range 4 {
		a, b := m[i], m[i+4]
		t := (a>>32 ^ b) & 0x00000000ffffffff
		m[i], m[i+4] = a^t<<32, b^t
	}
	for _, i := range [4]int{0, 1, 4, 5} {
		a, b := m[i], m[i+2]
		t := (a>>16 ^ b) & 0x0000ffff0000ffff
		m[i], m[i+2] = a^t<<16, b^t
	}
	for i := 0; i < 8; i += 2 {
		a, b := m[i], m[i+1]
		t := (a>>8 ^ b) & 0x00ff00ff00ff00ff
		m[i], m[i+1] = a^t<<8, b^t
	}
}

// transposeWord transposes an 8x8 bit matrix whose rows are the bytes of x.
func transposeWord(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00aa00aa00aa00aa
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000cccc0000cccc
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000f0f0f0f0
	return x ^ t ^ t<<28
}
