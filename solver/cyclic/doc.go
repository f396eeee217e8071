// Package cyclic solves alternating games whose positions can repeat and have no numbers.
//
// It enumerates the reachable states breadth first, links them both ways, and values them
// from the greatest gain down, for any payoffs. What no round reaches is worth what endless
// play is worth. All states and links have to fit into memory.
package cyclic
