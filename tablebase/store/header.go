package store

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// formatVersion is the version of the format of tables and journals. Format 2 omits
// the terminal states of layered games that implement games.TerminalTester. Tables
// of format 1 can be read; an unfinished solve of format 1 is not resumed.
const formatVersion = 2

// Header describes a table. It is encoded as zstd-compressed JSON, followed by its
// xxhash64, and split into chunks. The key of a chunk is 'h' followed by the chunk
// number.
type Header struct {
	Format   int
	Tool     string // version of the program that built the table
	Name     string // name of the variant
	Title    string // name for display
	Roles    []string
	Options  []games.Setting
	Halves   bool   `json:",omitempty"` // games.Info.HalfPoints
	Unit     string `json:",omitempty"` // games.Info.Unit
	Rules    uint64 `json:",string"`    // games.RulesDigest
	Words    int    // number of 64-bit words per state
	Created  time.Time
	Solution *job.Solution `json:"-"` // see storedHeader
}

// Kind returns the kind of the game.
func (h *Header) Kind() value.Kind { return h.Solution.Outcomes.Kind }

// storedHeader is the JSON encoding of a Header.
type storedHeader struct {
	*Header

	Kind     value.Kind
	Total    int
	Outcomes []storedOutcome `json:",omitempty"`
	Bounds   []byte          `json:",omitempty"` // see appendBounds
	Bits     int             `json:",omitempty"`
	Layers   []job.LayerStats
	Tiers    []job.SolvedTier `json:",omitempty"`
	Plies    []job.PlyStats
	Raw      int64
	Start    value.Value
	Digest   uint64 `json:",string"`
	Method   string
	Workers  int
	Elapsed  time.Duration
	CPU      time.Duration `json:",omitempty"`
	Peak     int64
	Nodes    uint64 `json:",omitempty"`
	ByRules  bool   `json:",omitempty"`
	Counted  bool   `json:",omitempty"`
}

// storedOutcome is the JSON encoding of a value.Outcome.
type storedOutcome struct {
	Payoff     []*big.Rat `json:"p"`           // nil if not solved
	Security   []*big.Rat `json:"s,omitempty"` // nil if equal to Payoff
	Pure       []int16    `json:"u"`
	Joint      []int16    `json:"j"`
	Remoteness int        `json:"r"`
	Error      *big.Rat   `json:"e,omitempty"`
	Plies      int64      `json:"n,omitempty"`
}

func storeOutcome(o value.Outcome) storedOutcome {
	n := o.Roles()
	s := storedOutcome{nil, nil, o.Pure[:n], o.Joint[:n], o.Remoteness, o.Error, o.Plies}
	if o.Solved() {
		s.Payoff = o.Payoff[:n]
	}
	if !slices.EqualFunc(s.Payoff, o.Security[:n], func(p, q *big.Rat) bool { return p.Cmp(q) == 0 }) {
		s.Security = o.Security[:n]
	}
	return s
}

// outcome is the inverse of storeOutcome. It returns false if the outcome is
// incomplete.
func (s storedOutcome) outcome() (value.Outcome, bool) {
	if s.Security == nil {
		s.Security = s.Payoff
	}
	o := value.Outcome{Remoteness: s.Remoteness, Error: s.Error, Plies: s.Plies}
	ok := copy(o.Payoff[:], s.Payoff) == len(s.Payoff) && copy(o.Security[:], s.Security) == len(s.Security) &&
		copy(o.Pure[:], s.Pure) == len(s.Security) && copy(o.Joint[:], s.Joint) == len(s.Security)
	return o, ok && o.Complete()
}

// encode returns the encoded header, before it is split into chunks.
func (h *Header) encode() []byte {
	s := h.Solution
	stored := storedHeader{
		Header: h, Kind: s.Outcomes.Kind, Total: s.Outcomes.Total,
		Layers: s.Layers, Tiers: s.Tiers, Plies: s.Plies, Raw: s.RawStates, Start: s.Start, Digest: s.Digest, Method: s.Method, Workers: s.Workers,
		Elapsed: s.Elapsed, CPU: s.CPU, Peak: s.PeakMemory, Nodes: s.Nodes, ByRules: s.TerminalsOmitted, Counted: s.TerminalsCounted,
	}
	for _, o := range s.Outcomes.List {
		stored.Outcomes = append(stored.Outcomes, storeOutcome(o))
	}
	stored.Bounds, stored.Bits = appendBounds(nil, s.Outcomes.Intervals), s.Outcomes.Bits
	text, err := json.Marshal(stored)
	if err != nil {
		panic("tablebase: " + err.Error()) // cannot happen: our types can be marshaled
	}
	return AppendChecksum(NewEncoder().EncodeAll(text, nil), nil, 0)
}

// Write writes the chunks of the header to w.
func (h *Header) Write(w *Writer) error {
	data := h.encode()
	for chunk := 0; len(data) > 0; chunk++ {
		n := min(len(data), MaxValue)
		if err := w.Add(headerKey(chunk), data[:n]); err != nil {
			return err
		}
		data = data[n:]
	}
	return nil
}

const maxHeader = 1 << 30 // maximum size of a header in bytes, both compressed and uncompressed

// decodeHeader is the inverse of encode.
func decodeHeader(data []byte) (*Header, error) {
	body, err := Checked(nil, data)
	if err != nil {
		return nil, err
	}
	return decodeHeaderBody(body)
}

// decodeHeaderBody decodes a header whose checksum has been removed.
func decodeHeaderBody(data []byte) (*Header, error) {
	dec := NewDecoder(maxHeader)
	defer dec.Close()
	text, err := dec.DecodeAll(data, nil)
	if err != nil {
		return nil, err
	}
	h := new(Header)
	s := storedHeader{Header: h}
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	h.Solution = &job.Solution{
		Outcomes: value.Outcomes{Kind: s.Kind, Total: s.Total},
		Layers:   s.Layers, Tiers: s.Tiers, Plies: s.Plies, RawStates: s.Raw, Start: s.Start, Digest: s.Digest, Method: s.Method, Workers: s.Workers,
		Elapsed: s.Elapsed, CPU: s.CPU, PeakMemory: s.Peak, Nodes: s.Nodes, TerminalsOmitted: s.ByRules, TerminalsCounted: s.Counted || !s.ByRules,
	}
	for i, o := range s.Outcomes {
		outcome, ok := o.outcome()
		if !ok || outcome.Error != nil { // those with an error are in Bounds
			return nil, fmt.Errorf("outcome %d is incomplete", i)
		}
		h.Solution.Outcomes.List = append(h.Solution.Outcomes.List, outcome)
	}
	h.Solution.Outcomes.Bits = s.Bits
	if h.Solution.Outcomes.Intervals, err = readBounds(s.Bounds); err != nil {
		return nil, err
	}
	if s.Bits < 0 || s.Bits >= 60 || s.Kind > value.General || !h.Solution.Outcomes.Valid(s.Start) {
		return nil, fmt.Errorf("invalid value of the start position")
	}
	for i := range s.Layers {
		if n := s.Layers[i].Stored(); n < 0 || n > 1<<40 {
			return nil, fmt.Errorf("invalid number of states in layer %d: %d", i, n)
		}
	}
	return h, nil
}

// appendBounds appends intervals as the differences to the bounds and plies before.
func appendBounds(dst []byte, list []value.Interval) []byte {
	var last value.Interval
	for _, x := range list {
		dst = binary.AppendVarint(dst, x.Low-last.Low)
		dst = binary.AppendUvarint(dst, uint64(x.High-x.Low))
		dst = binary.AppendVarint(dst, x.Plies-last.Plies)
		last = x
	}
	return dst
}

// readBounds is the inverse of appendBounds.
func readBounds(data []byte) (list []value.Interval, err error) {
	var x value.Interval
	for len(data) > 0 {
		low, a := binary.Varint(data)
		wide, b := binary.Uvarint(data[max(0, a):])
		plies, c := binary.Varint(data[max(0, a)+max(0, b):])
		if x.Low += low; min(a, b, c) <= 0 || x.Low < -1<<61 || x.Low > 1<<61 || wide > 1<<61 {
			return nil, fmt.Errorf("interval %d is damaged", len(list))
		}
		x.High, x.Plies = x.Low+int64(wide), x.Plies+plies
		list, data = append(list, x), data[a+b+c:]
	}
	return list, nil
}

func readHeader(kv *kvReader) (*Header, error) {
	var data []byte
	for chunk := 0; len(data) < maxHeader; chunk++ {
		err := kv.get(headerKey(chunk), func(v []byte) error {
			data = append(data, v...)
			return nil
		})
		if err == ErrMissing {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return decodeHeader(data)
}
