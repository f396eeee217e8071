package serve

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/solver/machine"
)

// BenchmarkServe measures a server on localhost: 64 clients, each on its own connection,
// request the positions of a table in random order. There are more positions than cached
// answers, so most requests read the table. Clients and server share the processor time.
func BenchmarkServe(b *testing.B) {
	const (
		spec      = "breakthrough:size=4x4,captures=diagonal"
		positions = 20_000
		clients   = 64
	)
	db := b.TempDir()
	solveGames(b, db, spec)
	addr, _ := run(b, newServer(b, Options{DB: db, Local: true}))
	var requests [][]byte
	for _, p := range randomPositions(b, db, spec, positions) {
		requests = append(requests, fmt.Appendf(nil, "GET /api/%s/position?p=%s HTTP/1.1\r\nHost: %s\r\n\r\n", spec, url.QueryEscape(p), addr))
	}
	latencies := make([][]time.Duration, clients)
	var sent atomic.Int64
	cpu := machine.CPUTime()
	b.ResetTimer()
	var group errgroup.Group
	for c := range clients {
		group.Go(func() error {
			random := rand.New(rand.NewPCG(1, uint64(c)))
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				return err
			}
			defer conn.Close()
			in := bufio.NewReader(conn)
			for sent.Add(1) <= int64(b.N) {
				began := time.Now()
				if err := exchange(conn, in, requests[random.IntN(len(requests))]); err != nil {
					return err
				}
				latencies[c] = append(latencies[c], time.Since(began))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		b.Fatal(err)
	}
	n := float64(b.N)
	b.ReportMetric(n/b.Elapsed().Seconds(), "requests/s")
	b.ReportMetric(float64((machine.CPUTime()-cpu).Microseconds())/n, "cpu-µs/request")
	sorted := slices.Sorted(slices.Values(slices.Concat(latencies...)))
	b.ReportMetric(sorted[len(sorted)/2].Seconds()*1e3, "p50-ms")
	b.ReportMetric(sorted[len(sorted)*99/100].Seconds()*1e3, "p99-ms")
	b.ReportMetric(0, "ns/op")
}

// exchange sends a request and reads the response. It does less than net/http, so that most
// of the processor time is the server's.
func exchange(conn net.Conn, in *bufio.Reader, request []byte) error {
	if _, err := conn.Write(request); err != nil {
		return err
	}
	length := int64(-1)
	for first := true; ; first = false {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			break
		}
		if first && !bytes.HasPrefix(line, []byte("HTTP/1.1 200 ")) {
			return fmt.Errorf("got response %s", line)
		}
		if name, value, _ := bytes.Cut(line, []byte(": ")); string(name) == "Content-Length" {
			if length, err = strconv.ParseInt(string(value), 10, 64); err != nil {
				return err
			}
		}
	}
	if length < 0 {
		return fmt.Errorf("the response has no Content-Length")
	}
	_, err := io.CopyN(io.Discard, in, length)
	return err
}

// randomPositions returns up to n distinct positions of a stored game, found by random
// plays. It gives up if a thousand plays find no new position.
func randomPositions(b *testing.B, db, spec string, n int) []string {
	g, err := solved.Open(db, reportstest.Variant(b, spec))
	if err != nil {
		b.Fatal(err)
	}
	defer g.Close()
	random := rand.New(rand.NewPCG(7, 7))
	seen := map[string]bool{}
	var found []string
	for since := 0; len(found) < n && since < 1000; since++ {
		p, err := g.Start()
		for err == nil && !p.Terminal && len(found) < n {
			if p, err = g.Position(p.Moves[random.IntN(len(p.Moves))].Child); err == nil && !seen[p.Text] {
				seen[p.Text] = true
				found = append(found, p.Text)
				since = 0
			}
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return found
}
