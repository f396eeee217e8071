package serve

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/reports/solved"
)

// BenchmarkPosition asks for positions over loopback with 64 clients, each on a
// connection of its own, and reports requests a second and the time within which
// 99 of 100 were answered. Clients and server share the machine's cores. Distinct
// asks for 20,000 positions at random, so that hardly any comes twice while it is
// remembered; popular for 100.
func BenchmarkPosition(b *testing.B) {
	db := b.TempDir()
	const game = "breakthrough:size=4x4,captures=diagonal"
	solve(b, db, game)
	solvedGame, err := solved.Open(db, open(b, game))
	if err != nil {
		b.Fatal(err)
	}
	positions := randomPositions(b, solvedGame, 20_000)
	if err := solvedGame.Close(); err != nil {
		b.Fatal(err)
	}
	for name, some := range map[string][]string{"distinct": positions, "popular": positions[:100]} {
		b.Run(name, func(b *testing.B) {
			s := newServer(b, Options{DB: db, Local: true})
			addr, _ := run(b, s)
			requests := make([]string, len(some))
			for i, p := range some {
				requests[i] = fmt.Sprintf("GET /api/%s/position?p=%s HTTP/1.1\r\nHost: %s\r\n\r\n", game, url.QueryEscape(p), addr)
			}
			load(b, addr, requests, 64)
		})
	}
}

// load sends b.N requests, drawn at random, through a number of clients.
func load(b *testing.B, addr string, requests []string, clients int) {
	times := make([][]time.Duration, clients)
	var next atomic.Int64
	var all sync.WaitGroup
	runtime.GC()
	b.ReportAllocs()
	b.ResetTimer()
	for c := range clients {
		all.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(c)))
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				b.Error(err)
				return
			}
			defer conn.Close()
			in := bufio.NewReader(conn)
			for next.Add(1) <= int64(b.N) {
				began := time.Now()
				if err := exchange(conn, in, requests[random.IntN(len(requests))]); err != nil {
					b.Error(err)
					return
				}
				times[c] = append(times[c], time.Since(began))
			}
		})
	}
	all.Wait()
	b.StopTimer()
	sorted := slices.Sorted(slices.Values(slices.Concat(times...)))
	if len(sorted) == 0 {
		return
	}
	b.ReportMetric(float64(len(sorted))/b.Elapsed().Seconds(), "requests/s")
	b.ReportMetric(float64(sorted[len(sorted)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(sorted[len(sorted)*99/100].Microseconds())/1000, "p99-ms")
}

// exchange sends a request and reads the answer to its end.
func exchange(conn net.Conn, in *bufio.Reader, request string) error {
	if _, err := io.WriteString(conn, request); err != nil {
		return err
	}
	answer, err := http.ReadResponse(in, nil)
	if err != nil {
		return err
	}
	n, err := io.Copy(io.Discard, answer.Body)
	answer.Body.Close()
	if err == nil && (answer.StatusCode != http.StatusOK || n < 100) {
		err = fmt.Errorf("status %d, %d bytes", answer.StatusCode, n)
	}
	return err
}

// randomPositions collects different positions along random plays.
func randomPositions(b *testing.B, solvedGame solved.Game, n int) []string {
	random := rand.New(rand.NewPCG(7, 7))
	seen := map[string]bool{}
	var found []string
	for len(found) < n {
		p, err := solvedGame.Start()
		for err == nil && !p.Terminal && len(found) < n {
			if p, err = solvedGame.Position(p.Moves[random.IntN(len(p.Moves))].Child); err == nil && !seen[p.Text] {
				seen[p.Text] = true
				found = append(found, p.Text)
			}
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return found
}
