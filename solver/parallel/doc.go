// Package parallel divides work among goroutines, with one error and one context.
package parallel
