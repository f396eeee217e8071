package plan

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/shards"
	"zermelo/solver/value"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/solve"
)

// Cluster is the estimate for solving a game on several machines. It is obtained by
// simulating the solve.
type Cluster struct {
	Workers int     `json:"workers"`          // total number of threads
	Network float64 `json:"network"`          // bandwidth of the store in bits per second, shared by all workers
	Shards  int     `json:"shards,omitempty"` // number of shards of a large layer; see cluster solve --shards
	// TaskMemory is the memory of a task in bytes; see cluster solve --task-memory.
	TaskMemory int64   `json:"task_memory,omitempty"`
	Tasks      int     `json:"tasks"` // number of tasks
	Seconds    float64 `json:"seconds"`
	Busy       float64 `json:"busy"` // fraction of the time that workers are busy, in [0, 1]
	// NetworkSeconds is the part of Seconds that workers spend waiting for the network.
	NetworkSeconds float64 `json:"network_seconds"`
	// StoringSeconds is the part of Seconds that the coordinator spends writing the table.
	StoringSeconds float64 `json:"storing_seconds"`
	MovedBytes     int64   `json:"moved_bytes"`  // bytes moved between the workers and the store
	StoredBytes    int64   `json:"stored_bytes"` // size of the store at the end of the solve, its maximum
	Puts           int64   `json:"puts"`         // number of objects written
	Gets           int64   `json:"gets"`         // number of requests for parts of objects, if no worker reads its own objects
	// Memory is the memory of the coordinator for the results of tasks, in bytes.
	Memory int64 `json:"memory"`
	// Cost is the price of the requests, and of storing the objects for a month. It
	// is omitted without --prices.
	Cost float64 `json:"cost,omitempty"`
	// TooLarge is the reason why the game is too large for a cluster, or empty.
	TooLarge string `json:"too_large,omitempty"`
	// Room reports whether this machine has enough disk space for the solve.
	Room bool `json:"room"`
	// Here reports whether this machine is preferable to the cluster: it has enough
	// disk space, and takes less than an hour or twice the time of the cluster.
	Here bool `json:"here"`
}

// Constants of a solve that is divided into tasks. They were measured on Connect Four
// 5x5 and 6x4; see docs/cluster.md.
const (
	taskShare       = 1.15    // processor time, as a multiple of the time of a local solve
	taskSeconds     = 0.003   // overhead per task, in seconds
	skew            = 1.5     // time of the longest task of a stage, as a multiple of the mean
	readPerState    = 5.0     // bytes
	writtenPerState = 5.4     // bytes
	stageDelay      = 0.005   // seconds between two stages
	copyRate        = 1e8     // bytes per second that a coordinator copies to the table
	encodeRate      = 2.5e7   // states per second that a coordinator encodes if workers cannot
	resultBytes     = 700     // memory of a coordinator per task, in bytes
	sampleBytes     = 4500    // memory of a coordinator per shard of the current layer, in bytes
	sectionBytes    = 16      // bytes of an index per section
	maxGets         = 1e9     // maximum number of requests to read
	maxLocalSeconds = 3600    // see Cluster.Here
	minShard        = 1 << 17 // minimum number of states per shard, as in solve
	maxShard        = 1 << 19 // maximum number of indexes per range of a tier
	minTierShard    = 1 << 17 // minimum number of states per shard of a tier
)

// stageShares returns each stage's share of a layer's processor time and transferred
// bytes. The stages are merging, expanding and solving, in this order.
func stageShares() (seconds, bytes [3]float64) {
	return [3]float64{0.12, 0.45, 0.43}, [3]float64{0.42, 0.35, 0.23}
}

// Host describes the machine that coordinates the cluster.
type Host struct {
	Seconds   float64 // time of a solve on this machine alone
	Room      bool    // there is enough disk space for a solve on this machine alone
	TableRoom bool    // there is enough disk space for the table and its journal
	Memory    int64   // memory limit in bytes
}

// OnCluster estimates the cost of solving a game on a cluster with the given number
// of threads and network bandwidth in bits per second. taskMemory is the memory of a
// task in bytes; if it is 0, the default applies.
func OnCluster(info *games.Info, f *solve.Forecast, workers int, network float64, host Host, taskMemory int64, prices Prices) *Cluster {
	c := &Cluster{Workers: workers, Network: network, Room: host.Room, TaskMemory: taskMemory}
	var run shards.Run
	stored, table := 0.0, float64(f.Table)
	if f.States != nil {
		run, stored = c.layers(f), f.States.States*f.Stored
	} else {
		run = c.tiers(f.Tiers)
		for _, t := range f.Tiers {
			stored += float64(t.Size)
		}
		table = indexBytes * stored
	}
	// The coordinator reads the blocks, and copies the table to the store.
	c.Busy, c.NetworkSeconds, c.StoringSeconds = run.Busy, run.Network, table/copyRate+2*table/(network/8)
	if value.KindOf(info) != value.Alternating {
		c.StoringSeconds += stored / encodeRate
	}
	c.Seconds = run.Seconds + c.StoringSeconds
	c.Puts, c.Memory = int64(2*c.Tasks), c.Memory+int64(resultBytes*c.Tasks)
	c.Cost = prices.Put*float64(c.Puts)/1000 + prices.Get*float64(c.Gets)/1000 + prices.Month*float64(c.StoredBytes)/1e9
	switch {
	case stored > job.DefaultLimit:
		c.TooLarge = "more states than --limit"
	case c.Gets > maxGets:
		c.TooLarge = "too many requests; use a larger --task-memory"
	case c.Memory > host.Memory:
		c.TooLarge = "the results of the tasks do not fit into the memory of the coordinator, this machine"
	case !host.TableRoom:
		c.TooLarge = "the table does not fit on the disk of the coordinator, this machine"
	}
	c.Here = host.Room && (host.Seconds < maxLocalSeconds || host.Seconds < 2*c.Seconds)
	return c
}

// layers simulates a layer-by-layer solve.
func (c *Cluster) layers(f *solve.Forecast) shards.Run {
	c.Shards = 4 * c.Workers
	maxStates := float64(max(c.TaskMemory, cluster.MinTaskMemory) / cluster.StateMemory)
	seconds, bytes := stageShares()
	var forward, backward []shards.Stage
	previous, most, sections := 0.0, 0.0, 0.0 // number of shards of the layer before, and of the largest layer; number of sections
	for _, states := range f.States.Layers {
		n := max(1, min(float64(c.Shards), math.Ceil(states/minShard)))
		n = math.Ceil(max(n, states/maxStates))
		// Each run of merges reads a section of each shard before, each run of solves
		// one of each shard after it, and indexes. A task reads up to three objects of
		// its shard and their indexes.
		runs := math.Ceil(n/c.run(n))*previous + math.Ceil(previous/c.run(previous))*n
		c.Gets += int64(2*runs + 6*n)
		sections += 2 * n * previous
		previous, most = n, max(most, n)
		share := states / f.States.States
		for kind := range seconds {
			s := shards.Stage{Bytes: states * f.Stored * (readPerState + writtenPerState) * bytes[kind]}
			mean := f.Seconds*taskShare*share*seconds[kind]/n + taskSeconds
			for i := range int(n) {
				s.Seconds = append(s.Seconds, mean*spread(i, int(n)))
			}
			c.Tasks += len(s.Seconds)
			if kind == 2 {
				backward = append(backward, s)
			} else {
				forward = append(forward, s)
			}
		}
	}
	slices.Reverse(backward)
	stored := f.States.States * f.Stored
	c.MovedBytes = int64(stored*(readPerState+writtenPerState) + 2*sections*sectionBytes)
	c.StoredBytes = int64(stored*writtenPerState + sections*sectionBytes)
	c.Memory = int64(sampleBytes * most)
	return shards.Simulate(append(forward, backward...), c.Workers, c.Network/8, stageDelay)
}

// run returns the number of shards per run in a stage of n tasks; see
// [zermelo/tablebase/cluster].
func (c *Cluster) run(n float64) float64 {
	if n <= cluster.MinRunTasks {
		return 1
	}
	return max(1, min(math.Floor(n/float64(cluster.RunsPerThread*c.Workers)), cluster.MaxRun))
}

// spread returns the time of task i of n as a multiple of the mean. The times increase
// from 2-skew to skew. The longest task runs last, which is the worst order.
func spread(i, n int) float64 {
	if n == 1 {
		return 1
	}
	return 2 - skew + 2*(skew-1)*float64(i)/float64(n-1)
}

// Prices are the prices of an object store in any currency. Prices implements
// pflag.Value for values such as "0.005,0.0004,0.023".
type Prices struct {
	Put, Get float64 // per 1,000 requests
	Month    float64 // per GB and month
}

// Set implements pflag.Value.
func (p *Prices) Set(text string) error {
	var values []float64
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(n >= 0 && n <= 1e6) {
			values = nil
			break
		}
		values = append(values, n)
	}
	if len(values) != 3 {
		return errors.New("must be the prices of 1,000 PUT requests, of 1,000 GET requests, and of a GB for a month, such as 0.005,0.0004,0.023")
	}
	*p = Prices{values[0], values[1], values[2]}
	return nil
}

// String implements pflag.Value.
func (p *Prices) String() string {
	if *p == (Prices{}) {
		return ""
	}
	return fmt.Sprintf("%v,%v,%v", p.Put, p.Get, p.Month)
}

// Type implements pflag.Value.
func (p *Prices) Type() string { return "PUT,GET,GB" }

// Speed is a bandwidth in bits per second. It implements pflag.Value for values such
// as "10Gbit".
type Speed float64

// Set implements pflag.Value.
func (s *Speed) Set(text string) error {
	lower := strings.ToLower(text)
	for i, unit := range []string{"bit", "kbit", "mbit", "gbit", "tbit"} {
		digits, ok := strings.CutSuffix(lower, unit)
		if n, err := strconv.ParseFloat(digits, 64); ok && err == nil && n > 0 && n <= 1e6 {
			*s = Speed(n * math.Pow(1000, float64(i)))
			return nil
		}
	}
	return errors.New("must be a speed, such as 10Gbit or 800Mbit")
}

// String implements pflag.Value.
func (s *Speed) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*s)/1e9, 'g', -1, 64) + "Gbit"
}

// Type implements pflag.Value.
func (s *Speed) Type() string { return "SPEED" }
