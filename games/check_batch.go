package games

import "slices"

// checkBatch checks that each method returns the same results for a batch as for
// each of its states alone.
func (c *checker[S]) checkBatch(batch []S) {
	kept := slices.Clone(batch)
	c.checkLists("Expand", batch, c.game.Expand)
	checkEach(c, "Movers", batch, c.game.Movers)
	if c.layered != nil {
		checkEach(c, "Layers", batch, c.layered.Layers)
	}
	movers := c.game.Movers(nil, batch)
	if len(movers) != len(batch) {
		return
	}
	terminal, nonTerminal, joint, random := c.partition(batch, movers)
	c.checkEnds(batch, terminal)
	c.checkCounts(batch)
	if open := OpenExpanderOf(c.game); open != nil {
		c.checkOpen(open, batch)
	}
	if g, ok := any(c.game).(Simultaneous[S]); ok {
		c.checkRows(joint, g.Rows)
	}
	if g, ok := any(c.game).(Weighted[S]); ok {
		c.checkOdds(random, g.Odds)
	}
	checkEach(c, "Payoffs", terminal, c.game.Payoffs)
	if e, ok := any(c.game).(Evaluator[S]); ok {
		checkEach(c, "Evaluate", nonTerminal, e.Evaluate)
	}
	c.checkCanonical(batch)
	c.checkTieredBatch(batch)
	if !slices.Equal(kept, batch) {
		c.fail(c.game.Start(), "the input batch was modified")
	}
}

// partition returns the terminal states of a batch, the nonterminal states where players
// choose, those of them where several roles move, and those where Chance moves.
func (c *checker[S]) partition(batch []S, movers []int8) (terminal, nonTerminal, joint, random []S) {
	for i, mover := range movers {
		children, _ := c.game.Expand(nil, nil, batch[i:i+1])
		switch {
		case len(children) == 0:
			terminal = append(terminal, batch[i])
			continue
		case mover == Both:
			joint = append(joint, batch[i])
		case mover == Chance:
			random = append(random, batch[i])
			continue
		}
		nonTerminal = append(nonTerminal, batch[i])
	}
	return terminal, nonTerminal, joint, random
}

func (c *checker[S]) checkEnds(batch, terminal []S) {
	e, ok := any(c.game).(TerminalTester[S])
	if !ok {
		return
	}
	checkEach(c, "IsTerminal", batch, e.IsTerminal)
	for i, isTerminal := range e.IsTerminal(nil, batch) {
		if isTerminal != slices.Contains(terminal, batch[i]) {
			c.fail(batch[i], "IsTerminal returns %v, expected %v", isTerminal, !isTerminal)
		}
	}
}

func (c *checker[S]) checkCounts(batch []S) {
	m, ok := any(c.game).(MoveCounter[S])
	if !ok {
		return
	}
	checkEach(c, "CountMoves", batch, m.CountMoves)
	for i, count := range m.CountMoves(nil, batch) {
		if children, _ := c.game.Expand(nil, nil, batch[i:i+1]); len(children) != int(count) {
			c.fail(batch[i], "CountMoves returns %d, expected %d", count, len(children))
		}
	}
}

func (c *checker[S]) checkTieredBatch(batch []S) {
	if tiered, ok := any(c.game).(Tiered[S]); ok {
		checkEach(c, "Rank", batch, tiered.Rank)
		checkEach(c, "Weights", batch, tiered.Weights)
	}
	if retro, ok := any(c.game).(Retro[S]); ok {
		c.checkLists("Parents", batch, retro.Parents)
	}
	if splitter, ok := any(c.game).(Splitter[S]); ok {
		c.checkLists("ExpandOwn", batch, splitter.ExpandOwn)
		c.checkLists("ExpandLower", batch, func(dst []S, ends []int32, src []S) ([]S, []int32) {
			dst, ends, _ = splitter.ExpandLower(dst, ends, nil, src)
			return dst, ends
		})
	}
}

// checkEach checks a method that appends one element for each state of a batch.
func checkEach[S State, T comparable](c *checker[S], method string, batch []S, each func(dst []T, src []S) []T) {
	var first T
	all := each([]T{first}, batch)
	if len(all) != 1+len(batch) || all[0] != first {
		c.fail(c.game.Start(), "%s appends %d elements for %d states", method, len(all)-1, len(batch))
		return
	}
	for i, s := range batch {
		if one := each(nil, batch[i:i+1]); one[0] != all[1+i] {
			c.fail(s, "%s returns %v in a batch, but %v for a single state", method, all[1+i], one[0])
			return
		}
	}
}

func (c *checker[S]) checkRows(batch []S, rows func(dst []int32, src []S) []int32) {
	each := max(1, len(c.info.Roles)-1)
	all := rows([]int32{7}, batch)
	if len(all) != 1+each*len(batch) || all[0] != 7 {
		c.fail(c.game.Start(), "Rows appends %d elements for %d states", len(all)-1, len(batch))
		return
	}
	for i, s := range batch {
		if one, together := rows(nil, batch[i:i+1]), all[1+i*each:1+(i+1)*each]; !slices.Equal(one, together) {
			c.fail(s, "Rows returns %v in a batch, but %v for a single state", together, one)
			return
		}
	}
}

// checkOdds checks that each child has a positive weight, and that symmetric states have the
// same weights.
func (c *checker[S]) checkOdds(batch []S, odds func(dst []uint32, src []S) []uint32) {
	all := odds([]uint32{7}, batch)
	weights := all[1:]
	for _, s := range batch {
		children, _ := c.game.Expand(nil, nil, []S{s})
		one := odds(nil, []S{s})
		if len(one) != len(children) || slices.Contains(one, 0) {
			c.fail(s, "Odds returns %v for %d children, expected one positive weight per child", one, len(children))
			return
		}
		if len(weights) < len(one) || !slices.Equal(one, weights[:len(one)]) {
			c.fail(s, "Odds returns other weights in a batch than %v for a single state", one)
			return
		}
		weights = weights[len(one):]
		canonical, _ := Canonical(c.game, s)
		if other := odds(nil, []S{canonical}); !slices.Equal(slices.Sorted(slices.Values(other)), slices.Sorted(slices.Values(one))) {
			c.fail(s, "Odds returns %v, but %v for the canonical state", one, other)
			return
		}
	}
	if len(weights) > 0 || all[0] != 7 {
		c.fail(c.game.Start(), "Odds appends %d weights too many for %d states", len(weights), len(batch))
	}
}

// checkLists checks a method that appends a list of states for each state of a
// batch.
func (c *checker[S]) checkLists(method string, batch []S, lists func(dst []S, ends []int32, src []S) ([]S, []int32)) {
	start := c.game.Start()
	all, ends := lists([]S{start}, []int32{1}, batch)
	if len(ends) != 1+len(batch) || all[0] != start || ends[0] != 1 {
		c.fail(start, "%s appends %d ends for %d states", method, len(ends)-1, len(batch))
		return
	}
	for i, s := range batch {
		one, _ := lists(nil, nil, batch[i:i+1])
		if !slices.Equal(one, all[ends[i]:ends[i+1]]) {
			c.fail(s, "%s returns different states for a single state than in a batch", method)
			return
		}
	}
}

// checkOpen checks that ExpandOpen agrees with Expand, IsTerminal, Canonize and
// Payoffs.
func (c *checker[S]) checkOpen(open OpenExpander, batch []S) {
	ender := any(c.game).(TerminalTester[S])
	var got, want Expansion
	for _, part := range [][]S{batch[:len(batch)/3], batch[len(batch)/3:]} {
		open.ExpandOpen(&got, any(part).([]uint64))
	}
	for i, mover := range c.game.Movers(nil, batch) {
		all, _ := c.game.Expand(nil, nil, batch[i:i+1])
		var nonTerminal, terminal []S
		for k, isTerminal := range ender.IsTerminal(nil, all) {
			if isTerminal {
				terminal = append(terminal, all[k])
			} else {
				nonTerminal = append(nonTerminal, all[k])
			}
		}
		c.canonizer.Canonize(nonTerminal, make([]bool, len(nonTerminal)))
		want.Children = append(want.Children, any(nonTerminal).([]uint64)...)
		for _, p := range c.game.Payoffs(nil, terminal) {
			want.Payoffs = append(want.Payoffs, p[0])
		}
		want.Opens = append(want.Opens, int32(len(want.Children)))
		want.Ends = append(want.Ends, int32(len(want.Children)+len(want.Payoffs)))
		want.Movers = append(want.Movers, mover)
	}
	want.Orbits = c.canonizer.Orbits(nil, batch)
	for i := range batch {
		if len(got.Opens) != len(want.Opens) || len(got.Ends) != len(want.Ends) || got.Opens[i] != want.Opens[i] || got.Ends[i] != want.Ends[i] {
			c.fail(batch[i], "ExpandOpen returns a different number of children than Expand and IsTerminal")
			return
		}
	}
	if !slices.Equal(got.Children, want.Children) || !slices.Equal(got.Payoffs, want.Payoffs) ||
		!slices.Equal(got.Movers, want.Movers) || !slices.Equal(got.Orbits, want.Orbits) {
		c.fail(batch[0], "ExpandOpen returns different children, payoffs, movers or orbits than separate calls")
	}
}

func (c *checker[S]) checkCanonical(batch []S) {
	states, swaps := slices.Clone(batch), make([]bool, len(batch))
	for i := range swaps {
		swaps[i] = true // must be overwritten
	}
	c.canonizer.Canonize(states, swaps)
	for i, s := range batch {
		if one, swap := Canonical(c.game, s); states[i] != one || swaps[i] != swap {
			c.fail(s, "Canonize: the canonical state differs between a batch and a single call")
			return
		}
	}
	checkEach(c, "Orbits", states, c.canonizer.Orbits)
}

// checkUnrank checks that the results of Unrank do not depend on the batch.
func (c *checker[S]) checkUnrank(g Tiered[S], batch []S) {
	byTier := map[int][]uint64{}
	for _, slot := range g.Rank(nil, batch) {
		byTier[slot.Tier()] = append(byTier[slot.Tier()], slot.Index())
	}
	for tier, indexes := range byTier {
		down := slices.Clone(indexes)
		slices.Reverse(down)
		last := g.Tiers()[tier].Size - 1
		for _, list := range [][]uint64{indexes, slices.Sorted(slices.Values(indexes)), down, {last, 0, last}} {
			states, used := g.Unrank([]S{g.Start()}, []bool{true}, tier, list)
			if len(states) != 1+len(list) || len(used) != 1+len(list) || states[0] != g.Start() || !used[0] {
				c.fail(g.Start(), "Unrank appends %d states and %d marks for %d indexes", len(states)-1, len(used)-1, len(list))
				return
			}
			for i := range list {
				one, ok := g.Unrank(nil, nil, tier, list[i:i+1])
				if ok[0] != used[i+1] || ok[0] && one[0] != states[i+1] {
					c.fail(g.Start(), "Unrank of index %d of tier %d returns a different state in a batch", list[i], tier)
					return
				}
			}
		}
	}
}
