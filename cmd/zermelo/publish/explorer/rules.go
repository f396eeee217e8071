//go:build js && rules

package main

import (
	"context"

	"zermelo/cmd/zermelo/publish/folder"
	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/games/own"
	"zermelo/games/own/protocol"
)

func openVariant(g folder.Game) (games.Variant, error) {
	if !g.Sheet {
		return builtin.Registry().Open(g.Spec)
	}
	if _, _, script := own.SplitSpec(g.Spec); script {
		return own.OpenSpec(context.Background(), "/"+g.Spec, protocol.Limits{})
	}
	return gdl.OpenSpec(context.Background(), "/"+g.Spec, work.Limits{})
}
