package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/machine"
)

// Requests measures the server at addr, which serves the table with an id. Clients, each on
// a connection of its own, ask for positions at random, the same ones each time, until
// all requests are answered. It returns the first error, among them an answer that is not
// 200. Clients and
// server share the machine and the processor time.
func Requests(ctx context.Context, addr, id string, positions []string, clients, requests int) (Row, error) {
	var texts []string
	for _, p := range positions {
		texts = append(texts, fmt.Sprintf("GET /api/%s/position?p=%s HTTP/1.1\r\nHost: %s\r\n\r\n", id, url.QueryEscape(p), addr))
	}
	times := make([][]time.Duration, clients)
	var asked atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	began, cpu := time.Now(), machine.CPUTime()
	for c := range clients {
		group.Go(func() error {
			random := rand.New(rand.NewPCG(1, uint64(c)))
			conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
			if err != nil {
				return err
			}
			defer conn.Close()
			defer context.AfterFunc(ctx, func() { conn.Close() })()
			in := bufio.NewReader(conn)
			for ctx.Err() == nil && asked.Add(1) <= int64(requests) {
				began := time.Now()
				if err := exchange(conn, in, texts[random.IntN(len(texts))]); err != nil {
					return errors.Join(ctx.Err(), err)
				}
				times[c] = append(times[c], time.Since(began))
			}
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return Row{}, err
	}
	took := time.Since(began).Seconds()
	sorted := slices.Sorted(slices.Values(slices.Concat(times...)))
	n := len(sorted)
	row := Row{
		Part: Serve, Name: "serve", Game: id, Method: "http", Threads: clients, Positions: len(positions), Requests: n, Rate: float64(n) / took,
		Median: sorted[n/2].Seconds(), P99: sorted[n*99/100].Seconds(), CPU: (machine.CPUTime() - cpu).Seconds() / float64(n), Seconds: took / float64(n),
	}
	row.Result = fmt.Sprintf("%s answers/s, median %s, p99 %s", words.Thousands(int64(row.Rate)), shortTime(row.Median), shortTime(row.P99))
	return row, nil
}

// exchange sends a request and reads the answer to its end. It takes little, so that the
// processor time is the server's.
func exchange(conn net.Conn, in *bufio.Reader, request string) error {
	if _, err := io.WriteString(conn, request); err != nil {
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
			return fmt.Errorf("the server answers %s", line)
		}
		if name, value, _ := bytes.Cut(line, []byte(": ")); textproto.CanonicalMIMEHeaderKey(string(name)) == "Content-Length" {
			if length, err = strconv.ParseInt(string(value), 10, 64); err != nil {
				return err
			}
		}
	}
	if length < 0 {
		return errors.New("the answer has no length")
	}
	_, err := io.CopyN(io.Discard, in, length)
	return err
}

// RandomPositions collects up to n different positions along random plays, the same ones
// each time; fewer where a thousand plays bring nothing new.
func RandomPositions(g solved.Game, n int) ([]string, error) {
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
			return nil, err
		}
	}
	return found, nil
}
