package clustercmd_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"zermelo/tablebase/cluster"
	"zermelo/tablebase/objectstore/objectstoretest"
)

// maxWait is the timeout of each wait. It is much longer than any expected wait.
const maxWait = 5 * time.Minute

// program is the path of the compiled program.
type program string

func buildProgram(t *testing.T, flags ...string) program {
	t.Helper()
	path := filepath.Join(t.TempDir(), "zermelo")
	if out, err := exec.Command("go", append(append([]string{"build", "-o", path}, flags...), "zermelo/cmd/zermelo")...).CombinedOutput(); err != nil {
		t.Fatalf("build the program: %v\n%s", err, out)
	}
	return program(path)
}

// question is a game and the additional arguments of solve.
type question struct {
	game string
	args []string
}

// resultIn returns the digest of a table or the value of a proof in the output of solve
// --json.
func resultIn(t *testing.T, out []byte) string {
	t.Helper()
	var r struct{ Digest, Value string }
	if err := json.Unmarshal(out, &r); err != nil || r.Digest+r.Value == "" {
		t.Fatalf("no result (%v) in:\n%s", err, out)
	}
	return cmp.Or(r.Digest, r.Value)
}

// plain returns the result of a local solve.
func (p program) plain(t *testing.T, q question) string {
	t.Helper()
	method := []string{"--method", "table"}
	if q.args != nil {
		method = q.args[:2]
	}
	out, err := exec.Command(string(p), append([]string{"solve", q.game, "--json", "--quiet", "--db", t.TempDir()}, method...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return resultIn(t, out)
}

// process is a process of a solve. Its output is written to files.
type process struct {
	cmd      *exec.Cmd
	out, err string // files
	done     chan struct{}
	config   serverConfig // if the process is a server
}

func startProcess(t *testing.T, dir, path string, env []string, args ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(path, args...), done: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), env...)
	for i, name := range []*string{&p.out, &p.err} {
		f, err := os.CreateTemp(dir, "output-*")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		*name = f.Name()
		if i == 0 {
			p.cmd.Stdout = f
		} else {
			p.cmd.Stderr = f
		}
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.cmd.Wait() // the state is checked by callers
		close(p.done)
	}()
	t.Cleanup(func() { p.kill(t) })
	return p
}

func (p *process) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
}

func (p *process) kill(t *testing.T) {
	p.signal(t, syscall.SIGKILL)
	<-p.done
}

// workerMemory is the memory limit of a worker, in MiB.
const workerMemory = 128

// drain stops a worker after its current tasks and checks its memory use.
func (p *process) drain(t *testing.T) {
	t.Helper()
	p.signal(t, syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(maxWait):
		t.Fatal("the worker did not exit")
	}
	if used, ok := p.cmd.ProcessState.SysUsage().(*syscall.Rusage); ok && runtime.GOOS == "linux" && used.Maxrss>>10 > workerMemory {
		t.Errorf("the worker used %d MiB, want at most %d MiB", used.Maxrss>>10, workerMemory)
	}
}

// text returns the output of the process.
func (p *process) text() string {
	out, _ := os.ReadFile(p.out)
	text, _ := os.ReadFile(p.err)
	return string(out) + string(text)
}

// solve is a cluster solve that runs in several processes.
type solve struct {
	program program
	random  *rand.Rand
	dir     string
	question
	shards int
	want   string // see resultIn
	store  string // URL
	env    []string
	inside []string // prefix of the command line, to run the program in a namespace

	servers     []*process
	urls        string
	coordinator *process
	js          jetstream.JetStream
	jobs        *cluster.Jobs // jobs in the store jobsOf
	jobsOf      string
}

// begin starts servers, the coordinator and workers.
func (s *solve) begin(t *testing.T, servers, workers int) {
	t.Helper()
	s.serve(t, servers)
	s.coordinate(t)
	for range workers {
		s.worker(t)
	}
}

// serve starts servers.
func (s *solve) serve(t *testing.T, servers int) {
	t.Helper()
	if s.store == "" {
		folder := filepath.Join(s.dir, "store")
		url, err := objectstoretest.FileURL(folder)
		if err = cmp.Or(err, os.MkdirAll(folder, 0o777)); err != nil { // a process may read the folder before it is created
			t.Fatal(err)
		}
		s.store = url
	}
	configs := make([]serverConfig, servers)
	var routes, urls []string
	for i := range configs {
		configs[i] = serverConfig{Name: fmt.Sprint("n", i), Dir: filepath.Join(s.dir, fmt.Sprint("nats", i)), Port: freePort(t), Routed: freePort(t)}
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", configs[i].Port))
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", configs[i].Routed))
	}
	s.urls = strings.Join(urls, ",")
	for _, c := range configs {
		if servers > 1 {
			c.Routes = routes
		}
		s.servers = append(s.servers, startServer(t, s, c))
	}
	if s.inside == nil {
		s.connect(t, servers)
	}
}

// connect connects to the servers.
func (s *solve) connect(t *testing.T, replicas int) {
	t.Helper()
	conn, err := nats.Connect(s.urls, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond), nats.RetryOnFailedConnect(true))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if s.js, err = jetstream.New(conn); err != nil {
		t.Fatal(err)
	}
	s.ready(t, replicas)
}

// ready waits until the servers accept and store messages.
func (s *solve) ready(t *testing.T, replicas int) {
	t.Helper()
	s.wait(t, "the servers are ready", func() bool {
		_, err := s.js.CreateOrUpdateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: "ready", Replicas: replicas})
		return err == nil
	})
}

// run runs the program.
func (s *solve) run(t *testing.T, args ...string) *process {
	t.Helper()
	line := append(append([]string{}, s.inside...), string(s.program))
	line = append(line, args...)
	return startProcess(t, s.dir, line[0], s.env, append(line[1:], "--nats", s.urls, "--store", s.store, "--lease", fmt.Sprint(chaosLease, "ms"))...)
}

func (s *solve) coordinate(t *testing.T) {
	t.Helper()
	s.coordinator = s.run(t, append([]string{"cluster", "solve", s.game, "--json", "--quiet", "--db", s.db(),
		"--shards", fmt.Sprint(s.shards), "--shard-states", "8192", "--nats-replicas", fmt.Sprint(len(s.servers))}, s.args...)...)
}

// db is the data directory of the coordinator.
func (s *solve) db() string { return filepath.Join(s.dir, fmt.Sprint("db", s.shards)) }

func (s *solve) worker(t *testing.T, args ...string) *process {
	t.Helper()
	return s.run(t, append([]string{"cluster", "worker", "--memory", fmt.Sprint(workerMemory, "MiB"), "--cache-dir", s.dir}, args...)...)
}

// ended reports whether the coordinator has ended.
func (s *solve) ended() bool {
	select {
	case <-s.coordinator.done:
		return true
	default:
		return false
	}
}

// finish waits for the end of the solve, compares the result and verifies a proof.
func (s *solve) finish(t *testing.T) {
	t.Helper()
	s.wait(t, "the solve ends", s.ended)
	if code := s.coordinator.cmd.ProcessState.ExitCode(); code != 0 {
		t.Fatalf("the solve ended with %d:\n%s", code, s.coordinator.text())
	}
	out, err := os.ReadFile(s.coordinator.out)
	if err != nil {
		t.Fatal(err)
	}
	if got := resultIn(t, out); got != s.want {
		t.Errorf("result %s, want %s", got, s.want)
	}
	if s.args != nil {
		if out, err := exec.Command(string(s.program), "verify", s.game, "--db", s.db()).CombinedOutput(); err != nil {
			t.Errorf("verify: %v\n%s", err, out)
		}
	}
}

// wait waits until holds returns true. what describes the condition.
func (s *solve) wait(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(maxWait); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			text := ""
			if s.coordinator != nil {
				text = s.coordinator.text()
			}
			t.Fatalf("timeout after %s, want: %s:\n%s", maxWait, what, text)
		}
	}
}

// pause sleeps, so that disturbances occur at different stages of the solve.
func (s *solve) pause(milliseconds int) { time.Sleep(time.Duration(milliseconds) * time.Millisecond) }

// held returns the number of tasks that are assigned to workers.
func (s *solve) held(t *testing.T) int {
	t.Helper()
	stream, err := s.js.Stream(t.Context(), taskStream)
	if err != nil {
		return 0 // the coordinator has not created it yet
	}
	n := 0
	for c := range stream.ListConsumers(t.Context()).Info() {
		n += c.NumAckPending
	}
	return n
}

const taskStream = "ZERMELO-TASKS" // stream with the tasks of all jobs

// oldest returns the number of the oldest task that is waiting or assigned. If no such
// task exists, it returns the number of the next task.
func (s *solve) oldest(t *testing.T) uint64 {
	t.Helper()
	stream, err := s.js.Stream(t.Context(), taskStream)
	if err != nil {
		return 0 // the coordinator has not created it yet
	}
	return stream.CachedInfo().State.FirstSeq
}

// serverConfig is the configuration of a NATS server.
type serverConfig struct {
	Name, Dir    string
	Port, Routed int
	Routes       []string
}

const serverEnv = "ZERMELO_TEST_NATS"

// serveNATS runs a NATS server until the process is killed.
func serveNATS(config string) {
	var c serverConfig
	err := json.Unmarshal([]byte(config), &c)
	o := &server.Options{ServerName: c.Name, Host: "127.0.0.1", Port: c.Port, JetStream: true, StoreDir: c.Dir, NoLog: true}
	if len(c.Routes) > 0 {
		o.Cluster = server.ClusterOpts{Name: "chaos", Host: "127.0.0.1", Port: c.Routed}
		o.Routes = server.RoutesFromStr(strings.Join(c.Routes, ","))
	}
	s, wrong := server.NewServer(o)
	if err = errors.Join(err, wrong); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	s.Start()
	s.WaitForShutdown()
	os.Exit(0)
}

// startServer runs this binary as a NATS server.
func startServer(t *testing.T, s *solve, c serverConfig) *process {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	line := append(append([]string{}, s.inside...), self)
	p := startProcess(t, s.dir, line[0], []string{serverEnv + "=" + string(text)}, line[1:]...)
	p.config = c
	return p
}

// again restarts a killed server.
func (p *process) again(t *testing.T) *process {
	t.Helper()
	return startServer(t, &solve{dir: filepath.Dir(p.out)}, p.config)
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// freezer forwards connections to the address to. After freeze, the existing connections
// stay open but transfer nothing.
type freezer struct {
	to     string
	port   int
	mu     sync.Mutex
	frozen chan struct{} // closed by freeze
	conns  int
}

func startFreezer(t *testing.T, to string) *freezer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	f := &freezer{to: to, port: l.Addr().(*net.TCPAddr).Port, frozen: make(chan struct{})}
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", f.to)
			if err != nil {
				from.Close()
				continue
			}
			f.mu.Lock()
			f.conns++
			frozen := f.frozen
			f.mu.Unlock()
			go forward(t, from, to, frozen)
			go forward(t, to, from, frozen)
		}
	}()
	return f
}

// forward copies data until a connection ends or frozen is closed.
func forward(t *testing.T, from, to net.Conn, frozen chan struct{}) {
	defer from.Close()
	defer to.Close()
	data := make([]byte, 1<<15)
	for {
		n, err := from.Read(data)
		select {
		case <-frozen:
			<-t.Context().Done()
			return
		default:
		}
		if _, failed := to.Write(data[:n]); err != nil || failed != nil {
			return
		}
	}
}

func (f *freezer) freeze() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.frozen)
	f.frozen = make(chan struct{})
}

// badStoreServer counts the requests and faults of an unreliable S3 server.
type badStoreServer struct {
	requests, failed, stalled, denied atomic.Int64
}

// startBadStore makes s use a store that fails, stalls, and reports existing objects as
// missing.
func startBadStore(t *testing.T, s *solve) *badStoreServer {
	t.Helper()
	good, bad := objectstoretest.Handler(t), &badStoreServer{}
	seed := s.random.Uint64()
	s.store = objectstoretest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := bad.requests.Add(1)
		switch random := rand.New(rand.NewPCG(seed, uint64(n))); {
		case random.IntN(100) == 0:
			bad.failed.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		case random.IntN(200) == 0:
			bad.stalled.Add(1)
			select {
			case <-r.Context().Done():
			case <-time.After(time.Duration(random.IntN(3000)) * time.Millisecond):
			}
		case random.IntN(100) < 3 && r.Method == http.MethodGet && (strings.Contains(r.URL.Path, "/object/") || strings.Contains(r.URL.Path, "/made/")):
			bad.denied.Add(1)
			refuse(w, http.StatusNotFound, "NoSuchKey")
			return
		case !strings.Contains(r.Header.Get("Authorization"), "Credential=zermelo/"):
			refuse(w, http.StatusForbidden, "SignatureDoesNotMatch")
			return
		}
		good.ServeHTTP(w, r)
	}), "chaos")
	return bad
}

// refuse writes an error of an S3 server.
func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?><Error><Code>%s</Code><Message>refused by the test</Message></Error>`, code)
}

// namespace makes programs run in a network namespace whose loopback device loses and
// delays packets. It returns an error if such a namespace cannot be created.
func (s *solve) namespace(t *testing.T) error {
	for _, name := range []string{"unshare", "nsenter", "ip", "tc"} {
		if _, err := exec.LookPath(name); err != nil {
			return err
		}
	}
	const script = "ip link set lo up && tc qdisc add dev lo root netem loss 2% delay 3ms && echo ready && exec sleep 3600"
	p := startProcess(t, s.dir, "unshare", nil, "--net", "sh", "-c", script)
	s.wait(t, "there is a network namespace, or none", func() bool {
		select {
		case <-p.done:
			return true
		default:
			return strings.Contains(p.text(), "ready")
		}
	})
	if text := p.text(); !strings.Contains(text, "ready") {
		return errors.New(strings.TrimSpace(text))
	}
	s.inside = []string{"nsenter", "-t", fmt.Sprint(p.cmd.Process.Pid), "-n"}
	return nil
}
