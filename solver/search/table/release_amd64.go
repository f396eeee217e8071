//go:build !race

package table

// Release writes a word that other threads read. On amd64, an aligned store is atomic and
// ordered after all earlier stores. Unlike atomic.StoreUint64, it does not wait until
// other processors see it.
//
//go:noescape
func Release(at *uint64, value uint64)
