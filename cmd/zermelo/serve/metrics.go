package serve

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type metrics struct {
	began   time.Time
	working atomic.Int64 // requests being served

	mu       sync.Mutex
	requests map[series]int64
	times    map[string]*histogram // by route
}

type series struct {
	route  string
	status int
}

type histogram struct {
	counts [len(bounds) + 1]int64
	sum    float64 // seconds
}

// bounds holds the upper bounds of the buckets, in seconds.
var bounds = [...]float64{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5}

func newMetrics() *metrics {
	return &metrics{began: time.Now(), requests: map[series]int64{}, times: map[string]*histogram{}}
}

// end records a completed request. The route is the matching pattern, or "" if the
// request was rejected.
func (m *metrics) end(route string, status int, took time.Duration) {
	m.working.Add(-1)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[series{route, status}]++
	h := m.times[route]
	if h == nil {
		h = &histogram{}
		m.times[route] = h
	}
	i, _ := slices.BinarySearch(bounds[:], took.Seconds())
	h.counts[i]++
	h.sum += took.Seconds()
}

// text returns the metrics in the Prometheus text format 0.0.4.
func (m *metrics) text(openTables int) string {
	var b strings.Builder
	head := func(name, kind, help string) {
		fmt.Fprintf(&b, "# HELP zermelo_%s %s\n# TYPE zermelo_%s %s\n", name, help, name, kind)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	head("requests_total", "counter", "Completed requests, by route and status.")
	for _, s := range slices.SortedFunc(maps.Keys(m.requests), func(x, y series) int {
		return cmp.Or(cmp.Compare(x.route, y.route), cmp.Compare(x.status, y.status))
	}) {
		fmt.Fprintf(&b, "zermelo_requests_total{route=%q,status=\"%d\"} %d\n", s.route, s.status, m.requests[s])
	}
	head("request_seconds", "histogram", "Time from the request header to the end of the reply.")
	for _, route := range slices.Sorted(maps.Keys(m.times)) {
		h, sum := m.times[route], int64(0)
		for i, n := range h.counts {
			sum += n
			bound := "+Inf"
			if i < len(bounds) {
				bound = fmt.Sprint(bounds[i])
			}
			fmt.Fprintf(&b, "zermelo_request_seconds_bucket{route=%q,le=%q} %d\n", route, bound, sum)
		}
		fmt.Fprintf(&b, "zermelo_request_seconds_sum{route=%q} %g\nzermelo_request_seconds_count{route=%q} %d\n", route, h.sum, route, sum)
	}
	gauge := func(name, help string, x int64) {
		head(name, "gauge", help)
		fmt.Fprintf(&b, "zermelo_%s %d\n", name, x)
	}
	gauge("requests_working", "Requests being served.", m.working.Load())
	gauge("tables_open", "Open tables.", int64(openTables))
	gauge("goroutines", "Goroutines of the process.", int64(runtime.NumGoroutine()))
	gauge("uptime_seconds", "Seconds since the server started.", int64(time.Since(m.began).Seconds()))
	return b.String()
}

func (s *Server) getMetrics(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(s.metrics.text(s.open.size()))) // the client may have disconnected
	return nil
}
