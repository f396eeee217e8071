package serve

import (
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

// metrics counts requests for Prometheus.
type metrics struct {
	began   time.Time
	working atomic.Int64 // requests under way

	mu       sync.Mutex
	requests map[series]int64
	times    map[string]*histogram // by route
}

// series is the key of a count of requests.
type series struct {
	route  string
	status int
}

// histogram counts requests by their time.
type histogram struct {
	counts [len(bounds) + 1]int64
	sum    float64 // seconds
}

// bounds are the upper bounds of a histogram's buckets, in seconds.
var bounds = [...]float64{0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5}

func newMetrics() *metrics {
	return &metrics{began: time.Now(), requests: map[series]int64{}, times: map[string]*histogram{}}
}

func (m *metrics) begin() { m.working.Add(1) }

// end counts a request that is answered. The route is a pattern, "" for what was
// rejected.
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

// text writes the metrics in the text format of Prometheus, version 0.0.4.
func (m *metrics) text() string {
	var b strings.Builder
	head := func(name, kind, help string) {
		fmt.Fprintf(&b, "# HELP zermelo_%s %s\n# TYPE zermelo_%s %s\n", name, help, name, kind)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	head("requests_total", "counter", "Requests answered, by route and status.")
	for _, s := range slices.SortedFunc(maps.Keys(m.requests), func(x, y series) int {
		if x.route != y.route {
			return strings.Compare(x.route, y.route)
		}
		return x.status - y.status
	}) {
		fmt.Fprintf(&b, "zermelo_requests_total{route=%q,status=\"%d\"} %d\n", s.route, s.status, m.requests[s])
	}
	head("request_seconds", "histogram", "Time from the header of a request to the end of its answer.")
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
	head("requests_working", "gauge", "Requests under way.")
	fmt.Fprintf(&b, "zermelo_requests_working %d\n", m.working.Load())
	return b.String()
}

func (s *Server) getMetrics(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	gauges := fmt.Sprintf("# HELP zermelo_tables_open Tables that are open.\n# TYPE zermelo_tables_open gauge\nzermelo_tables_open %d\n", s.open.size()) +
		fmt.Sprintf("# HELP zermelo_goroutines Goroutines of the process.\n# TYPE zermelo_goroutines gauge\nzermelo_goroutines %d\n", runtime.NumGoroutine()) +
		fmt.Sprintf("# HELP zermelo_uptime_seconds Seconds since the server began.\n# TYPE zermelo_uptime_seconds gauge\nzermelo_uptime_seconds %.0f\n", time.Since(s.metrics.began).Seconds())
	_, _ = w.Write([]byte(s.metrics.text() + gauges)) // the client may be gone
	return nil
}
