package serve

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
)

// within is the timeout of operations that usually take milliseconds. It is
// long because the machine may be busy.
const within = time.Minute

// newHostileServer runs a server with a header timeout of one second. The
// function alive reports whether it still serves requests.
func newHostileServer(t *testing.T) (addr string, alive func()) {
	t.Helper()
	db := t.TempDir()
	solveGames(t, db, "tictactoe")
	s := newServer(t, Options{DB: db, Local: true})
	s.limits.header, s.limits.read, s.limits.write = time.Second, within, within
	addr, _ = run(t, s)
	want := ask(s, "GET", "/api/tictactoe/position", "Host", "localhost").Body.String()
	return addr, func() {
		t.Helper()
		var status, body string
		for range 5 { // a full listener may evict the first attempts
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(conn, "GET /api/tictactoe/position HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
			status, body = readAnswer(conn)
			conn.Close()
			if body == want {
				return
			}
		}
		t.Fatalf("status %q: %.200s", status, body)
	}
}

// readAnswer reads an HTTP response from a connection. On failure, status is
// the error.
func readAnswer(conn net.Conn) (status, body string) {
	if err := conn.SetReadDeadline(time.Now().Add(within)); err != nil {
		return err.Error(), ""
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err.Error(), ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err.Error(), ""
	}
	return answer.Status, string(text)
}

// TestHostile sends invalid requests. The server must reject them, continue to
// serve other clients, and leak nothing.
func TestHostile(t *testing.T) {
	addr, alive := newHostileServer(t)
	alive()
	goroutines, files := settle(), descriptors(t)
	const host = " HTTP/1.1\r\nHost: localhost\r\n"
	huge := strings.Repeat("x", 10<<20)
	for name, test := range map[string]struct{ request, status string }{
		"10 MB query":      {"GET /api/tictactoe/position?p=" + huge + host + "\r\n", "431"},
		"10 MB path":       {"GET /" + huge + host + "\r\n", "431"},
		"10 MB header":     {"GET /" + host + "X: " + huge + "\r\n\r\n", "431"},
		"many headers":     {"GET /" + host + strings.Repeat("A: b\r\n", 100_000) + "\r\n", "431"},
		"long query":       {"GET /api/tictactoe/position?p=" + huge[:maxURL+1] + host + "\r\n", "414"},
		"10 MB body":       {"GET /api/tictactoe/position" + host + "Content-Length: 10485760\r\n\r\n" + huge, "413"},
		"10 MB post":       {"POST /api/tictactoe/position" + host + "Content-Length: 10485760\r\n\r\n" + huge, "405"},
		"chunked body":     {"GET /api/tables" + host + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "413"},
		"two lengths":      {"GET /" + host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"},
		"no host":          {"GET / HTTP/1.1\r\n\r\n", "400"},
		"two hosts":        {"GET /" + host + "Host: evil.example\r\n\r\n", "400"},
		"another host":     {"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403"},
		"absolute address": {"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "403"},
		"garbage":          {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "400"},
		"zero bytes":       {"GET /\x00" + host + "\r\n", "400"},
		"path upwards":     {"GET /../../../../etc/passwd" + host + "\r\n", "307"},
		"path escaped":     {"GET /page/%2e%2e%2f%2e%2e%2fserver.go" + host + "\r\n", "404"},
		"path doubled":     {"GET //evil.example/%2e%2e" + host + "\r\n", "307"},
		"backslashes":      {"GET /page/..\\..\\server.go" + host + "\r\n", "404"},
		"connect":          {"CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example:80\r\n\r\n", "403"},
		"half a header":    {"GET / HTTP/1.1\r\nHost: loc", "408"},
	} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		// The server may close the connection while the rest is being sent.
		_, _ = io.WriteString(conn, test.request)
		status, body := readAnswer(conn)
		conn.Close()
		// If the server rejects a request before reading all of it, the
		// connection may be reset.
		cut := len(test.request) > maxHeader && strings.Contains(status, "reset")
		if name == "half a header" {
			cut = strings.Contains(status, "EOF")
		}
		if !strings.HasPrefix(status, test.status) && !cut {
			t.Errorf("%s: %q, want %s: %.200s", name, status, test.status, body)
		}
		if strings.Contains(body, "root:") || strings.Contains(body, "package serve") {
			t.Errorf("%s: the reply contains a file: %.200s", name, body)
		}
		alive()
	}
	leaks(t, goroutines, files)
}

// TestRefusedBodiesAreNotAwaited sends headers of requests that are invalid or too
// large, without a body. Without waiting for the body, the server must refuse them.
func TestRefusedBodiesAreNotAwaited(t *testing.T) {
	addr, _ := newHostileServer(t)
	const host = " HTTP/1.1\r\nHost: localhost\r\n"
	for _, test := range []struct{ request, status string }{
		{"POST /api/tictactoe/positions" + host + "Content-Type: text/plain\r\nContent-Length: 20\r\n\r\n", "415"},
		{"POST /api/tictactoe/positions" + host + "Content-Type: application/json\r\nContent-Length: 65537\r\n\r\n", "413"},
		{"POST /api/tictactoe/positions?x=1" + host + "Content-Type: application/json\r\nContent-Length: 20\r\n\r\n", "400"},
		{"GET /api/tables" + host + "Content-Length: 20\r\n\r\n", "413"},
	} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		began := time.Now()
		if _, err := io.WriteString(conn, test.request); err != nil {
			t.Fatal(err)
		}
		if status, body := readAnswer(conn); !strings.HasPrefix(status, test.status) || time.Since(began) > within/2 {
			t.Errorf("%q: status %q after %v, want %s: %s", test.request, status, time.Since(began), test.status, body)
		}
	}
}

// TestSlow connects clients that send or receive slowly. The server must
// disconnect them and serve other clients in the meantime.
func TestSlow(t *testing.T) {
	addr, alive := newHostileServer(t)
	alive()
	goroutines, files := settle(), descriptors(t)
	var conns []net.Conn
	for range 50 {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conns = append(conns, conn)
	}
	for _, c := range "GET / HTTP/1.1\r\nX: aaaaaaaaaaaaaaaaaaaaaaaaaaaa" {
		for _, conn := range conns {
			_, _ = conn.Write([]byte{byte(c)}) // fails after the server disconnects
		}
		alive()
		time.Sleep(20 * time.Millisecond)
	}
	for _, conn := range conns {
		if status, _ := readAnswer(conn); strings.HasPrefix(status, "200") || strings.Contains(status, "timeout") {
			t.Fatalf("after an incomplete header: got %q", status)
		}
		conn.Close()
	}
	leaks(t, goroutines, files)
}

// TestManyConnections opens 10,000 connections that send no or incomplete
// requests. The server must continue to serve other clients.
func TestManyConnections(t *testing.T) {
	many := 10_000
	if testing.Short() {
		many = 1500
	}
	addr, alive := newHostileServer(t)
	alive()
	goroutines, files := settle(), descriptors(t)
	var conns []net.Conn
	defer func() {
		for _, conn := range conns {
			conn.Close()
		}
	}()
	for i := range many {
		conn, err := net.DialTimeout("tcp", addr, within)
		if err != nil {
			if i < 1500 {
				t.Fatalf("connection %d: %v", i, err)
			}
			t.Logf("the system allows only %d connections: %v", i, err)
			break
		}
		conns = append(conns, conn)
		if i%2 == 0 {
			_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n")
		}
		if i%500 == 499 {
			alive()
			limit := goroutines + 2*defaultLimits().connections + 50
			if n := fewer(runtime.NumGoroutine, limit); n > limit {
				t.Errorf("%d goroutines for %d connections", n, i)
			}
		}
	}
	alive()
	for _, conn := range conns {
		conn.Close()
	}
	conns = nil
	alive()
	leaks(t, goroutines, files)
}

// settle waits until the number of goroutines is stable and returns it.
func settle() int {
	n := runtime.NumGoroutine()
	for calm := 0; calm < 5; calm++ {
		time.Sleep(20 * time.Millisecond)
		if now := runtime.NumGoroutine(); now != n {
			n, calm = now, 0
		}
	}
	return n
}

// leaks fails the test if there are more goroutines or open files than before.
func leaks(t *testing.T, goroutines, files int) {
	t.Helper()
	g := fewer(runtime.NumGoroutine, goroutines+2)
	f := fewer(func() int { return descriptors(t) }, files+2)
	if g > goroutines+2 || f > files+2 {
		t.Errorf("%d goroutines and %d open files, %d and %d before", g, f, goroutines, files)
	}
}

// fewer waits until count returns at most limit or time runs out, and returns
// the last count.
func fewer(count func() int, limit int) int {
	n := count()
	for end := time.Now().Add(within); n > limit && time.Now().Before(end); n = count() {
		time.Sleep(20 * time.Millisecond)
	}
	return n
}
