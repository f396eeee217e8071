// Package job describes a solve: its options, its progress, its result, and the stores
// that take the values.
package job
