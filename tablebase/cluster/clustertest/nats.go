// Package clustertest provides NATS servers for tests.
package clustertest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// NATS starts a NATS server with JetStream on a free port of the loopback interface and returns
// its URL. The server is stopped when the test ends.
func NATS(t testing.TB) string {
	t.Helper()
	url, stop, err := Start(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return url
}

// Start is like NATS, for callers without a testing.TB. The server keeps its files in dir and
// runs until stop is called.
func Start(dir string) (url string, stop func(), err error) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true})
	if err != nil {
		return "", nil, err
	}
	s.Start()
	stop = func() {
		s.Shutdown()
		s.WaitForShutdown()
	}
	if !s.ReadyForConnections(time.Minute) {
		stop()
		return "", nil, server.ErrServerNotRunning
	}
	return s.ClientURL(), stop, nil
}
