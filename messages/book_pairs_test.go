package messages

import (
	"testing"

	"mafiabot/engine"
)

// inPairs makes the view that of a table of pairs: players 11 to 15 are the partners
// of those on the seats and at the places 1 to 5.
func inPairs(v *engine.View) {
	v.Rules.Consigliere = true
	for s := engine.Seat(1); s <= 5; s++ {
		v.Chairs[s].Second, v.Mates[s-1] = engine.Player(10+s), engine.Player(10+s)
	}
}

// halves gives the rules the halves of a pair's minute.
func halves(v *engine.View) { v.Rules.ConsSplit = 30 }

// asSecond makes the view that of a seat's consigliere.
func asSecond(s engine.Seat, more ...func(*engine.View)) func(*engine.View) {
	return all(as(s, more...), inPairs, func(v *engine.View) { v.Me, v.Part = engine.Player(10+s), engine.Second })
}

func init() {
	seconds := [engine.MaxSeats + 1]engine.Player{3: 13}
	samplesOfTheTable = append(samplesOfTheTable, []sample{
		{"pairs: the lobby", facts(engine.Paired{Player: 11, With: 1}), all(atTable(3, engine.Lobby{}), inPairs, func(v *engine.View) { v.Mates = [engine.MaxSeats]engine.Player{11} }), lobbyMessage},
		{"pairs: the lobby, every place taken", facts(engine.Joined{Player: 10}), all(atTable(10, engine.Lobby{}), inPairs), lobbyMessage},
		{"pairs: told", facts(engine.Paired{Player: 11, With: 1}), inPairs, Extra{}},
		{"pairs: one has left", facts(engine.Left{Player: 3, Shared: true}), inPairs, Extra{}},
		{"pairs: one is not ready", facts(engine.Dropped{Player: 3, Why: engine.NotReady, Shared: true}), inPairs, Extra{}},
		{"pairs: two are not ready, and one without a partner", facts(engine.Dropped{Player: 3, Why: engine.NotReady, Shared: true}, engine.Dropped{Player: 12, Why: engine.NotReady, Shared: true}, engine.Dropped{Player: 7, Why: engine.NotReady}), inPairs, Extra{}},
		{"pairs: no card was drawn", facts(engine.Dropped{Player: 3, Why: engine.NoLot}), inPairs, Extra{}},
		{"pairs: no card was drawn by two", facts(engine.Dropped{Player: 3, Why: engine.NoLot}, engine.Dropped{Player: 13, Why: engine.NoLot}), inPairs, Extra{}},
		{"pairs: cards", facts(engine.LotsCalled{}), all(in(engine.Lots{}), inPairs), Extra{}},
		{"pairs: cards, resumed", facts(engine.Resumed{Shift: 40_000, Left: 21}), all(running(60), in(engine.Lots{}), inPairs), Extra{}},
		{"pairs: the cards are drawn", facts(engine.LotsSettled{}, engine.DrawCalled{}), inPairs, Extra{}},
		{"pairs: the seats", facts(engine.SeatsTold{}), all(inPairs, func(v *engine.View) { v.Parted = engine.SetOf(4) }), Extra{}},
		{"pairs: the end", facts(theEnd...), all(inPairs, func(v *engine.View) { v.Parted = engine.SetOf(4) }), Extra{}},
		{"pairs: a hold for a consigliere", facts(engine.HoldCalled{}), all(in(engine.Holding{Seconds: engine.SetOf(4)}), inPairs), Extra{}},
		{"pairs: a hold for three", facts(engine.HoldCalled{}), all(in(engine.Holding{Missing: engine.SetOf(4, 7), Seconds: engine.SetOf(4)}), inPairs), Extra{}},
		{"pairs: a consigliere has not come", facts(engine.HoldOver{Missing: [engine.MaxSeats + 1]engine.Player{7: 7}, Seconds: seconds}), inPairs, Extra{Slot: engine.WindowSlot(4)}},
		{"pairs: the player's half", facts(engine.Thanked{Seat: 2}, engine.SpeechCalled{Seat: 3, Half: true}), all(inPairs, halves), Extra{}},
		{"pairs: the consigliere's half", facts(engine.Nominated{By: 3, Seat: 8}, engine.HalfCalled{Seat: 3}), all(inPairs, halves), Extra{}},
		{"pairs: a consigliere's formula", facts(engine.NotNominated{By: 3, Seat: 8, Why: engine.MainOnly}, engine.Thanked{Seat: 3}), inPairs, Extra{}},
		{"pairs: a silent consigliere", facts(engine.Nudged{Seat: 3}), all(inPairs, in(engine.Speech{Seat: 3, Half: engine.SecondHalf})), Extra{}},
		{"pairs: resumed in the consigliere's half", facts(engine.Resumed{Shift: 40_000, Left: 25}), all(running(30), inPairs, speaks(3), in(engine.Speech{Seat: 3, Half: engine.SecondHalf})), Extra{}},
		{"pairs: a consigliere has left the group", facts(engine.SecondWent{Seat: 3, Wait: 60}), inPairs, Extra{}},
		{"pairs: a consigliere has left the group again", facts(engine.SecondWent{Seat: 3, Wait: 60, Again: true}), inPairs, Extra{}},
		{"pairs: a player goes on alone", facts(engine.SecondParted{Seat: 3}), inPairs, Extra{}},
		{"pairs: closed chats", facts(engine.ChatAsked{Seats: engine.SetOf(7), Seconds: engine.SetOf(4)}), inPairs, Extra{}},
		{"pairs: closed chats of two consiglieri", facts(engine.ChatAsked{Seconds: engine.SetOf(2, 4)}), inPairs, Extra{}},
	}...)
	samplesInPrivate = append(samplesInPrivate, []sample{
		{"pairs: the seat, to the consigliere", facts(engine.Drew{Player: 3, Seat: 3}), asSecond(3), Extra{}},
		{"pairs: the tray, to the consigliere", facts(engine.TrayOut{}), asSecond(3), Extra{Code: "7F3A"}},
		{"pairs: the card, to the consigliere", facts(engine.Dealt{Seat: 3, Role: engine.Don, Don: 3, Mafia: engine.SetOf(6, 9)}), asSecond(3), Extra{Code: "7F3A"}},
		{"pairs: a word to the partner", facts(engine.Conferred{Seat: 3}), asSecond(3), Extra{Text: "Кого выставим?", Code: "7F3A"}},
		{"pairs: a word to the player", facts(engine.Conferred{Seat: 3, Second: true}), all(as(3), inPairs), Extra{Text: "Восьмого."}},
		{"pairs: what a word costs who has left alone", facts(engine.SecondPriced{Seat: 3}), asSecond(3), Extra{}},
		{"pairs: the briefing, to the consigliere", facts(engine.BriefingCalled{}), asSecond(3, night0, opened(60)), Extra{}},
		{"pairs: the gesture, to the consigliere", facts(engine.DonMeetCalled{}), asSecond(3, night0, opened(10)), Extra{}},
		{"pairs: the shooting, to the consigliere", facts(engine.ShootCalled{}), asSecond(3, opened(40)), Extra{}},
		{"pairs: the look, to the consigliere", facts(engine.LookCalled{}), asSecond(4, night0, opened(30)), Extra{}},
		{"pairs: the check, to the consigliere", facts(engine.SheriffCalled{}), asSecond(4, opened(10)), Extra{}},
		{"pairs: the answer, to the consigliere", facts(engine.CheckTold{By: 4, Target: 6, Yes: true}), asSecond(4), Extra{}},
	}...)
	silentFacts = append(silentFacts, engine.LotDrawn{}, engine.SecondReturned{})
	pressSamples = append(pressSamples, []pressSample{
		{"pair", engine.Pair{With: 9}, inPairs},
		{"lot: the consigliere's", engine.DrawLot{}, all(inPairs, func(v *engine.View) { v.Me = 11 })},
		{"lot: the player's", engine.DrawLot{}, all(inPairs, func(v *engine.View) { v.Me = 1 })},
	}...)
}

// TestRulesOfPairs: /rules speaks of pairs where they may sit down, and of their halves
// where the minutes are split.
func TestRulesOfPairs(t *testing.T) {
	b := BookOf("ru")
	told := map[string]bool{}
	for _, split := range []int{0, 30, 60} {
		r, _ := engine.Preset(engine.Tournament, engine.TableTempo)
		without := b.RulesPart(r, ofPairs)
		r.Consigliere, r.ConsSplit = true, split
		told[b.RulesPart(r, ofPairs)] = true
		if b.RulesPart(r, ofPairs) == without {
			t.Errorf("%d seconds: nothing is said of pairs", split)
		}
	}
	if len(told) != 3 {
		t.Errorf("only %d texts", len(told))
	}
}
