package tablebasetest

import "zermelo/solver/value"

func Example() (*Dag[uint64], *Solution[uint64]) {
	g := NewDag[uint64](7, value.Alternating, 6, 30, false)
	return g, Naive[uint64](g)
}

const ExampleFolder = "dag,seed=7,kind=0"
