// Package machine tells what the process uses and what the machine has: processor time,
// memory and disk. Sizes that the system does not tell are 0.
package machine
