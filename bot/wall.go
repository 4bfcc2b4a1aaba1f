package bot

import "time"

// Wall is the clock of a bot that runs. It goes on evenly, whatever is done to
// the clock of the machine meanwhile (I12). At a speed above 1 it shows Epoch +
// (wall − Epoch)·Speed: two processes with the same epoch agree on it, and an
// evening passes in a minute.
type Wall struct {
	speed int
	base  time.Time // of the machine, with its monotonic reading
	shown time.Time // what the clock showed then
}

// NewWall returns a clock with a speed of at least 1; at speed 1 it shows the time
// of the machine.
func NewWall(speed int, epoch time.Time) Wall {
	base := time.Now()
	w := Wall{speed: max(speed, 1), base: base, shown: base.Round(0)}
	if w.speed > 1 {
		w.shown = epoch.Add(base.Sub(epoch) * time.Duration(w.speed))
	}
	return w
}

// Now is the time.
func (w Wall) Now() time.Time {
	return w.shown.Add(time.Since(w.base) * time.Duration(w.speed)).UTC()
}

// Sleep waits.
func (w Wall) Sleep(d time.Duration) { time.Sleep(d / time.Duration(w.speed)) }

// After rings once d has passed.
func (w Wall) After(d time.Duration) <-chan time.Time { return time.After(d / time.Duration(w.speed)) }
