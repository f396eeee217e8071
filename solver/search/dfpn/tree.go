package dfpn

import (
	"cmp"
	"slices"

	"zermelo/games"
	"zermelo/solver/search/table"
)

// Tree is the top of a proof tree whose leaves are searched elsewhere, concurrently
// (job-level proof-number search: Wu, Lin, Sun et al., IEEE Transactions on
// Computational Intelligence and AI in Games 5(1), 2013). Next returns the most
// promising leaf, to be searched with a limited number of nodes. Done adds the snapshot
// of that search and expands the leaf if it is still open. The ancestors of leaves that
// are being searched get a penalty, so that searches spread over the tree. A Tree is
// not safe for concurrent use.
type Tree[S games.State] struct {
	game    games.Searcher[S]
	swing   int8
	root    *treeNode[S]
	nodes   map[Question[S]]*treeNode[S] // keyed by question, with a Note of 0
	known   map[Question[S]]numbers      // answered questions
	answers []Question[S]
	frame   proofFrame[S] // buffer
	prover  prover[S]     // used by sum
}

type treeNode[S games.State] struct {
	numbers
	question Question[S]
	moves    []games.Child[S] // nil for a leaf
	children []*treeNode[S]   // indexed by move
	parents  []*treeNode[S]
	busy     uint64         // number of searches in progress at the node and its descendants
	path     []*treeNode[S] // path from the root while the node is being searched
}

const minAnswerWork = 1 << 10 // minimum number of nodes spent on an answer that a Tree records

// NewTree returns a tree for the question whether the player to move at the canonical
// position s scores at least threshold. The threshold must be greater than the lowest
// score and at most the highest.
func NewTree[S games.State](g games.Searcher[S], s S, threshold int) *Tree[S] {
	p := &Search[S]{game: g, swing: swingOf(g)}
	t := &Tree[S]{
		game: g, swing: p.swing, nodes: map[Question[S]]*treeNode[S]{}, known: map[Question[S]]numbers{}, prover: prover[S]{proof: p},
	}
	t.root = t.node(Question[S]{State: s, Threshold: int8(p.normalize(threshold - 1))}, numbers{1, 1})
	return t
}

// Answer returns the answer to the root's question and reports whether it is known.
func (t *Tree[S]) Answer() (yes, done bool) { return t.root.proof == 0, t.root.done() }

// Answers returns the answers found so far that took at least minAnswerWork nodes.
func (t *Tree[S]) Answers() []Question[S] { return t.answers }

// node returns the node of a question. If the question is answered, a new node gets
// the numbers of the answer. Otherwise it gets estimate.
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

// Next reserves a leaf until Done is called. It returns the leaf's question and its
// parent's question. The leaf's search can make use of the parent's snapshot. The
// root is its own parent. Next returns false if all leaves are reserved or the root
// is answered.
func (t *Tree[S]) Next() (q, parent Question[S], ok bool) {
	for {
		path := t.descend(t.root, map[*treeNode[S]]bool{})
		if path == nil {
			return q, parent, false
		}
		slices.Reverse(path)
		leaf := path[len(path)-1]
		if node := t.look(leaf); node.Low > int(leaf.question.Threshold) || node.High <= int(leaf.question.Threshold) {
			t.update(leaf, answered(node.Low > int(leaf.question.Threshold)))
			continue // the game decides the leaf
		}
		leaf.path = path
		for _, n := range path {
			n.busy++
		}
		return leaf.question, path[max(0, len(path)-2)].question, true
	}
}

// look calls the game's Look for a node. The result is valid until the next call.
func (t *Tree[S]) look(n *treeNode[S]) *games.Node[S] {
	threshold := int(n.question.Threshold)
	t.frame.node = games.Node[S]{}
	t.game.Look(&t.frame.node, n.question.State, threshold, threshold+1)
	return &t.frame.node
}

// descend finds the best unreserved leaf in the subtree of n. It returns the path
// from the leaf up to n, or nil if there is no such leaf. It skips the nodes in
// visited and adds each node that it visits.
func (t *Tree[S]) descend(n *treeNode[S], visited map[*treeNode[S]]bool) []*treeNode[S] {
	if n.done() || visited[n] {
		return nil
	}
	visited[n] = true
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
		return cmp.Or(cmp.Compare(n.weightedProof(a), n.weightedProof(b)), cmp.Compare(n.moves[b].Rank, n.moves[a].Rank), cmp.Compare(a, b))
	})
	for _, i := range order {
		if path := t.descend(n.children[i], visited); path != nil {
			return append(path, n)
		}
	}
	return nil
}

// weightedProof returns the proof number of a move, multiplied by 1 plus the number of
// searches in progress below it.
func (n *treeNode[S]) weightedProof(move int) uint64 {
	return uint64(n.moveNumbers(move).proof) * (1 + n.children[move].busy)
}

// moveNumbers returns the numbers of a move, as seen by the player to move at n.
func (n *treeNode[S]) moveNumbers(move int) numbers {
	child := n.children[move].numbers
	if n.moves[move].TurnChanges&1 == 1 {
		child.proof, child.disproof = child.disproof, child.proof
	}
	return child
}

// Done records the result of searching q and releases q. The list is the snapshot of
// that search and should include q. The question q may come from an earlier Tree.
func (t *Tree[S]) Done(q Question[S], list []Question[S]) {
	found := make(map[Question[S]]numbers, len(list))
	for _, e := range list {
		n, work := numbers{unpackNumber(e.Note >> 20), unpackNumber(e.Note >> 8 & 0xfff)}, table.WorkOf(uint8(e.Note))
		e.Note = 0
		found[e] = n
		if n.done() && work >= minAnswerWork {
			t.addAnswer(e, n, work)
		}
		if node := t.nodes[e]; node != nil && (node.moves == nil || n.done()) {
			t.update(node, n)
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

func (t *Tree[S]) addAnswer(q Question[S], n numbers, work uint64) {
	if _, known := t.known[q]; !known {
		t.known[q] = n
		q.Note = note(n.value(), table.CostOf(work))
		t.answers = append(t.answers, q)
	}
}

// expand adds the children of a leaf. It takes their numbers from found, if present.
func (t *Tree[S]) expand(n *treeNode[S], found map[Question[S]]numbers) {
	n.moves = slices.Clone(t.look(n).Children)
	for _, c := range n.moves {
		q := Question[S]{State: c.State, Threshold: n.question.Threshold}
		estimate := numbers{max(1, uint32(c.Replies)), 1}
		if c.TurnChanges&1 == 1 {
			q.Threshold = t.swing - q.Threshold
			estimate.proof, estimate.disproof = estimate.disproof, estimate.proof
		}
		if known, ok := found[q]; ok {
			estimate = known
		}
		child := t.node(q, estimate)
		child.parents = append(child.parents, n)
		n.children = append(n.children, child)
	}
	t.update(n, t.sum(n))
}

func (t *Tree[S]) sum(n *treeNode[S]) numbers {
	t.frame.node.Children, t.frame.children = n.moves, t.frame.children[:0]
	for i := range n.moves {
		t.frame.children = append(t.frame.children, n.moveNumbers(i))
	}
	sum, _, _ := t.frame.sum(&t.prover, numbers{infinite, infinite})
	return sum
}

// update sets the numbers of a node and updates its ancestors. The numbers do not
// change if the node's question is already answered.
func (t *Tree[S]) update(n *treeNode[S], to numbers) {
	for changed := []*treeNode[S]{n}; ; to = t.sum(changed[0]) {
		if n, changed = changed[0], changed[1:]; !n.done() && n.numbers != to {
			if n.numbers = to; to.done() {
				t.addAnswer(n.question, to, 1<<30)
			}
			for _, parent := range n.parents {
				if !slices.Contains(changed, parent) {
					changed = append(changed, parent)
				}
			}
		}
		if len(changed) == 0 {
			return
		}
	}
}
