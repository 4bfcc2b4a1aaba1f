package bot_test

import (
	"testing"

	"mafiabot/bot"
	"mafiabot/engine"
	"mafiabot/storage"
)

// commands are all that have a button.
func commands(n uint8) []engine.Command {
	s := engine.Seat(n)
	return []engine.Command{
		engine.Join{}, engine.Leave{}, engine.SayReady{}, engine.Draw{}, engine.PickOrder{Night: n}, engine.Order{Target: s},
		engine.ShowDon{}, engine.Aim{Target: s}, engine.Fire{}, engine.FireAt{Shown: s}, engine.Check{Target: s}, engine.Nominate{Seat: s},
		engine.Touch{}, engine.Withdraw{}, engine.AskFouls{}, engine.Pass{}, engine.Vote{Seat: s}, engine.Raise{},
		engine.VoteProtest{}, engine.VoteProtest{Yes: true}, engine.PickMove{Seat: s}, engine.RecordMove{}, engine.NameBest{Seat: s}, engine.VoteBest{Seat: s},
	}
}

// FuzzButton: what is written is read again, fits Telegram's 64 bytes, and what
// was not written by us is refused (B55).
func FuzzButton(f *testing.F) {
	for _, data := range []string{"", ".", "...", "vote.3mv.1l.8", "vote.3mv.1l", "vote.3mv.1l.08", "vote.3MV.1l.8", "vote.-1.1.8", "vote.1.1.8.",
		"vote.1.1.1000", "vote.1.zzzzzzzzz.8", "vote.zzzzzzzzzzzzzz.1.8", "join.1.1", "join.1.1.1", "join.01.1", "poker.1.1", "vote.1.1.0", "vote. 1.1.8", "vote.1.1.٨"} {
		f.Add(data, uint64(1), uint32(2), byte(3))
	}
	f.Add("", ^uint64(0), ^uint32(0), ^byte(0))
	f.Fuzz(func(t *testing.T, data string, game uint64, window uint32, n byte) {
		for _, c := range commands(n) {
			written := bot.ButtonData(storage.GameID(game), window, c)
			p, ok := bot.ParseButton(written)
			if len(written) > 46 || !ok || p.Game != storage.GameID(game) || p.Window != window || p.Command != c {
				t.Errorf("%T of window %d of game %d: %q is read as %+v, %t", c, window, game, written, p, ok)
			}
		}
		if p, ok := bot.ParseButton(data); ok && bot.ButtonData(p.Game, p.Window, p.Command) != data {
			t.Errorf("%q is read as %+v", data, p)
		}
	})
}
