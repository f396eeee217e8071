package pack

import "slices"

// changeOfSum is by how much a ply changes the sum: by class how often its weight
// is added.
type changeOfSum []int32

// times is the change of the sum with these weights.
func (c changeOfSum) times(weights []int) int {
	sum := 0
	for class, n := range c {
		sum += int(n) * weights[class]
	}
	return sum
}

// weigh finds weights by which every change is 1 or more, nil if it finds none.
// A change that is too small is added to the weights, until there is none; if
// there are any such weights, that ends. (F. Rosenblatt: the perceptron, 1958.)
// Then the weights are made as small as they can be one by one.
func (q *potential) weigh() []int {
	weights := make([]int, q.classes)
	enough := func() bool {
		return !slices.ContainsFunc(q.changes, func(c changeOfSum) bool { return c.times(weights) < 1 })
	}
	for _, change := range q.changes {
		if !slices.ContainsFunc(change, func(n int32) bool { return n != 0 }) {
			return nil // of a move that changes nothing
		}
	}
	work := 0
	for again := true; again; {
		again = false
		for _, change := range q.changes {
			if change.times(weights) >= 1 {
				continue
			}
			again = true
			for class, n := range change {
				weights[class] += int(n)
			}
		}
		work += len(q.changes) * q.classes
		if q.Spend(len(q.changes) * q.classes); work > maxChangeWork {
			return nil
		}
	}
	for again := true; again && work < maxChangeWork; {
		again = false
		for class, w := range weights {
			if w == 0 {
				continue
			}
			weights[class] -= max(-1, min(1, w))
			work += len(q.changes) * q.classes
			if enough() {
				again = true
			} else {
				weights[class] = w
			}
		}
	}
	return weights
}
