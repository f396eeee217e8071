package yahtzee

import "math/bits"

// names lists the categories in the order of the score card.
var names = []string{
	"ones", "twos", "threes", "fours", "fives", "sixes",
	"three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight", "yahtzee", "chance",
}

// Categories, as indexes of names. Those before threeOfAKind are the upper section.
const (
	threeOfAKind = faces + iota
	fourOfAKind
	fullHouse
	smallStraight
	largeStraight
	yahtzee
	chance
	categories
)

const (
	faces = 6
	all   = 1<<categories - 1 // set of all categories
	upper = 1<<faces - 1      // set of the upper section

	upperGoal    = 63
	upperBonus   = 35
	yahtzeeBonus = 100
)

// dice is a multiset of dice, with 3 bits per face.
type dice uint64

const faceBits = 3

// die returns a multiset of one die. Faces are numbered from 0.
func die(face int) dice { return 1 << (faceBits * face) }

func (d dice) count(face int) int { return int(d >> (faceBits * face) & (1<<faceBits - 1)) }

func (d dice) size() (n int) {
	for ; d != 0; d >>= faceBits {
		n += d.count(0)
	}
	return n
}

func (d dice) sum() (n int) {
	for face := range faces {
		n += (face + 1) * d.count(face)
	}
	return n
}

// most returns the face with the most dice and their number.
func (d dice) most() (face, count int) {
	for f := range faces {
		if n := d.count(f); n > count {
			face, count = f, n
		}
	}
	return face, count
}

// run returns the maximum number of consecutive faces.
func (d dice) run() (longest int) {
	n := 0
	for face := range faces {
		if n++; d.count(face) == 0 {
			n = 0
		}
		longest = max(longest, n)
	}
	return longest
}

// parts appends base plus each multiset contained in d, the empty one first and d last.
func (d dice) parts(dst []uint64, base uint64) []uint64 {
	from := len(dst)
	dst = append(dst, base)
	for face := range faces {
		for rest, i := d.count(face)*(len(dst)-from), from; rest > 0; rest, i = rest-1, i+1 {
			dst = append(dst, dst[i]+uint64(die(face)))
		}
	}
	return dst
}

// position is a position during a turn. It is the start of a turn if it has no dice.
type position struct {
	used  uint64 // set of used and absent categories
	score int    // points, including bonuses
	upper int    // points of the upper section while they can reach upperGoal; otherwise 0
	extra bool   // whether further yahtzees score yahtzeeBonus
	left  int    // number of throws after this one
	dice  dice
}

const (
	diceBits  = faceBits * faces
	leftBits  = 3
	scoreBits = 11
	upperBits = 6
)

// pack returns p with the dice in the lowest bits.
func (p position) pack() uint64 {
	word := p.used << 1
	if p.extra {
		word |= 1
	}
	word = (word<<upperBits|uint64(p.upper))<<scoreBits | uint64(p.score)
	return (word<<leftBits|uint64(p.left))<<diceBits | uint64(p.dice)
}

func unpack(word uint64) (p position) {
	take := func(n int) int {
		low := word & (1<<n - 1)
		word >>= n
		return int(low)
	}
	p.dice, p.left, p.score, p.upper = dice(take(diceBits)), take(leftBits), take(scoreBits), take(upperBits)
	p.extra, p.used = take(1) != 0, word
	return p
}

type rules struct {
	dice, rolls int
	bonus       bool
	jokers      string
	absent      uint64 // set of categories that are not on the card
}

// turn returns p at the start of a turn, without what no longer matters.
func (r *rules) turn(p position) position {
	if !r.hopes(p) {
		p.upper = 0
	}
	p.extra = p.extra && p.used != all
	p.left, p.dice = r.rolls-1, 0
	return p
}

// hopes reports whether the upper section can still reach upperGoal. After it has
// reached the goal, p.upper is 0 and the unused categories have too few points.
func (r *rules) hopes(p position) bool {
	n := p.upper
	for face := range faces {
		if p.used>>face&1 == 0 {
			n += r.dice * (face + 1)
		}
	}
	return n >= upperGoal
}

// most returns an upper bound on the score of the given categories, without the bonus
// for the upper section.
func (r *rules) most(set uint64) (n int) {
	set &^= r.absent
	for rest := set; rest != 0; rest &= rest - 1 {
		category := bits.TrailingZeros64(rest)
		if fixed[category] > 0 {
			n += fixed[category]
		} else {
			n += r.dice * min(category+1, faces)
		}
	}
	if others := set &^ (1 << yahtzee); r.bonus && r.absent>>yahtzee&1 == 0 {
		n += yahtzeeBonus * bits.OnesCount64(others)
	}
	return n
}

// fixed holds the points of the categories whose points do not depend on the dice.
var fixed = [categories]int{fullHouse: 25, smallStraight: 30, largeStraight: 40, yahtzee: 50}

// again reports whether p has a yahtzee after that category was used. The set same holds
// the category in the upper section with the number of the dice unless it is used.
func (r *rules) again(p position) (same uint64, ok bool) {
	face, count := p.dice.most()
	return 1 << face &^ p.used, count == r.dice && p.used>>yahtzee&1 != 0
}

// open returns the set of categories that the player can choose.
func (r *rules) open(p position) uint64 {
	open := all &^ p.used
	if same, ok := r.again(p); ok && r.jokers == "forced" {
		if same != 0 {
			return same
		} else if lower := open &^ upper; lower != 0 {
			return lower
		}
	}
	return open
}

// points returns the points of the dice in a category, without bonuses.
func (r *rules) points(p position, category int) int {
	if category < faces {
		return (category + 1) * p.dice.count(category)
	}
	same, again := r.again(p)
	joker := again && same == 0 && r.jokers != "off"
	face, count := p.dice.most()
	_, second := (p.dice - dice(count)*die(face)).most()
	scores := true
	switch category {
	case threeOfAKind:
		scores = count >= 3
	case fourOfAKind:
		scores = count >= 4
	case fullHouse:
		scores = joker || count == 3 && second == 2
	case smallStraight:
		scores = joker || p.dice.run() >= 4
	case largeStraight:
		scores = joker || p.dice.run() >= 5
	case yahtzee:
		scores = count == r.dice
	}
	switch {
	case !scores:
		return 0
	case fixed[category] > 0:
		return fixed[category]
	}
	return p.dice.sum()
}

// fill returns the position after the player has chosen a category.
func (r *rules) fill(p position, category int) position {
	n := r.points(p, category)
	p.score += n
	if _, again := r.again(p); again && p.extra {
		p.score += yahtzeeBonus
	}
	if category < faces {
		p.upper += n
	}
	if p.upper >= upperGoal {
		p.score, p.upper = p.score+upperBonus, 0
	}
	p.extra = p.extra || category == yahtzee && n > 0 && r.bonus
	p.used |= 1 << category
	return r.turn(p)
}
