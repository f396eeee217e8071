package clustercmd_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/objectstore"
)

var chaosSeed = flag.Uint64("chaos", 0, "run the chaos suite with the seed `N`, about five minutes")

// Games that the chaos suite solves.
var (
	layers = question{game: "connect4:size=5x4"} // 1.5 million states; 225 tasks with six shards per layer
	tiers  = question{game: "quixo"}             // 5.9 million positions in 81 tiers
	proof  = question{game: "breakthrough:size=5x5,captures=diagonal", args: []string{"--method", "pns", "--task-nodes", "16384"}}
)

// chaosLease is the time after which a task without progress is reassigned, in
// milliseconds.
const chaosLease = 2000

// TestDigestIsIndependentOfShardsAndWorkers solves with random numbers of shards and
// workers.
func TestDigestIsIndependentOfShardsAndWorkers(t *testing.T) {
	if *chaosSeed == 0 {
		t.Skip("takes two minutes; add -chaos SEED")
	}
	program := buildProgram(t)
	for _, game := range []string{
		"tron:size=5x5", "tron:turns=simultaneous,size=5x5", "breakthrough:size=5x5", layers.game,
		"../../../games/gdl/testdata/wythoff.kif", "../../../games/own/testdata/tron.star",
	} {
		t.Run(filepath.Base(game), func(t *testing.T) {
			q := question{game: game}
			want := program.plain(t, q)
			for _, workers := range []int{1, 2, 4} {
				s := &solve{program: program, dir: t.TempDir(), question: q, want: want}
				s.serve(t, 1)
				for range workers {
					s.worker(t, "--threads", "1")
				}
				for _, s.shards = range []int{1, 3, 4, 16} {
					s.coordinate(t)
					s.finish(t)
				}
			}
		})
	}
}

// TestMain runs a NATS server if a test has started this binary for that purpose.
func TestMain(m *testing.M) {
	if config := os.Getenv(serverEnv); config != "" {
		serveNATS(config)
	}
	os.Exit(m.Run())
}

// TestChaos disturbs cluster solves that run as separate processes. Each solve must
// produce the digest of a local solve, or its value and a valid proof.
func TestChaos(t *testing.T) {
	if *chaosSeed == 0 {
		t.Skip("takes five minutes; add -chaos SEED")
	}
	program := buildProgram(t)
	want := map[string]string{}
	for _, q := range []question{layers, tiers, proof} {
		want[q.game] = program.plain(t, q)
	}
	for i, c := range []struct {
		name    string
		of      question
		disturb func(*testing.T, *solve)
	}{
		{"WorkerKilledTwentyTimes", layers, killedWorkers(20)},
		{"CoordinatorAndServerKilled", layers, killedCoordinatorAndServer},
		{"WorkerStoppedPastItsLease", layers, stoppedWorkers(3)},
		{"OneOfThreeServersKilled", layers, killedServer},
		{"ServerLosesItsFiles", layers, lostQueue},
		{"FilesDamaged", layers, damagedObjects},
		{"ObjectsOfABadStoreDamaged", layers, func(t *testing.T, s *solve) {
			startBadStore(t, s)
			damagedObjects(t, s)
		}},
		{"StoreFailsStallsAndLies", layers, badStore},
		{"WorkersWithoutAccess", layers, deniedWorkers},
		{"RollingUpgrade", layers, rollingUpgrade},
		{"OneWorkerFourAndOne", layers, moreWorkers},
		{"ConnectionsFreeze", layers, frozenConnections},
		{"NetworkLosesAndDelays", layers, badNetwork},
		{"WorkerKilledInATier", tiers, killedWorkers(6)},
		{"WorkerStoppedInATier", tiers, stoppedWorkers(2)},
		{"WorkerKilledInASearch", proof, killedWorkers(6)},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.disturb(t, &solve{
				program: program, random: rand.New(rand.NewPCG(*chaosSeed, uint64(i))), dir: t.TempDir(), question: c.of, shards: 6, want: want[c.of.game],
			})
		})
	}
}

// killedWorkers kills the only worker during a task, several times. At least one task is
// completed between two kills.
func killedWorkers(times int) func(*testing.T, *solve) {
	return func(t *testing.T, s *solve) { s.killWorkers(t, times) }
}

func (s *solve) killWorkers(t *testing.T, times int) {
	s.begin(t, 1, 0)
	killed := 0
	for tasks := -1; killed < times; {
		w := s.worker(t, "--threads", "1")
		s.wait(t, "another task is done", func() bool { return s.ended() || s.tasks(t) > tasks })
		s.pause(s.random.IntN(20))
		s.wait(t, "the worker holds a task", func() bool { return s.ended() || s.held(t) > 0 })
		w.kill(t)
		if s.ended() { // on a fast machine: repeat with another number of shards
			s.finish(t)
			s.shards++
			s.store += fmt.Sprint("-", s.shards)
			s.coordinate(t)
			tasks = -1
			continue
		}
		tasks = s.tasks(t)
		if s.held(t) > 0 {
			killed++ // otherwise, the worker has completed the task in the meantime
		}
	}
	s.worker(t)
	s.finish(t)
	t.Logf("%d workers killed in the middle of a task, %d tasks done", killed, s.tasks(t))
}

func killedCoordinatorAndServer(t *testing.T, s *solve) {
	s.begin(t, 1, 2)
	for _, tasks := range []int{20, 90, 180} {
		s.restartServer(t, tasks, func() { s.coordinator.kill(t) })
		s.ready(t, 1)
		s.coordinate(t)
	}
	s.finish(t)
	t.Logf("coordinator and server killed 3 times, %d tasks done", s.tasks(t))
}

// stoppedWorkers suspends a worker during a task, until the lease has expired and another
// worker has completed the task.
func stoppedWorkers(times int) func(*testing.T, *solve) {
	return func(t *testing.T, s *solve) { s.stopWorkers(t, times) }
}

func (s *solve) stopWorkers(t *testing.T, times int) {
	s.begin(t, 1, 0)
	slow := s.worker(t, "--threads", "1")
	stopped := 0
	for stopped < times && !s.ended() {
		s.wait(t, "the worker holds a task", func() bool { return s.ended() || s.held(t) > 0 })
		slow.signal(t, syscall.SIGSTOP)
		if oldest := s.oldest(t); s.held(t) > 0 { // the worker runs the oldest task
			stopped++
			quick := s.worker(t, "--threads", "1")
			s.wait(t, "another worker does its task", func() bool { return s.ended() || s.oldest(t) > oldest })
			slow.signal(t, syscall.SIGCONT)
			quick.drain(t)
		}
		slow.signal(t, syscall.SIGCONT)
	}
	s.finish(t)
	t.Logf("a worker stopped past its lease %d times, %d tasks done", stopped, s.tasks(t))
}

func killedServer(t *testing.T, s *solve) {
	s.begin(t, 3, 2)
	s.reach(t, 50)
	s.servers[s.random.IntN(3)].kill(t)
	s.finish(t)
	t.Logf("one of three servers killed, %d tasks done", s.tasks(t))
}

func lostQueue(t *testing.T, s *solve) {
	s.begin(t, 1, 2)
	for _, tasks := range []int{40, 200} {
		s.restartServer(t, tasks, func() {
			if err := os.RemoveAll(s.servers[0].config.Dir); err != nil {
				t.Fatal(err)
			}
		})
	}
	s.finish(t)
	t.Logf("the files of the server removed 2 times, %d tasks done", s.tasks(t))
}

// damagedObjects changes, truncates and deletes results and manifests, several times.
func damagedObjects(t *testing.T, s *solve) {
	s.begin(t, 1, 1)
	store, err := objectstore.Open(s.store)
	if err != nil {
		t.Fatal(err)
	}
	ctx, damaged := t.Context(), 0
	for _, tasks := range []int{20, 40, 60, 80, 100, 120, 140, 160} {
		s.reach(t, tasks)
		var names []string
		err := store.List(ctx, "", func(o objectstore.Object) error {
			if strings.Contains(o.Name, "/object/merge/") || strings.Contains(o.Name, "/made/") {
				names = append(names, o.Name)
			}
			return nil
		})
		if err != nil || len(names) == 0 {
			t.Fatalf("no objects (%v)", err)
		}
		name := names[s.random.IntN(len(names))]
		data, err := objectstore.ReadAll(ctx, store, name)
		if err != nil || len(data) == 0 {
			continue // removed in the meantime, or denied by the store
		}
		switch damaged % 3 {
		case 0:
			data[s.random.IntN(len(data))] ^= 1 << s.random.IntN(8)
		case 1:
			data = data[:s.random.IntN(len(data))]
		case 2:
			data = nil
		}
		if data == nil {
			err = store.Delete(ctx, name)
		} else {
			err = store.Put(ctx, name, func(w io.Writer) error {
				_, err := w.Write(data)
				return err
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		damaged++
	}
	s.finish(t)
	t.Logf("%d objects and manifests damaged, %d tasks done", damaged, s.tasks(t))
}

// deniedWorkers adds workers with wrong keys, more than a task has tries.
func deniedWorkers(t *testing.T, s *solve) {
	startBadStore(t, s)
	s.begin(t, 1, 1)
	good := s.env
	s.env = []string{"AWS_ACCESS_KEY_ID=wrong"}
	for range 8 {
		w := s.worker(t)
		s.wait(t, "a worker without access exits", func() bool {
			select {
			case <-w.done:
				return true
			default:
				return false
			}
		})
		if text := w.text(); w.cmd.ProcessState.ExitCode() == 0 || !strings.Contains(text, "wrong key or secret") {
			t.Errorf("worker without access: exit code %d, output %q", w.cmd.ProcessState.ExitCode(), text)
		}
	}
	s.env = good
	s.finish(t)
	t.Logf("8 workers without access, %d tasks done", s.tasks(t))
}

// rollingUpgrade replaces the workers by those of another build, one by one, and then the
// coordinator.
func rollingUpgrade(t *testing.T, s *solve) {
	next := buildProgram(t, "-buildvcs=false")
	s.begin(t, 1, 0)
	old := []*process{s.worker(t), s.worker(t), s.worker(t)}
	for i, w := range old {
		s.reach(t, 30+40*i)
		s.program = next
		s.worker(t)
		if i < len(old)-1 {
			w.drain(t)
		}
	}
	s.finish(t) // by the last worker of the old build
	old[len(old)-1].drain(t)
	s.shards++ // the data directory of another coordinator
	s.coordinate(t)
	s.finish(t)
	t.Logf("3 workers and the coordinator replaced by another build")
}

func badStore(t *testing.T, s *solve) {
	store := startBadStore(t, s)
	s.begin(t, 1, 2)
	s.finish(t)
	t.Logf("store: %d requests, %d failed, %d stalled, %d denied what exists; %d tasks done",
		store.requests.Load(), store.failed.Load(), store.stalled.Load(), store.denied.Load(), s.tasks(t))
}

func moreWorkers(t *testing.T, s *solve) {
	s.begin(t, 1, 1)
	s.reach(t, 40)
	var others []*process
	for range 3 {
		others = append(others, s.worker(t))
	}
	s.reach(t, 160)
	for _, w := range others {
		w.drain(t)
	}
	s.finish(t)
	t.Logf("workers 1, 4 and 1, %d tasks done", s.tasks(t))
}

// frozenConnections freezes the connections of the coordinator and of one of two workers to
// the server, twice.
func frozenConnections(t *testing.T, s *solve) {
	s.serve(t, 1)
	direct := s.urls
	proxy := startFreezer(t, strings.TrimPrefix(direct, "nats://"))
	s.urls = fmt.Sprintf("nats://127.0.0.1:%d", proxy.port)
	s.coordinate(t)
	s.worker(t)
	s.urls = direct
	s.worker(t)
	for _, n := range []int{30, 90} {
		s.reach(t, n)
		proxy.freeze()
	}
	s.finish(t)
	t.Logf("%d connections, the first four frozen; %d tasks done", proxy.conns, s.tasks(t))
}

// badNetwork solves in a network namespace whose loopback device loses and delays packets.
// It skips the test if such a namespace cannot be created.
func badNetwork(t *testing.T, s *solve) {
	if why := s.namespace(t); why != nil {
		t.Skipf("no network namespace with loss and delay: %v", why)
	}
	s.begin(t, 1, 2)
	s.finish(t)
	t.Logf("2%% of packets lost, 3 ms of delay")
}

// tasks returns the number of completed tasks.
func (s *solve) tasks(t *testing.T) int {
	t.Helper()
	if s.jobsOf != s.store { // jobs caches objects
		jobs, err := cluster.OpenJobs(context.Background(), s.store, cluster.Access{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { jobs.Close() })
		s.jobs, s.jobsOf = jobs, s.store
	}
	list, err := s.jobs.List(context.Background())
	if err != nil || len(list) == 0 {
		return 0
	}
	if list[0].Error != "" {
		return 0 // the manifest is being written
	}
	return list[0].Tasks
}

// reach waits until the given number of tasks is completed or the solve ends.
func (s *solve) reach(t *testing.T, tasks int) {
	t.Helper()
	s.wait(t, fmt.Sprint(tasks, " tasks are done"), func() bool { return s.ended() || s.tasks(t) >= tasks })
	if s.ended() {
		t.Logf("the solve ended before %d tasks were seen", tasks)
	}
}

// restartServer waits for the given number of completed tasks, kills the server, calls
// meanwhile and starts the server again.
func (s *solve) restartServer(t *testing.T, tasks int, meanwhile func()) {
	t.Helper()
	s.reach(t, tasks)
	s.servers[0].kill(t)
	meanwhile()
	s.servers[0] = s.servers[0].again(t)
}
