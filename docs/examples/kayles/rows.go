package kayles

func (k *kayles) Rows(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		c, _ := k.Expand(nil, nil, []uint64{s})
		n := len(c)
		if s>>63 == 1 {
			n = min(n, 1)
		}
		dst = append(dst, int32(n))
	}
	return dst
}
