// Package runs stores, sorts and merges runs of states.
//
// A run is a sorted list of states without duplicates, in memory or in a scratch file. Files
// hold the words as they are in memory, with a checksum, and are not synced: a file that is
// torn is made again. A merge reads up to MostFanIn files at once, in as many passes as it
// takes. Sorting takes about 15 ns a state of 48 bits.
package runs
