package bot

import (
	"testing"
	"time"

	"mafiabot/storage"
)

// row is a row of a chat for the tests of the order.
func row(seq uint64, class uint8, due time.Time) storage.Row {
	return storage.Row{Seq: seq, Game: 1, Class: class, Due: due.UnixMilli(), Method: "sendMessage", Params: map[string]string{"text": "."}}
}

// Between chats the row whose time and slack end first goes first: borders, then news,
// then cards. The oldest news wins over a young border only when its slack is over.
func TestTheMostUrgentChatGoesFirst(t *testing.T) {
	now := time.UnixMilli(1_700_000_000_000)
	o := newOutbox()
	for i, r := range []storage.Row{
		row(1, roleClass, now.Add(-time.Second)),
		row(2, infoClass, now),
		row(3, gateClass, now),
		row(4, infoClass, now.Add(-time.Second)),
		row(5, cosmetic, now.Add(-time.Second)),
	} {
		o.push(lane{chat: -int64(i + 1)}, r)
	}
	var got []int64
	for _, l := range o.order(now) {
		got = append(got, -l.chat)
	}
	want := []int64{4, 3, 2, 5, 1}
	for i := range want {
		if len(got) != len(want) || got[i] != want[i] {
			t.Fatalf("the order is %v, want %v", got, want)
		}
	}
}

// In a chat cosmetic rows let everything pass, and wait for a quiet minute; news waits in
// a crowded one, but not with a border behind it, which may not overtake it.
func TestAChatInACrowdedMinute(t *testing.T) {
	now := time.UnixMilli(1_700_000_000_000)
	l := lane{chat: -1}
	sent := func(n int) *outbox {
		o := newOutbox()
		for i := range n {
			o.note(l, now.Add(time.Duration(i-n)*3*time.Second))
		}
		return o
	}
	wait := func(o *outbox) time.Duration {
		r, free := o.head(l, now)
		if !free {
			t.Fatal("nothing is free")
		}
		return o.ready(l, r, now).Sub(now)
	}
	o := sent(calm)
	o.push(l, row(1, cosmetic, now))
	if r, _ := o.head(l, now); r.Seq != 1 || wait(o) <= 0 {
		t.Error("a cosmetic row goes in a busy minute")
	}
	o.push(l, row(2, infoClass, now))
	if r, _ := o.head(l, now); r.Seq != 2 || wait(o) > 0 {
		t.Error("a cosmetic row keeps others back")
	}
	o = sent(crowd)
	o.push(l, row(1, newsClass, now))
	if wait(o) <= 0 {
		t.Error("news goes in a crowded minute")
	}
	o.push(l, row(2, gateClass, now))
	if r, _ := o.head(l, now); r.Seq != 1 || wait(o) > 0 {
		t.Error("news that waits keeps a border back")
	}
	o = sent(groupLimit - gateSpare)
	o.push(l, row(1, infoClass, now))
	if wait(o) <= 0 {
		t.Error("the places of the borders are taken by others")
	}
	o.rows[l][0].Class = gateClass
	if wait(o) > 0 {
		t.Error("a border has no place")
	}
}

// Flood waits in three chats within a second cut the overall rate to seven tenths; it is
// won back by one a second every ten seconds. Three waits of one chat cut nothing.
func TestTheRateFollowsFloods(t *testing.T) {
	now := time.UnixMilli(1_700_000_000_000)
	o := newOutbox()
	for range 3 {
		o.flooded(1, now)
	}
	o.flooded(2, now.Add(1100*time.Millisecond))
	if rate := o.rate(now); rate != overallLimit {
		t.Errorf("two chats cut it to %d", rate)
	}
	o.flooded(3, now.Add(1500*time.Millisecond))
	o.flooded(4, now.Add(2*time.Second))
	now = now.Add(2 * time.Second)
	for after, want := range map[time.Duration]int{0: 21, 9 * time.Second: 21, 10 * time.Second: 22, 95 * time.Second: 30, time.Hour: 30} {
		if rate := o.rate(now.Add(after)); rate != want {
			t.Errorf("%v later it is %d, want %d", after, rate, want)
		}
	}
	r := row(1, infoClass, now)
	for range 20 {
		o.note(lane{chat: 9}, now)
	}
	if at := o.ready(lane{chat: 8}, r, now); !at.After(now) {
		t.Error("the cut rate limits nothing")
	}
	if at := newOutbox().ready(lane{chat: 8}, r, now); at.After(now) {
		t.Error("it waits without a flood")
	}
}
