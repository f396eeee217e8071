package cluster

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

func TestSimilarWarningsAreReportedOnce(t *testing.T) {
	var list []error
	warn := fold(func(err error) { list = append(list, err) })
	for i := range 700 {
		warn(fmt.Errorf("task merge/%04d/00001: %w", i, fs.ErrPermission))
	}
	warn(fmt.Errorf("task merge/0001/00001: %w", fs.ErrClosed))
	if len(list) != 2 || list[0].Error() != "task merge/0000/00001: permission denied" {
		t.Errorf("warnings %q, want one of each kind", list)
	}
	fold(nil)(fs.ErrClosed)
}

func TestSecretsAreNotPrinted(t *testing.T) {
	for urls, want := range map[string]string{
		"nats://host:4222": "nats://host:4222",
		"nats://user:secret@one:4222,tls://token@two": "nats://xxxxx@one:4222,tls://xxxxx@two",
	} {
		if got, err := withoutSecrets(urls); got != want || err != nil {
			t.Errorf("withoutSecrets(%q) = %q, %v, want %q", urls, got, err, want)
		}
	}
	if _, err := withoutSecrets("nats://user:sec%ret@host:4222"); err == nil || strings.Contains(err.Error(), "ret") {
		t.Errorf("error %v, want one without the URL", err)
	}
}
