package serve

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// discard is an http.ResponseWriter that only counts bytes.
type discard struct {
	header http.Header
	bytes  int64
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(b []byte) (int, error) { d.bytes += int64(len(b)); return len(b), nil }

// BenchmarkPosition measures position requests without caches and network.
func BenchmarkPosition(b *testing.B) {
	const spec = "breakthrough:size=4x4,captures=diagonal"
	db := b.TempDir()
	solveGames(b, db, spec)
	positions := randomPositions(b, db, spec, 5000)
	s := newServer(b, Options{DB: db})
	s.answers = newAnswerCache(0)
	var requests []*http.Request
	for _, p := range positions {
		requests = append(requests, httptest.NewRequest("GET", at(spec, p), nil))
	}
	out := discard{header: http.Header{}}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		clear(out.header)
		s.Handler().ServeHTTP(&out, requests[i%len(requests)])
	}
	b.ReportMetric(float64(out.bytes)/float64(b.N), "body-B/op")
}
