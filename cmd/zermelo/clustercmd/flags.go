// Package clustercmd implements the commands that solve games on several machines.
package clustercmd

import (
	"slices"
	"time"

	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/solver/shards"
	"zermelo/tablebase/cluster"
)

// Flags holds the flags that locate the NATS server and the object store.
type Flags struct {
	cluster.Access
	Store string
	lease time.Duration // see cluster.WorkerOptions; set by tests
}

// Add registers the flags.
func (f *Flags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.URL, "nats", "", "connect to the NATS server at `URL`")
	flags.StringVar(&f.Store, "store", "", "store objects at `URL`, such as s3://bucket/solves")
	flags.StringVar(&f.Credentials, "nats-creds", "", "read the NATS credentials from `FILE`")
	flags.StringVar(&f.TokenFile, "nats-token-file", "", "read the NATS token from `FILE`")
	flags.StringVar(&f.CA, "nats-ca", "", "trust the certificate authorities in `FILE` (PEM)")
	flags.StringVar(&f.Cert, "nats-cert", "", "use the client certificate in `FILE` (PEM)")
	flags.StringVar(&f.Key, "nats-key", "", "use the key in `FILE` (PEM) for --nats-cert")
	flags.DurationVar(&f.lease, "lease", 0, "reassign a task after `TIME` without progress")
	flags.Lookup("lease").Hidden = true
}

// need returns an error if --nats or --store is missing, or if flags conflict.
func (f *Flags) need() error {
	if f.URL == "" || f.Store == "" {
		return games.BadInput("--nats URL and --store URL are required; see docs/cluster.md")
	}
	return f.check()
}

func (f *Flags) check() error {
	switch {
	case f.URL == "" && (f.Credentials != "" || f.TokenFile != "" || f.CA != "" || f.Cert != ""):
		return games.BadInput("--nats-creds, --nats-token-file, --nats-ca and --nats-cert require --nats URL")
	case (f.Cert == "") != (f.Key == ""):
		return games.BadInput("--nats-cert and --nats-key must be used together")
	}
	return nil
}

// SolveFlags holds the flags of the command "cluster solve".
type SolveFlags struct {
	Flags
	shards int
	memory usage.Size // of a task
	least  int64      // set by tests
	nodes  uint64     // set by tests
}

// Add registers the flags.
func (f *SolveFlags) Add(flags *pflag.FlagSet) {
	f.Flags.Add(flags)
	flags.IntVar(&f.Replicas, "nats-replicas", 0, "replicate the queue on `N` servers: 1, 3 or 5 (default 1)")
	flags.IntVar(&f.shards, "shards", 0, "divide large layers into `N` shards (default 16)")
	flags.Var(&f.memory, "task-memory", "divide layers so that each task uses up to about `SIZE` (default 56MiB)")
	flags.Int64Var(&f.least, "shard-states", 0, "minimum number of states per shard")
	flags.Uint64Var(&f.nodes, "task-nodes", 0, "search `N` positions per task")
	flags.Lookup("shard-states").Hidden, flags.Lookup("task-nodes").Hidden = true, true
}

const maxShards = 1 << 14

// Check returns an error if a required flag is missing, or if values are out of
// range or conflict.
func (f *SolveFlags) Check() error {
	if f.shards < 0 || f.shards > maxShards {
		return games.BadInput("--shards %d: must be between 1 and %d", f.shards, maxShards)
	}
	if err := CheckTaskMemory(f.memory); err != nil {
		return err
	}
	if !slices.Contains([]int{0, 1, 3, 5}, f.Replicas) {
		return games.BadInput("--nats-replicas %d: must be 1, 3 or 5", f.Replicas)
	}
	return f.need()
}

// CheckTaskMemory returns an error if the value of --task-memory is too small. The value 0 means
// the default.
func CheckTaskMemory(s usage.Size) error {
	if s != 0 && s < cluster.MinTaskMemory {
		return games.BadInput("--task-memory %s: must be at least %dMiB", &s, cluster.MinTaskMemory>>20)
	}
	return nil
}

// Options converts the flags to cluster.Options.
func (f *SolveFlags) Options() cluster.Options {
	return cluster.Options{Access: f.Access, Store: f.Store, Lease: f.lease, SearchNodes: f.nodes, TaskMemory: int64(f.memory), Sizes: shards.Sizes{Shards: f.shards, MinStates: f.least}}
}
