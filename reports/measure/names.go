package measure

// The names of measures that some games do not have, as in Undefined.
const (
	Advantage     = "first player's advantage"
	Draws         = "drawishness"
	Decisiveness  = "decisiveness"
	Keeping       = "moves that keep the value"
	RandomErrors  = "errors of a random player"
	GreedyErrors  = "errors of a greedy player"
	PerfectLength = "length of perfect play"
	TypicalLength = "length of typical play"
	AllLengths    = "length of all play"
	BestLines     = "best lines"
	Comebacks     = "comebacks"
)
