package cluster

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/shards"
)

// question describes a search task. The task decides whether the score of the
// player to move in State is greater than Threshold. It stops after Nodes nodes and
// stores a snapshot of its search. The result depends only on the question. The
// store contains the following objects:
//
//	ID/question/00012.json        question of task 12
//	ID/known/00003                answers of earlier tasks
//	ID/object/search/0000/00012-… snapshot of task 12
type question struct {
	Asked     int      `json:"asked"` // score of the start position that the search tries to prove
	State     []uint64 `json:"state"`
	Threshold int      `json:"threshold"`
	Nodes     uint64   `json:"nodes"` // maximum number of nodes
	After     int      `json:"after"` // number of the task whose snapshot is loaded first, or -1
	Known     int      `json:"known"` // number of objects of answers that are loaded first
}

func searchTask(number int) shards.Task { return shards.Task{Kind: shards.Search, Shard: number} }

func (s *jobStore) questionName(number int) string {
	return fmt.Sprintf("%s/question/%05d.json", s.id, number)
}

func (s *jobStore) knownName(number int) string { return fmt.Sprintf("%s/known/%05d", s.id, number) }

const (
	searchNodes = 1 << 18  // default number of nodes per task; a task takes at least a tenth of a second
	searchCache = 32 << 20 // size of a task's transposition table in bytes
	// searchNotes is the maximum number of positions in a snapshot. A snapshot
	// contains the positions that were most expensive to search.
	searchNotes = 1 << 14
	// notesMagic is the prefix of an object that contains positions. Its last byte is
	// the version. The prefix is followed by the number of words per state, the
	// positions, and the xxhash64 of all preceding bytes.
	notesMagic = "ZPROOF\x01"
)

func encodeNotes[S games.State](list []dfpn.Question[S]) ([]byte, error) {
	data, err := binary.Append(append([]byte(notesMagic), byte(games.Words[S]())), binary.LittleEndian, list)
	return binary.LittleEndian.AppendUint64(data, xxhash.Sum64(data)), err
}

var errNotes = errors.New("truncated or wrong checksum")

func decodeNotes[S games.State](data []byte) ([]dfpn.Question[S], error) {
	head, each := len(notesMagic)+1, binary.Size(dfpn.Question[S]{})
	n := len(data) - 8
	if n < head || !bytes.HasPrefix(data, []byte(notesMagic)) || int(data[head-1]) != games.Words[S]() || (n-head)%each != 0 ||
		xxhash.Sum64(data[:n]) != binary.LittleEndian.Uint64(data[n:]) {
		return nil, errNotes
	}
	list := make([]dfpn.Question[S], (n-head)/each)
	_, err := binary.Decode(data[head:n], binary.LittleEndian, list)
	return list, err
}

// notes reads the positions in the named object. If the object is damaged, the error
// wraps errNotes.
func notes[S games.State](ctx context.Context, v *view, name string) ([]dfpn.Question[S], error) {
	r, err := v.Open(ctx, name, 0, -1)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read object %s: %w", name, err)
	}
	return decodeNotes[S](data)
}

func snapshot[S games.State](ctx context.Context, v *view, number int) ([]dfpn.Question[S], error) {
	m, err := v.Manifest(ctx, searchTask(number))
	if err != nil {
		return nil, err
	}
	list, err := notes[S](ctx, v, m.Name)
	if errors.Is(err, errNotes) || errors.Is(err, fs.ErrNotExist) {
		return nil, &shards.DamagedError{Manifest: m, Err: err}
	}
	return list, err
}

func stateOf[S games.State](words []uint64) (s S) {
	copy(games.Bits(&s), words)
	return s
}

// searcher runs search tasks one at a time.
type searcher[S games.State] struct {
	game    games.Searcher[S]
	store   *view
	known   []dfpn.Question[S]             // answers of earlier tasks
	ends    []int                          // end in known of each object
	current atomic.Pointer[dfpn.Search[S]] // nil between tasks
	nodes   atomic.Int64                   // nodes of all completed tasks
}

// progress returns the total number of nodes searched in all tasks.
func (w *searcher[S]) progress() int64 {
	n := w.nodes.Load()
	if p := w.current.Load(); p != nil {
		n += int64(p.Nodes())
	}
	return n
}

func (w *searcher[S]) run(ctx context.Context, t shards.Task, object string) (*shards.Manifest, error) {
	var q question
	if err := readJSON(ctx, w.store.bucket, w.store.questionName(t.Shard), &q); err != nil {
		return nil, err
	}
	for number := len(w.ends); number < q.Known; number++ {
		list, err := notes[S](ctx, w.store, w.store.knownName(number))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.store.knownName(number), err)
		}
		w.known = append(w.known, list...)
		w.ends = append(w.ends, len(w.known))
	}
	// The result depends only on q because it uses one thread and an empty table.
	p := dfpn.New(w.game, searchCache, search.Options{Nodes: q.Nodes})
	defer p.Close()
	if q.Known > 0 {
		p.Resume(w.known[:w.ends[q.Known-1]])
	}
	if q.After >= 0 {
		list, err := snapshot[S](ctx, w.store, q.After)
		if err != nil {
			return nil, err
		}
		p.Resume(list)
	}
	w.current.Store(p)
	_, err := p.Prove(ctx, stateOf[S](q.State), q.Threshold)
	w.current.Store(nil)
	w.nodes.Add(int64(p.Nodes()))
	if err != nil && !errors.Is(err, search.ErrNodes) {
		return nil, err
	}
	snapshot, err := p.Snapshot(searchNotes, nil)
	if err != nil {
		return nil, err
	}
	data, err := encodeNotes(snapshot)
	if err != nil {
		return nil, err
	}
	err = w.store.Create(ctx, object, func(to io.Writer) error {
		_, err := to.Write(data)
		return err
	})
	o := shards.Object{Name: object, Bytes: int64(len(data)), Hash: xxhash.Sum64(data)}
	return &shards.Manifest{Task: t, Object: o, States: int64(p.Nodes())}, err
}
