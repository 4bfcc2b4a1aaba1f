package bot

import (
	"math/rand/v2"
	"testing"
	"time"
)

// Whatever is heard before the end of a window, and whenever, the answer that
// lets it be closed comes within its grace of two seconds; one that is heard after
// three seconds as Telegram makes them of shorter polls with the same offset
// counts, too.
func TestAPollLastsOverTheEndOfAWindow(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	const grace = 2 * time.Second
	late := func(poll func([]time.Duration) int) int {
		n := 0
		for range 20_000 {
			end := 3*time.Second + time.Duration(dice.IntN(60_000))*time.Millisecond
			now, empty, asked := time.Duration(0), false, -time.Hour
			for now < end {
				lasts := time.Duration(poll([]time.Duration{end - now})) * time.Second
				if empty && now-asked < 3*time.Second {
					lasts = max(lasts, 3*time.Second)
				}
				asked, empty = now, dice.IntN(3) != 0
				if !empty { // somebody is heard before
					lasts = time.Duration(dice.Int64N(int64(lasts) + 1))
				}
				now += lasts + time.Duration(dice.IntN(5))*time.Millisecond
			}
			if now > end+grace {
				n++
			}
		}
		return n
	}
	if n := late(pollOver); n > 0 {
		t.Errorf("%d of 20000 windows are closed late", n)
	}
	if n := late(func([]time.Duration) int { return gamePoll }); n == 0 {
		t.Error("polls of three seconds are in time, too: the test sees nothing")
	}
}

// Ends that lie close together are waited for by one poll.
func TestAPollLastsOverSeveralEnds(t *testing.T) {
	for _, c := range []struct {
		ends []time.Duration
		want int
	}{
		{nil, 3},
		{[]time.Duration{time.Minute}, 3},
		{[]time.Duration{1200 * time.Millisecond}, 2},
		{[]time.Duration{2900 * time.Millisecond, 2100 * time.Millisecond}, 3},
		{[]time.Duration{3500 * time.Millisecond, 4400 * time.Millisecond}, 5},
		{[]time.Duration{500 * time.Millisecond, 1600 * time.Millisecond}, 1},
		{[]time.Duration{-time.Second}, 0},
	} {
		if got := pollOver(c.ends); got != c.want {
			t.Errorf("a poll before %v lasts %d s, not %d", c.ends, got, c.want)
		}
	}
}
