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

// question is what a task searches: with bounded size, and a snapshot is left. All that decides the result is in it:
//
//	ID/question/00012.json        the question
//	ID/known/00003                answers of many tasks, which later tasks begin with
//	ID/object/search/0000/00012-… the snapshot
type question struct {
	Asked     int      `json:"asked"` // of the start: whether it scores at least so much
	State     []uint64 `json:"state"`
	Threshold int      `json:"threshold"` // whether the player to move scores more than this
	Nodes     uint64   `json:"nodes"`     // at most
	After     int      `json:"after"`     // the task whose snapshot it begins with; -1 for none
	Known     int      `json:"known"`     // how many objects of answers it begins with
}

func searchTask(number int) shards.Task { return shards.Task{Kind: shards.Search, Shard: number} }

func (s *jobStore) questionName(number int) string {
	return fmt.Sprintf("%s/question/%05d.json", s.id, number)
}

func (s *jobStore) knownName(number int) string { return fmt.Sprintf("%s/known/%05d", s.id, number) }

const (
	// searchNodes is how many nodes a task searches: a tenth of a second or more.
	searchNodes = 1 << 18
	// searchCache is the size of its table in bytes.
	searchCache = 32 << 20
	// searchNotes is how many positions a snapshot has at most: the dearest.
	searchNotes = 1 << 14
	// notesMagic begins an object of positions; a version and the words of a state follow, then the
	// positions, and an xxhash64 of all that.
	notesMagic = "ZPROOF\x01"
)

// encodeNotes encodes positions as an object.
func encodeNotes[S games.State](list []dfpn.Question[S]) ([]byte, error) {
	data, err := binary.Append(append([]byte(notesMagic), byte(games.Words[S]())), binary.LittleEndian, list)
	return binary.LittleEndian.AppendUint64(data, xxhash.Sum64(data)), err
}

var errNotes = errors.New("wrong checksum, or bytes are missing")

// decodeNotes is the inverse of encodeNotes.
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

// notes reads an object of positions. The error of one that is damaged wraps errNotes.
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

// snapshot reads what a task has left.
func snapshot[S games.State](ctx context.Context, v *view, number int) ([]dfpn.Question[S], error) {
	m, err := v.Made(ctx, searchTask(number))
	if err != nil {
		return nil, err
	}
	list, err := notes[S](ctx, v, m.Name)
	if errors.Is(err, errNotes) || errors.Is(err, fs.ErrNotExist) {
		return nil, &shards.DamagedError{Manifest: m, Err: err}
	}
	return list, err
}

// stateOf is the state of some words.
func stateOf[S games.State](words []uint64) (s S) {
	copy(games.Bits(&s), words)
	return s
}

// searcher does the tasks of a search, one at a time.
type searcher[S games.State] struct {
	game  games.Searcher[S]
	store *view
	known []dfpn.Question[S]
	ends  []int // of known, by object
	at    atomic.Pointer[dfpn.Search[S]]
	nodes atomic.Int64 // of the tasks before
}

// steady grows while a search is at work.
func (w *searcher[S]) steady() int64 {
	n := w.nodes.Load()
	if p := w.at.Load(); p != nil {
		n += int64(p.Nodes())
	}
	return n
}

// run is the doer of a search.
func (w *searcher[S]) run(ctx context.Context, t shards.Task, object string) (*shards.Manifest, error) {
	var q question
	if err := readJSON(ctx, w.store.bucket, w.store.questionName(t.Shard), &q); err != nil {
		return nil, err
	}
	for number := len(w.ends); number < q.Known; number++ {
		list, err := notes[S](ctx, w.store, w.store.knownName(number))
		if err != nil {
			return nil, fmt.Errorf("answers %s: %w", w.store.knownName(number), err)
		}
		w.known = append(w.known, list...)
		w.ends = append(w.ends, len(w.known))
	}
	// One thread and a new table: what is found depends on the question alone.
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
	w.at.Store(p)
	_, err := p.Prove(ctx, stateOf[S](q.State), q.Threshold)
	w.at.Store(nil)
	w.nodes.Add(int64(p.Nodes()))
	if err != nil && !errors.Is(err, search.ErrNodes) {
		return nil, err
	}
	data, err := encodeNotes(p.Snapshot(searchNotes))
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
