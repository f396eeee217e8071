package cluster

import (
	"encoding/json"
	"errors"
	"testing"

	"zermelo/tablebase/cluster/clustertest"
	"zermelo/tablebase/objectstore"
	"zermelo/tablebase/objectstore/objectstoretest"
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
	url := clustertest.NATS(t)
	join := func() *queue {
		address, err := objectstoretest.FileURL(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		bucket, err := objectstore.Open(address)
		if err != nil {
			t.Fatal(err)
		}
		q, err := connect(t.Context(), Access{URL: url}, DefaultLease, bucket, "test")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(q.close)
		return q
	}
	q := join()
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
	elsewhere := leasing(t, join(), "elsewhere")
	if err := elsewhere.renew(t.Context()); err != nil {
		t.Errorf("renew of the lease of the same job in another store: %v", err)
	}
	one.release(t.Context())
	if err := other.renew(t.Context()); err != nil {
		t.Errorf("renew of a released lease: %v", err)
	}
	past, err := json.Marshal(lease{Holder: "other", For: 0})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.kv.Update(t.Context(), leaseKey(q.key("job")), past, other.leased); err != nil {
		t.Fatal(err)
	}
	if err := one.renew(t.Context()); err != nil {
		t.Errorf("renew of an expired lease: %v", err)
	}
}
