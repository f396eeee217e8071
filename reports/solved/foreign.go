//go:build !js || rules

package solved

const foreignRules = true
