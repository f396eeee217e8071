package clustercmd_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/tablebase/cluster"
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
		{"ByteOfAnObjectFlipped", layers, flippedByte},
		{"StoreFailsStallsAndLies", layers, badStore},
		{"OneWorkerFourAndOne", layers, moreWorkers},
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

// flippedByte damages shards that later tasks read again.
func flippedByte(t *testing.T, s *solve) {
	s.begin(t, 1, 1)
	flipped := 0
	for _, share := range []int{30, 60, 90} {
		s.reach(t, share)
		list, err := filepath.Glob(filepath.Join(s.dir, "store", "*", "object", "merge", "*", "*"))
		if err != nil || len(list) == 0 {
			t.Fatalf("no objects (%v)", err)
		}
		path := list[s.random.IntN(len(list))]
		data, err := os.ReadFile(path)
		if err != nil || len(data) == 0 {
			continue
		}
		data[s.random.IntN(len(data))] ^= 1 << s.random.IntN(8)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		flipped++
	}
	s.finish(t)
	t.Logf("%d objects damaged, %d tasks done", flipped, s.tasks(t))
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
