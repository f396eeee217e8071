package store

import (
	"strings"
	"testing"
)

func TestFolderNames(t *testing.T) {
	long := "breakthrough:holes=" + strings.Repeat("1.1+", 100)
	for name, want := range map[string]string{
		"tron": "tron",
		"breakthrough:size=5x5,captures=diagonal": "breakthrough,size=5x5,captures=diagonal",
		long: strings.ReplaceAll(long, ":", ",")[:maxFolderName-17] + "~",
	} {
		got := folderName(name)
		if !strings.HasPrefix(got, want) || len(got) > maxFolderName {
			t.Errorf("%s: %s", name, got)
		}
		if len(name) < maxFolderName && variantOf(got) != name {
			t.Errorf("%s: %s", name, variantOf(got))
		}
	}
	if folderName(long) == folderName(long+"2.2") {
		t.Error("two long names share a folder")
	}
}
