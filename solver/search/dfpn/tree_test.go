package dfpn

import (
	"errors"
	"math/rand/v2"
	"testing"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/searchtest"
	"zermelo/solver/solvertest"
)

// treeAnswer answers a question by overlapping, node-limited searches that end
// in random order. Half of them are stopped without a result.
func treeAnswer(t *testing.T, g games.Searcher[uint64], threshold int, random *rand.Rand) (yes bool, searches int) {
	t.Helper()
	start, _ := games.Canonical(games.Game[uint64](g), g.Start())
	tree := NewTree(g, start, threshold)
	var work []Question[uint64]
	for {
		if yes, done := tree.Answer(); done {
			return yes, searches
		}
		for len(work) < 4 {
			q, _, ok := tree.Next()
			if !ok {
				break
			}
			work = append(work, q)
		}
		if len(work) == 0 {
			t.Fatal("no answer, and nothing to search")
		}
		at := random.IntN(len(work))
		q := work[at]
		work = append(work[:at], work[at+1:]...)
		if random.IntN(2) == 0 { // the search was stopped without a result
			tree.Done(q, nil)
			searches++
			continue
		}
		p := New(g, 1<<18, search.Options{Nodes: search.PublishInterval})
		p.Resume(tree.Answers())
		if _, err := p.Prove(t.Context(), q.State, int(q.Threshold)); err != nil && !errors.Is(err, search.ErrNodes) {
			t.Fatal(err)
		}
		left, err := p.Snapshot(1<<10, nil)
		if err != nil {
			t.Fatal(err)
		}
		tree.Done(q, left)
		p.Close()
		searches++
	}
}

func TestTreeOfBoundedSearchesHasTheAnswerOfOneSearch(t *testing.T) {
	v, err := proofGames().Open("breakthrough:size=4x5,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	g := search.Plain(v.(games.Game[uint64]))
	whole := New(g, 1<<20, search.Options{})
	defer whole.Close()
	want, err := whole.AtLeast(t.Context(), g.Start(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		if yes, searches := treeAnswer(t, g, 1, rand.New(rand.NewPCG(seed, 1))); yes != want || searches < 10 {
			t.Errorf("seed %d: %v after %d searches, want %v after many", seed, yes, searches, want)
		}
	}
}

// TestTreeOfAGameWithManyScoresHasTheRightAnswers tests every threshold of
// random games.
func TestTreeOfAGameWithManyScoresHasTheRightAnswers(t *testing.T) {
	for seed := range uint64(4) {
		g := search.Plain[uint64](searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Seed: seed, Description: games.Info{
			Name: "random", Roles: []string{"a", "b"}, Total: 10,
		}}})
		payoff, _ := solvertest.Naive[uint64](g)(g.Start()).Payoff[0].Float64()
		score := search.ScoreOf(10, int16(payoff))
		for threshold := 1 - g.Scores(); threshold <= g.Scores(); threshold++ {
			if yes, _ := treeAnswer(t, g, threshold, rand.New(rand.NewPCG(seed, 2))); yes != (score >= threshold) {
				t.Errorf("seed %d: scores at least %d: %v, the score is %d", seed, threshold, yes, score)
			}
		}
	}
}
