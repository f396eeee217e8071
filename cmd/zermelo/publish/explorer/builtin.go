//go:build js && !rules

package main

import (
	"zermelo/cmd/zermelo/publish/folder"
	"zermelo/games"
	"zermelo/games/builtin"
)

func openVariant(g folder.Game) (games.Variant, error) { return builtin.Registry().Open(g.Spec) }
