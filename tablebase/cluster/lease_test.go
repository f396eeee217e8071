package cluster

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"zermelo/tablebase/cluster/clustertest"
)

// leasing returns a coordinator for use with renew and release.
func leasing(t *testing.T, q *queue, holder string) *coordinator {
	t.Helper()
	kv, err := q.create(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &coordinator{queue: q, id: "job", holder: holder, kv: kv}
}

func TestLeaseIsExclusiveUntilReleasedOrExpired(t *testing.T) {
	q, err := connect(t.Context(), Access{URL: clustertest.NATS(t)}, DefaultLease)
	if err != nil {
		t.Fatal(err)
	}
	defer q.close()
	one, other := leasing(t, q, "one"), leasing(t, q, "other")
	for range 2 {
		if err := one.renew(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var held *HeldError
	if err := other.renew(t.Context()); !errors.As(err, &held) || held.Holder != "one" {
		t.Errorf("renew of a lease with another holder: error %v, want *HeldError", err)
	}
	one.release(t.Context())
	if err := other.renew(t.Context()); err != nil {
		t.Errorf("renew of a released lease: %v", err)
	}
	past, err := json.Marshal(lease{"other", time.Now().Add(-time.Second)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.kv.Update(t.Context(), leaseKey("job"), past, other.leased); err != nil {
		t.Fatal(err)
	}
	if err := one.renew(t.Context()); err != nil {
		t.Errorf("renew of an expired lease: %v", err)
	}
}
