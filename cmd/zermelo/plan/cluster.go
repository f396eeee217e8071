package plan

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"zermelo/solver/shards"
	"zermelo/tablebase/build"
)

// Cluster is what solving a game takes on several machines, by a simulated run.
type Cluster struct {
	Workers int     `json:"workers"`          // threads, of all machines
	Network float64 `json:"network"`          // bits a second between the store and all workers together
	Shards  int     `json:"shards,omitempty"` // of a large layer: solve --shards
	Tasks   int     `json:"tasks"`
	Seconds float64 `json:"seconds"`
	Busy    float64 `json:"busy"` // share of the workers' time, 0..1
	// NetworkSeconds are those of Seconds in which workers wait for the network.
	NetworkSeconds float64 `json:"network_seconds"`
	MovedBytes     int64   `json:"moved_bytes"`
	StoredBytes    int64   `json:"stored_bytes"` // in the store at the end, when it is fullest
	Cost           float64 `json:"cost,omitempty"`
	// Room says that this machine has the room on disk for the solve, Here that it fits better: it has the
	// room, and takes less than hereSeconds or than twice the time of the cluster.
	Room bool `json:"room"`
	Here bool `json:"here"`
}

// Constants of a solve by tasks, measured on Connect Four 5x4 and 6x4, no shard being valued where it was expanded; see
// docs/cluster-operations.md.
const (
	taskShare   = 2.0   // processor time of a solve by tasks, as a multiple of that of a plain one
	taskSeconds = 0.002 // that each task takes besides
	skew        = 1.5   // the time of a stage's longest task, as a multiple of the mean
	readAState  = 10.2  // bytes
	wroteAState = 6.5   // bytes
	between     = 0.02  // seconds from a stage to the next
	hereSeconds = 3600
	leastShard  = 1 << 17 // states, as solve has it
	mostShard   = 1 << 19
	leastState  = 1 << 17 // states that a shard of a tier's job has at least
)

// stageShares are the shares of merging, expanding and solving in the time of a layer, and in the bytes.
func stageShares() (seconds, bytes [3]float64) {
	return [3]float64{0.16, 0.33, 0.51}, [3]float64{0.34, 0.24, 0.42}
}

// OnCluster simulates the solve of a forecast on so many threads. Price is that of a thread for an hour.
// Room says that this machine has the disk for the solve, Here how many seconds it takes.
func OnCluster(f *build.Forecast, workers int, network, price float64, room bool, here float64) *Cluster {
	c := &Cluster{Workers: workers, Network: network, Room: room}
	var run shards.Run
	if f.States != nil {
		run = c.layers(f)
	} else {
		run = c.tiers(f.Tiers)
	}
	c.Seconds, c.Busy, c.NetworkSeconds = run.Seconds, run.Busy, run.Network
	c.Cost = price * float64(workers) * run.Seconds / 3600
	c.Here = room && (here < hereSeconds || here < 2*c.Seconds)
	return c
}

// layers simulates a solve layer by layer.
func (c *Cluster) layers(f *build.Forecast) shards.Run {
	c.Shards = 4 * c.Workers
	seconds, bytes := stageShares()
	var forward, backward []shards.Stage
	for _, states := range f.States.Layers {
		n := max(1, min(float64(c.Shards), math.Ceil(states/leastShard)))
		n = math.Ceil(max(n, states/mostShard))
		share := states / f.States.States
		for kind := range seconds {
			s := shards.Stage{Bytes: states * f.Stored * (readAState + wroteAState) * bytes[kind]}
			mean := f.CPU.Seconds()*taskShare*share*seconds[kind]/n + taskSeconds
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
	c.MovedBytes, c.StoredBytes = int64(stored*(readAState+wroteAState)), int64(stored*wroteAState)
	return shards.Simulate(append(forward, backward...), c.Workers, c.Network/8, between)
}

// spread is the time of task i of n as a multiple of the mean: from 2-skew up to skew, the longest last,
// which is the worst order.
func spread(i, n int) float64 {
	if n == 1 {
		return 1
	}
	return 2 - skew + 2*(skew-1)*float64(i)/float64(n-1)
}

// Speed is a flag's value of bits a second, as in 10Gbit.
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
	return errors.New("want a speed as in 10Gbit or 800Mbit")
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
