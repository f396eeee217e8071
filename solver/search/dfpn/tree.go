package dfpn

import (
	"cmp"
	"slices"

	"zermelo/games"
	"zermelo/solver/search/table"
)

// Tree is the top of a proof tree whose leaves are searched elsewhere, many at the same time (job-level
// proof-number search: Wu, Lin, Sun et al., IEEE Transactions on Computational Intelligence and AI in
// Games 5(1), 2013). Next names the leaf that is most worth a search of bounded size; Done takes in the
// snapshot that the search leaves, and a leaf without an answer gets children. A leaf whose search is at
// work makes those above it look worse, so that searches spread. It serves one goroutine at a time.
type Tree[S games.State] struct {
	game    games.Searcher[S]
	swing   int8
	root    *treeNode[S]
	nodes   map[Question[S]]*treeNode[S] // by their questions, which have no notes
	known   map[Question[S]]numbers      // answers
	answers []Question[S]
	sums    proofFrame[S] // buffer
	alone   prover[S]     // for sums
}

// treeNode is a position of a Tree.
type treeNode[S games.State] struct {
	numbers
	question Question[S]
	moves    []games.Child[S] // nil: it is a leaf
	below    []*treeNode[S]   // by move
	above    []*treeNode[S]
	busy     uint64         // searches at it and below
	path     []*treeNode[S] // from the root, while it is searched
}

// sharedWork is how many nodes an answer must have cost for a Tree to keep it.
const sharedWork = 1 << 10

// NewTree makes the tree of the question whether the player to move at a canonical position scores at
// least threshold, which is more than the least score and not more than the greatest.
func NewTree[S games.State](g games.Searcher[S], s S, threshold int) *Tree[S] {
	p := &Search[S]{game: g, swing: swingOf(g)}
	t := &Tree[S]{
		game: g, swing: p.swing, nodes: map[Question[S]]*treeNode[S]{}, known: map[Question[S]]numbers{}, alone: prover[S]{proof: p},
	}
	t.root = t.node(Question[S]{State: s, Threshold: int8(p.normal(threshold - 1))}, numbers{1, 1})
	return t
}

// Answer is the answer of the root, if there is one.
func (t *Tree[S]) Answer() (yes, done bool) { return t.root.proof == 0, t.root.done() }

// Answers are the answers found so far that have cost some work, as notes. Later calls return more.
func (t *Tree[S]) Answers() []Question[S] { return t.answers }

// node finds a node, or makes it.
func (t *Tree[S]) node(q Question[S], estimate numbers) *treeNode[S] {
	n := t.nodes[q]
	if n == nil {
		if known, ok := t.known[q]; ok {
			estimate = known
		}
		n = &treeNode[S]{question: q, numbers: estimate}
		t.nodes[q] = n
	}
	return n
}

// Next is the question of a leaf to be searched now, until Done is told of it, and the question above it,
// whose snapshot is of use; of the root itself. It is false if all leaves are at work, or the root is
// answered.
func (t *Tree[S]) Next() (q, above Question[S], ok bool) {
	for {
		path := t.descend(t.root, map[*treeNode[S]]bool{})
		if path == nil {
			return q, above, false
		}
		slices.Reverse(path)
		leaf := path[len(path)-1]
		if node := t.look(leaf); node.Low > int(leaf.question.Threshold) || node.High <= int(leaf.question.Threshold) {
			t.set(leaf, answered(node.Low > int(leaf.question.Threshold)))
			continue // decided at sight
		}
		leaf.path = path
		for _, n := range path {
			n.busy++
		}
		return leaf.question, path[max(0, len(path)-2)].question, true
	}
}

// look looks at the position of a node.
func (t *Tree[S]) look(n *treeNode[S]) *games.Node[S] {
	threshold := int(n.question.Threshold)
	t.sums.node = games.Node[S]{}
	t.game.Look(&t.sums.node, n.question.State, threshold, threshold+1)
	return &t.sums.node
}

// descend finds the leaf to be searched at or below a node, and the nodes on the way, from the leaf on.
// What was tried in vain it leaves out.
func (t *Tree[S]) descend(n *treeNode[S], tried map[*treeNode[S]]bool) []*treeNode[S] {
	if n.done() || tried[n] {
		return nil
	}
	tried[n] = true
	if n.moves == nil {
		if n.busy > 0 {
			return nil
		}
		return []*treeNode[S]{n}
	}
	order := make([]int, len(n.moves))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(n.burden(a), n.burden(b)), cmp.Compare(n.moves[b].Rank, n.moves[a].Rank), cmp.Compare(a, b))
	})
	for _, i := range order {
		if path := t.descend(n.below[i], tried); path != nil {
			return append(path, n)
		}
	}
	return nil
}

// burden is the proof number of a move, as many times as searches are at work below it and one more.
func (n *treeNode[S]) burden(move int) uint64 {
	return uint64(n.seen(move).proof) * (1 + n.below[move].busy)
}

// seen are the numbers of a move as the player to move sees them.
func (n *treeNode[S]) seen(move int) numbers {
	below := n.below[move].numbers
	if n.moves[move].Turns&1 == 1 {
		below.proof, below.disproof = below.disproof, below.proof
	}
	return below
}

// Done takes in what a search of a question, which Next has given or an earlier Tree, has left: a
// snapshot, with the question itself.
func (t *Tree[S]) Done(q Question[S], list []Question[S]) {
	found := make(map[Question[S]]numbers, len(list))
	for _, e := range list {
		n, work := numbers{unpackNumber(e.Note >> 20), unpackNumber(e.Note >> 8 & 0xfff)}, table.WorkOf(uint8(e.Note))
		e.Note = 0
		found[e] = n
		if n.done() && work >= sharedWork {
			t.keep(e, n, work)
		}
		if node := t.nodes[e]; node != nil && (node.moves == nil || n.done()) {
			t.set(node, n)
		}
	}
	leaf := t.nodes[q]
	if leaf == nil {
		return
	}
	for _, n := range leaf.path {
		n.busy--
	}
	if leaf.path = nil; !leaf.done() && leaf.moves == nil {
		t.expand(leaf, found)
	}
}

// keep keeps an answer.
func (t *Tree[S]) keep(q Question[S], n numbers, work uint64) {
	if _, known := t.known[q]; !known {
		t.known[q] = n
		q.Note = note(n.value(), table.CostOf(work))
		t.answers = append(t.answers, q)
	}
}

// expand gives children to a leaf. Found has what is known of some.
func (t *Tree[S]) expand(n *treeNode[S], found map[Question[S]]numbers) {
	n.moves = slices.Clone(t.look(n).Children)
	for _, c := range n.moves {
		q := Question[S]{State: c.State, Threshold: n.question.Threshold}
		estimate := numbers{max(1, uint32(c.Replies)), 1}
		if c.Turns&1 == 1 {
			q.Threshold = t.swing - q.Threshold
			estimate.proof, estimate.disproof = estimate.disproof, estimate.proof
		}
		if known, ok := found[q]; ok {
			estimate = known
		}
		child := t.node(q, estimate)
		child.above = append(child.above, n)
		n.below = append(n.below, child)
	}
	t.set(n, t.sum(n))
}

// sum is the numbers of a node from those below.
func (t *Tree[S]) sum(n *treeNode[S]) numbers {
	t.sums.node.Children, t.sums.children = n.moves, t.sums.children[:0]
	for i := range n.moves {
		t.sums.children = append(t.sums.children, n.seen(i))
	}
	sum, _, _ := t.sums.sum(&t.alone, numbers{infinite, infinite})
	return sum
}

// set gives a node other numbers, and those above it. An answer stays.
func (t *Tree[S]) set(n *treeNode[S], to numbers) {
	for changed := []*treeNode[S]{n}; ; to = t.sum(changed[0]) {
		if n, changed = changed[0], changed[1:]; !n.done() && n.numbers != to {
			if n.numbers = to; to.done() {
				t.keep(n.question, to, 1<<30)
			}
			for _, above := range n.above {
				if !slices.Contains(changed, above) {
					changed = append(changed, above)
				}
			}
		}
		if len(changed) == 0 {
			return
		}
	}
}
