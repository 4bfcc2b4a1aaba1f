package engine

// DrawReminded tells a player at half time of the draw, in his private chat, that he has
// no number yet (K1b).
type DrawReminded struct {
	Player Player `json:"player"`
	Left   int    `json:"left"` // seconds
}

// Kind is the name in the log.
func (DrawReminded) Kind() string { return "draw_reminded" }

func (e DrawReminded) audience(*Game) Audience { return person(e.Player) }

func (DrawReminded) apply(g *Game) { g.Stage = Drawing{Reminded: true} }

// remindAt is when those without a number are reminded, 0 if never or no more.
func (g *Game) remindAt() Instant {
	if s, drawing := g.Stage.(Drawing); !drawing || s.Reminded || g.Clock.Length < 2 {
		return 0
	}
	return g.Clock.Opened.plus(g.Clock.Length / 2)
}

// numberless are the players at the table who have drawn no number.
func (g *Game) numberless() (late []Player) {
	for _, p := range g.Table {
		if s, _ := g.Who(p); p != 0 && s == 0 {
			late = append(late, p)
		}
	}
	return late
}

// remindDraw reminds them (K1b).
func (t *turn) remindDraw() {
	for _, p := range t.g.numberless() {
		e := DrawReminded{Player: p, Left: t.g.Clock.Length - t.g.Clock.Length/2}
		t.emit(e)
		t.effect(Say{To: person(p), Fact: e})
	}
}
