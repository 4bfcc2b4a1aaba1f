package messages

import (
	"mafiabot/engine"
)

// What the golden phrasebook shows: every fact in its variants, every label,
// toast and refusal.

// sample is one message: facts of a moment, and how the reader's view differs
// from that of a table of ten on its second day.
type sample struct {
	name  string
	facts []engine.Event
	view  func(*engine.View)
	extra Extra
}

var nicksOfTen = []string{"", "Лиса", "Аль Капоне", "Ёжик", "Мурка", "Шмель", "Гудвин", "Барс", "Тень", "Черный Кот", "Сова", "Кит", "Рысь", "Жук", "Енот", "Филин"}

func nameOfTen(p engine.Player) string { return nicksOfTen[p] }

// tableOfTen is the public view of a table of ten on its second day: Don 3,
// mafia 6 and 9, Sheriff 4.
func tableOfTen(vocabulary string) engine.View {
	rules, err := engine.Preset(vocabulary, engine.TableTempo)
	if err != nil {
		panic(err)
	}
	v := engine.View{Rules: rules, Size: 10, Day: 2, Night: 1, Drawn: engine.FirstSeats(10), Living: engine.FirstSeats(10), Stage: engine.Between{}, Lobby: engine.LobbySlot, BestMove: engine.Off}
	for s := range v.Drawn.All() {
		v.Chairs[s].Main = engine.Player(s)
		v.Table[s-1] = engine.Player(s)
	}
	return v
}

// as makes the view that of a seat with a card; the private chats of ten.
func as(s engine.Seat, more ...func(*engine.View)) func(*engine.View) {
	return func(v *engine.View) {
		v.Me, v.Seat = engine.Player(s), s
		v.Role = map[engine.Seat]engine.Role{3: engine.Don, 4: engine.Sheriff, 6: engine.Mafia, 9: engine.Mafia}[s]
		if v.Role == 0 {
			v.Role = engine.Citizen
		}
		if v.Role.Black() {
			v.Don, v.Mafia = 3, engine.SetOf(6, 9)
		}
		for _, m := range more {
			m(v)
		}
	}
}

func strikes(n int) func(*engine.View) { return func(v *engine.View) { v.Rules.OutStrikes = n } }

func night0(v *engine.View)           { v.Day, v.Night = 0, 0 }
func opened(n int) func(*engine.View) { return func(v *engine.View) { v.Open, v.Length = true, n } }

// running is a window that has run since second 65.
func running(n int) func(*engine.View) {
	return func(v *engine.View) { v.Open, v.Opened, v.Length = true, 65_000, n }
}
func day(d uint8) func(*engine.View)       { return func(v *engine.View) { v.Day = d } }
func in(s engine.Stage) func(*engine.View) { return func(v *engine.View) { v.Stage = s } }
func speaks(s engine.Seat) func(*engine.View) {
	return all(in(engine.Speech{Seat: s}), func(v *engine.View) { v.Floor = s })
}
func rehearsal(v *engine.View) { v.Rehearsal = true }
func silent(s engine.Seat, d uint8) func(*engine.View) {
	return func(v *engine.View) { v.Silent[s] = d }
}
func listed(tied bool, seats ...engine.Seat) func(*engine.View) {
	return func(v *engine.View) {
		copy(v.List[:], seats)
		if tied {
			v.Tied = engine.SetOf(seats...)
		}
	}
}
func atTable(n int, stage engine.Stage) func(*engine.View) {
	return func(v *engine.View) {
		v.Stage = stage
		for i := n; i < len(v.Table); i++ {
			v.Table[i] = 0
		}
	}
}
func slower(v *engine.View) {
	name := v.Rules.Name
	v.Rules, _ = engine.Preset(name, engine.ChatTempo)
}
func otherUnit(v *engine.View) {
	if v.Rules.ThreeMissesUnit == engine.Rounds {
		v.Rules.ThreeMissesUnit = engine.Misses
	} else {
		v.Rules.ThreeMissesUnit = engine.Rounds
	}
}
func all(fs ...func(*engine.View)) func(*engine.View) {
	return func(v *engine.View) {
		for _, f := range fs {
			f(v)
		}
	}
}

func list(seats ...engine.Seat) (l engine.List) {
	copy(l[:], seats)
	return l
}

func facts(es ...engine.Event) []engine.Event { return es }

func key(b byte) (k engine.Key) {
	for i := range k {
		k[i] = b + byte(i)
	}
	return k
}

func tally(fouls map[engine.Seat]uint8, night map[engine.Seat]engine.Reason) (t engine.Tallied) {
	for s, n := range fouls {
		t.Fouls[s] = n
	}
	for s, why := range night {
		t.Night[s] = why
	}
	return t
}

var (
	lobbyMessage = Extra{Slot: engine.LobbySlot}
	roles        = [engine.MaxSeats + 1]engine.Role{0, engine.Citizen, engine.Citizen, engine.Don, engine.Sheriff, engine.Citizen, engine.Mafia, engine.Citizen, engine.Citizen, engine.Mafia, engine.Citizen}
	theEnd       = []engine.Event{engine.Revealed{Roles: roles}, engine.Unsealed{Seed: key(0x5b)}}
	noFouls      = tally(nil, nil)
	nightOfTwo   = engine.Tallied{Fouls: [engine.MaxSeats + 1]uint8{5: 1}, Night: [engine.MaxSeats + 1]engine.Reason{5: engine.HonestSaid}, Also: [engine.MaxSeats + 1]engine.Reasons{5: "oath"}}
	someFouls    = tally(map[engine.Seat]uint8{2: 1, 10: 1}, map[engine.Seat]engine.Reason{5: engine.NightGesture})
)

var samplesOfTheTable = []sample{
	{"lobby: the first", facts(engine.Convened{By: 1}), atTable(1, engine.Lobby{}), lobbyMessage},
	{"lobby: the third", facts(engine.Joined{Player: 3}), atTable(3, engine.Lobby{}), lobbyMessage},
	{"lobby: nobody left", facts(engine.Left{Player: 1}), atTable(0, engine.Lobby{}), lobbyMessage},
	{"lobby: a club's own rules and pace", facts(engine.Joined{Player: 3}), all(atTable(3, engine.Lobby{}), func(v *engine.View) { v.Rules.Name, v.Rules.Pace = "Правила Бара", "быстрый" }), lobbyMessage},
	{"lobby: slower pace", facts(engine.Joined{Player: 3}), all(slower, atTable(3, engine.Lobby{})), lobbyMessage},
	{"lobby: blitz", facts(engine.Joined{Player: 3}), all(func(v *engine.View) { v.Rules.Pace = engine.BlitzTempo }, atTable(3, engine.Lobby{})), lobbyMessage},
	{"lobby: five may begin", facts(engine.Joined{Player: 5}), atTable(5, engine.Lobby{}), lobbyMessage},
	{"lobby: a rehearsal that may begin", facts(engine.Joined{Player: 5}), all(rehearsal, atTable(5, engine.Lobby{})), lobbyMessage},
	{"lobby: a rehearsal of six, ready check", facts(engine.ReadyAsked{}), all(rehearsal, atTable(6, engine.ReadyCheck{}), func(v *engine.View) { v.Size = 6 }), lobbyMessage},
	{"lobby: stopped by its opener", facts(engine.LobbyClosed{Why: engine.OpenerStops}), atTable(2, engine.Closed{}), lobbyMessage},
	{"told: stopped by the owner, the cards out", facts(engine.DealVoided{}, engine.LobbyClosed{Why: engine.OwnerStops}), atTable(10, engine.Closed{}), Extra{}},
	{"lobby: ready check", facts(engine.ReadyAsked{}), atTable(10, engine.ReadyCheck{}), lobbyMessage},
	{"lobby: closed", facts(engine.LobbyClosed{Why: engine.Abandoned}), atTable(2, engine.Closed{}), lobbyMessage},
	{"lobby: closed for another reason", facts(engine.LobbyClosed{Why: engine.NotReady}), atTable(2, engine.Closed{}), lobbyMessage},
	{"lobby: open again", facts(engine.Reopened{}), atTable(6, engine.Lobby{}), lobbyMessage},
	{"told: joined", facts(engine.Joined{Player: 3}), nil, Extra{}},
	{"told: left", facts(engine.Left{Player: 3}), nil, Extra{}},
	{"told: opener passed", facts(engine.OpenerPassed{To: 3}), nil, Extra{}},
	{"ready check", facts(engine.ReadyAsked{}), atTable(10, engine.ReadyCheck{}), Extra{}},
	{"ready check, a rehearsal of six", facts(engine.ReadyAsked{}), all(rehearsal, atTable(6, engine.ReadyCheck{}), func(v *engine.View) { v.Size = 6 }), Extra{}},
	{"the seats that were drawn are void", facts(engine.Reopened{}), atTable(9, engine.Lobby{}), Extra{Slot: engine.WindowSlot(3)}},
	{"told: closed", facts(engine.LobbyClosed{Why: engine.Abandoned}), nil, Extra{}},
	{"told: not ready", facts(engine.Dropped{Player: 7, Why: engine.NotReady}), nil, Extra{}},
	{"told: not ready, three", facts(engine.Dropped{Player: 7, Why: engine.NotReady}, engine.Dropped{Player: 8, Why: engine.NotReady}, engine.Dropped{Player: 2, Why: engine.NotReady}), nil, Extra{}},
	{"told: not drawn", facts(engine.Dropped{Player: 7, Why: engine.NotDrawn}), nil, Extra{}},
	{"told: not drawn, two", facts(engine.Dropped{Player: 7, Why: engine.NotDrawn}, engine.Dropped{Player: 8, Why: engine.NotDrawn}), nil, Extra{}},
	{"told: not reachable, two", facts(engine.Dropped{Player: 7, Why: engine.NotReachable}, engine.Dropped{Player: 8, Why: engine.NotReachable}), nil, Extra{}},
	{"told: dropped for another reason", facts(engine.Dropped{Player: 7, Why: engine.Abandoned}), nil, Extra{}},
	{"told: dropped for another reason, two", facts(engine.Dropped{Player: 7, Why: engine.Abandoned}, engine.Dropped{Player: 8, Why: engine.Abandoned}), nil, Extra{}},
	{"told: dropped for two reasons (no rule does so)", facts(engine.Dropped{Player: 7, Why: engine.NotReady}, engine.Dropped{Player: 8, Why: engine.NotDrawn}), nil, Extra{}},
	{"hold over: one", facts(engine.HoldOver{Missing: [engine.MaxSeats + 1]engine.Player{3: 5}}), in(engine.Lobby{}), Extra{Slot: engine.WindowSlot(4)}},
	{"hold over: two", facts(engine.HoldOver{Missing: [engine.MaxSeats + 1]engine.Player{3: 5, 7: 2}}), in(engine.Lobby{}), Extra{Slot: engine.WindowSlot(4)}},
	{"draw called", facts(engine.DrawCalled{}), nil, Extra{}},
	{"seats told", facts(engine.SeatsTold{}), nil, Extra{}},
	{"the cards lie on the tray", facts(engine.TrayOut{}), nil, Extra{}},
	{"sealed", facts(engine.Sealed{Hash: key(0x9f)}), nil, Extra{}},
	{"resumed between two windows", facts(engine.Resumed{Shift: 40_000}), speaks(5), Extra{}},
	{"resumed where nobody acts", facts(engine.Resumed{Shift: 40_000}), all(running(60), in(engine.Look{})), Extra{}},
	{"resumed in a speech", facts(engine.Resumed{Shift: 40_000, Left: 25}), all(running(60), speaks(5)), Extra{}},
	{"resumed after 21 seconds, one is left", facts(engine.Resumed{Shift: 21_999, Left: 1}), all(running(60), speaks(5)), Extra{}},
	{"resumed in a speech after ten minutes", facts(engine.Resumed{Shift: 600_000, Left: 31}), all(running(60), speaks(1)), Extra{}},
	{"resumed in a last word after 150 seconds", facts(engine.Resumed{Shift: 150_000, Left: 31}), all(running(60), in(engine.LastWord{Seat: 3}), func(v *engine.View) { v.Floor = 3 }), Extra{}},
	{"resumed in a vote after an hour", facts(engine.Resumed{Shift: 3_660_000, Left: 15}), all(running(60), in(engine.Voting{}), func(v *engine.View) { v.Current = 3 }), Extra{}},
	{"resumed in a lift", facts(engine.Resumed{Shift: 40_000, Left: 15}), all(running(60), in(engine.LiftVote{}), listed(true, 3, 8)), Extra{}},
	{"resumed at night after a day", facts(engine.Resumed{Shift: 86_400_000, Left: 15}), all(running(60), in(engine.Shoot{})), Extra{}},
	{"resumed in a ready check", facts(engine.Resumed{Shift: 40_000, Left: 43}), all(running(60), in(engine.ReadyCheck{})), Extra{}},
	{"resumed in a ready check, not open yet", facts(engine.Resumed{Shift: 40_000}), in(engine.ReadyCheck{}), Extra{}},
	{"the draw: no number at half time", facts(engine.DrawReminded{Player: 7, Left: 30}), all(running(60), in(engine.Drawing{Reminded: true})), Extra{}},
	{"resumed in a draw", facts(engine.Resumed{Shift: 40_000, Left: 43}), all(running(60), in(engine.Drawing{})), Extra{}},
	{"resumed in a hold", facts(engine.Resumed{Shift: 40_000, Left: 21}), all(running(60), in(engine.Holding{Missing: engine.SetOf(4)})), Extra{}},
	{"deal void, a place is free", facts(engine.DealVoided{}, engine.Dropped{Player: 4, Why: engine.NotReachable}), nil, Extra{}},
	{"hold: one is missing", facts(engine.HoldCalled{}), in(engine.Holding{Missing: engine.SetOf(4)}), Extra{}},
	{"hold: two, slower", facts(engine.HoldCalled{}), all(slower, in(engine.Holding{Missing: engine.SetOf(4, 7)})), Extra{}},
	{"hold: three, one second", facts(engine.HoldCalled{}), all(in(engine.Holding{Missing: engine.SetOf(1, 4, 7)}), func(v *engine.View) { v.Rules.PMHold = 1 }), Extra{}},
	{"hold: the cards are void", facts(engine.DealVoided{}, engine.HoldCalled{Void: true}), in(engine.Holding{Missing: engine.SetOf(4), Void: true}), Extra{}},
	{"hold: the cards are void, one more is missing", facts(engine.HoldCalled{Void: true}), in(engine.Holding{Missing: engine.SetOf(4, 7), Void: true}), Extra{}},
	{"hold: one is back, one is missing", facts(engine.Reached{Seat: 4}), in(engine.Holding{Missing: engine.SetOf(7)}), Extra{}},
	{"hold: all are back", facts(engine.Reached{Seat: 4}), in(engine.Telling{}), Extra{}},

	{"night of orders: briefing", facts(engine.BriefingCalled{}), night0, Extra{}},
	{"night of orders: briefing, slower", facts(engine.BriefingCalled{}), all(night0, slower), Extra{}},
	{"night of orders: briefing, six seconds", facts(engine.BriefingCalled{}), all(night0, func(v *engine.View) { v.Rules.Briefing = 6 }), Extra{}},
	{"night of orders: Don", facts(engine.DonMeetCalled{}), night0, Extra{}},
	{"night of orders: look of the Don", facts(engine.LookDonCalled{}), night0, Extra{}},
	{"night of orders: look", facts(engine.LookCalled{}), night0, Extra{}},
	{"night: falls", facts(engine.NightFell{Night: 1}), nil, Extra{}},
	{"night: shooting", facts(engine.ShootCalled{}), nil, Extra{}},
	{"night: Don", facts(engine.DonCalled{}), nil, Extra{}},
	{"night: Sheriff", facts(engine.SheriffCalled{}), nil, Extra{}},
	{"night: a removal at once", facts(engine.Removed{Seat: 8, Why: engine.AtNight}), nil, Extra{}},

	{"morning of day 1", facts(engine.Dawned{Day: 1}, noFouls, engine.SpeechCalled{Seat: 1}), day(1), Extra{}},
	{"morning of day 1 with fouls", facts(engine.Dawned{Day: 1}, tally(map[engine.Seat]uint8{5: 3}, map[engine.Seat]engine.Reason{5: engine.NightWord}), engine.SpeechCalled{Seat: 1}), all(day(1), silent(5, 1)), Extra{}},
	{"morning: killed", facts(engine.Dawned{Day: 2}, engine.Killed{Seat: 10}, someFouls, engine.LastWordCalled{Seat: 10, Killed: true}), nil, Extra{}},
	{"morning: killed, no fouls, slower", facts(engine.Dawned{Day: 2}, engine.Killed{Seat: 10}, noFouls, engine.LastWordCalled{Seat: 10, Killed: true}), slower, Extra{}},
	{"morning: a silenced seat of four", facts(engine.Dawned{Day: 4}, engine.Missed{}, noFouls, engine.SpeechCalled{Seat: 2}), all(day(4), silent(5, 4), func(v *engine.View) {
		v.Rules.CriticalPlayers, v.Living = engine.Critical, engine.SetOf(2, 3, 5, 8)
		v.Rules.CriticalSpeech = 30
	}), Extra{}},
	{"morning: missed", facts(engine.Dawned{Day: 2}, engine.Missed{}, noFouls, engine.SpeechCalled{Seat: 2}), nil, Extra{}},
	{"morning: a foul for two words", facts(engine.Dawned{Day: 2}, engine.Missed{}, nightOfTwo, engine.SpeechCalled{Seat: 3}), nil, Extra{}},
	{"morning: removed and killed", facts(engine.Dawned{Day: 2}, engine.Removed{Seat: 8, Why: engine.AtNight}, engine.Killed{Seat: 10}, someFouls, engine.LastWordCalled{Seat: 10, Killed: true}), nil, Extra{}},
	{"morning: removed and shot", facts(engine.Dawned{Day: 2}, engine.Removed{Seat: 8, Why: engine.AtNight}, engine.BallotOff{Day: 2}, engine.Killed{Seat: 8, Gone: true}, noFouls, engine.SpeechCalled{Seat: 2}), nil, Extra{}},
	{"morning: decided by a removal", append(facts(engine.Dawned{Day: 2}, engine.Removed{Seat: 8, Why: engine.AtNight}, engine.Ended{Verdict: engine.RedWin}), theEnd...), nil, Extra{}},
	{"morning: third miss", append(facts(engine.Dawned{Day: 4}, engine.Missed{}, noFouls, engine.Ended{Verdict: engine.RedWin}), theEnd...), day(4), Extra{}},
	{"morning: third miss in a row", facts(engine.Missed{}, engine.Ended{Verdict: engine.RedWin}), all(day(4), unit(engine.Misses)), Extra{}},
	{"morning: third night without a departure", facts(engine.Missed{}, engine.Ended{Verdict: engine.RedWin}), all(day(4), unit(engine.QuietNights)), Extra{}},
	{"morning: third miss, the other unit", facts(engine.Missed{}, engine.Ended{Verdict: engine.RedWin}), all(day(4), otherUnit), Extra{}},
	{"morning: third miss at four", facts(engine.Dawned{Day: 4}, engine.Missed{AtFour: true}, noFouls, engine.Ended{Verdict: engine.DrawnGame}), day(4), Extra{}},
	{"morning: third miss, for the mafia (no rule does so)", facts(engine.Missed{}, engine.Ended{Verdict: engine.BlackWin}), day(4), Extra{}},

	{"speech", facts(engine.SpeechCalled{Seat: 5}), nil, Extra{}},
	{"morning: a closed chat", facts(engine.Dawned{Day: 2}, engine.Missed{}, noFouls, engine.ChatAsked{Seats: engine.SetOf(2)}, engine.SpeechCalled{Seat: 1}), nil, Extra{}},
	{"morning: killed, two closed chats", facts(engine.Dawned{Day: 2}, engine.Killed{Seat: 10}, someFouls, engine.ChatAsked{Seats: engine.SetOf(2, 5)}, engine.LastWordCalled{Seat: 10, Killed: true}), nil, Extra{}},
	{"thanks, a closed chat and speech", facts(engine.Thanked{Seat: 4}, engine.ChatAsked{Seats: engine.SetOf(2)}, engine.SpeechCalled{Seat: 5}), nil, Extra{}},
	{"night falls on a vote to stop", facts(engine.Thanked{Seat: 4}, engine.NoVote{Why: engine.NoNominee}, engine.StopFailed{For: 4, Needed: 7, Of: 10}, engine.NightFell{Night: 2}), nil, Extra{}},
	{"speech, slower", facts(engine.SpeechCalled{Seat: 5}), slower, Extra{}},
	{"speech at four", facts(engine.Thanked{Seat: 4}, engine.SpeechCalled{Seat: 5, Critical: true}), nil, Extra{}},
	{"thanks and speech", facts(engine.Thanked{Seat: 4}, engine.SpeechCalled{Seat: 5}), nil, Extra{}},
	{"nomination, thanks and speech", facts(engine.Nominated{By: 2, Seat: 3}, engine.Thanked{Seat: 2}, engine.SpeechCalled{Seat: 3}), nil, Extra{}},
	{"slot: a word costs nothing", facts(engine.SlotCalled{Seat: 5}), slotWordsFree, Extra{}},
	{"slot: a word costs nothing, stopped", facts(engine.SlotCalled{Seat: 5, Stopped: true}), slotWordsFree, Extra{}},
	{"thanks and slot", facts(engine.Thanked{Seat: 4}, engine.SlotCalled{Seat: 5}), nil, Extra{}},
	{"nudge", facts(engine.Nudged{Seat: 5}), slower, Extra{}},
	{"ten seconds", facts(engine.Warned{Seconds: 10}), nil, Extra{}},
	{"one second", facts(engine.Warned{Seconds: 1}), nil, Extra{}},
	{"echo", facts(engine.Echoed{By: 2, Seat: 3}), nil, Extra{}},
	{"nomination", facts(engine.Nominated{By: 2, Seat: 3}), nil, Extra{}},
	{"nomination: not the formula", facts(engine.NotNominated{By: 2, Seat: 3, Why: engine.NotFormula}), nil, Extra{}},
	{"nomination: nobody", facts(engine.NotNominated{By: 2, Why: engine.NotListable}), nil, Extra{}},
	{"nomination: no such seat", facts(engine.NotNominated{By: 2, Seat: 12, Why: engine.NotListable}), nil, Extra{}},
	{"nomination: out", facts(engine.NotNominated{By: 2, Seat: 4, Why: engine.LeftTable}), nil, Extra{}},
	{"nomination: listed", facts(engine.NotNominated{By: 2, Seat: 3, Why: engine.Listed}), nil, Extra{}},
	{"nomination: a second one", facts(engine.NotNominated{By: 2, Seat: 3, Why: engine.OnlyOne}), nil, Extra{}},

	{"foul: nomination and foul", facts(engine.Nominated{By: 2, Seat: 3}, engine.Fouled{Seat: 2, Why: engine.HonestSaid, Count: 1}), nil, Extra{}},
	{"foul: two words", facts(engine.Fouled{Seat: 2, Why: engine.HonestSaid, Also: "oath", Count: 1}), nil, Extra{}},
	{"foul: three words, the third foul", facts(engine.Fouled{Seat: 5, Why: engine.HonestSaid, Also: "oath percent", Count: 3}, engine.Thanked{Seat: 5, Stopped: true}, engine.SpeechCalled{Seat: 6}), silent(5, 2), Extra{}},
	{"foul: a word in disguise", facts(engine.Fouled{Seat: 2, Why: engine.HonestSaid, Count: 1, Said: "чеcтнo"}), nil, Extra{}},
	{"foul: the word of the reason", facts(engine.Fouled{Seat: 2, Why: engine.HonestSaid, Count: 1, Said: "Честно"}), nil, Extra{}},
	{"foul: the word of the reason, in an edit", facts(engine.Fouled{Seat: 2, Why: engine.HonestSaid, Count: 1, Said: "честно", Edited: true}), nil, Extra{}},
	{"foul: a word in disguise, in an edit", facts(engine.Fouled{Seat: 2, Why: engine.HonestSaid, Count: 1, Said: "чеcтнo", Edited: true}), nil, Extra{}},
	{"foul: percents", facts(engine.Fouled{Seat: 2, Why: engine.PercentSaid, Count: 1, Said: "50/50"}), nil, Extra{}},
	{"foul: percents and an oath", facts(engine.Fouled{Seat: 2, Why: engine.PercentSaid, Also: "oath", Count: 1, Said: "50/50"}), nil, Extra{}},
	{"foul: words under a voice message", facts(engine.Fouled{Seat: 2, Why: engine.SoundHeard, Also: "oath percent", Count: 1, Said: "зуб даю"}), nil, Extra{}},
	{"foul: out of turn, in an edit", facts(engine.Fouled{Seat: 2, Why: engine.OutOfTurn, Count: 1, Edited: true}), nil, Extra{}},
	{"foul: a coarse word and percents, in an edit", facts(engine.Fouled{Seat: 2, Why: engine.CoarseSaid, Also: "percent", Count: 1, Edited: true}), nil, Extra{}},
	{"foul: the longest quote", facts(engine.Fouled{Seat: 12, Why: engine.ThreatMade, Also: "appeal", Count: 3, Said: "сорок букв угрозы, которая длиннее сорок…", Edited: true}), silent(12, 2), Extra{}},
	{"foul: taken back", facts(engine.Unfouled{Seat: 5}), nil, Extra{}},
	{"foul: third in the speech", facts(engine.Fouled{Seat: 5, Why: engine.HonestSaid, Count: 3}, engine.Thanked{Seat: 5, Stopped: true}, engine.SpeechCalled{Seat: 6}), silent(5, 2), Extra{}},
	{"foul: third in the speech, with a slot", facts(engine.Fouled{Seat: 5, Why: engine.HonestSaid, Count: 3}, engine.Thanked{Seat: 5, Stopped: true}, engine.SlotCalled{Seat: 5, Stopped: true}), silent(5, 2), Extra{}},
	{"foul: third before the speech", facts(engine.Fouled{Seat: 5, Why: engine.OutOfTurn, Count: 3}), all(in(engine.Speech{Seat: 2}), silent(5, 2)), Extra{}},
	{"foul: third after the speech", facts(engine.Fouled{Seat: 5, Why: engine.OutOfTurn, Count: 3}), all(in(engine.Speech{Seat: 8}), silent(5, 3)), Extra{}},
	{"foul: third in the speech at four", facts(engine.Fouled{Seat: 5, Why: engine.HonestSaid, Count: 3}, engine.SpeechCut{Seat: 5, Length: 30, Left: 12}), all(in(engine.Speech{Seat: 5}), silent(5, 2)), Extra{}},
	{"foul: third before his own phrase", facts(engine.Fouled{Seat: 5, Why: engine.OutOfTurn, Count: 3}, engine.SlotCalled{Seat: 5}), silent(5, 2), Extra{}},
	{"speech cut, alone", facts(engine.SpeechCut{Seat: 5, Length: 30, Left: 1}), nil, Extra{}},
	{"fouls: two of one moment", facts(engine.Fouled{Seat: 5, Why: engine.OutOfTurn, Count: 2}, engine.Fouled{Seat: 7, Why: engine.SoundHeard, Count: 1}), nil, Extra{}},
	{"foul: third in a last word", facts(engine.Fouled{Seat: 5, Why: engine.HonestSaid, Count: 3}), in(engine.LastWord{Seat: 5}), Extra{}},
	{"foul: fourth, with the removal", facts(engine.Fouled{Seat: 5, Why: engine.SlotWord, Count: 4}, engine.Removed{Seat: 5, Why: engine.FourthFoul}, engine.BallotOff{Day: 2}, engine.SpeechCalled{Seat: 6}), nil, Extra{}},
	{"foul: fourth, the removal alone", facts(engine.Removed{Seat: 5, Why: engine.FourthFoul}), nil, Extra{}},
	{"removed: second vote", facts(engine.Removed{Seat: 5, Why: engine.SecondVote}), nil, Extra{}},
	{"removed: a word", facts(engine.Removed{Seat: 5, Why: engine.ObsceneSaid}, engine.BallotOff{Day: 2}, engine.SpeechCalled{Seat: 6}), nil, Extra{}},
	{"removed: an oath", facts(engine.Removed{Seat: 5, Why: engine.OathSaid, Also: "honest", Said: "зуб даю"}, engine.BallotOff{Day: 2}, engine.SpeechCalled{Seat: 6}), nil, Extra{}},
	{"removed: hand lifted, with an oath", facts(engine.Removed{Seat: 5, Why: engine.HandLifted, Also: "oath", Said: "зуб даю"}), nil, Extra{}},
	{"removed: hand lifted, in an edit", facts(engine.Removed{Seat: 5, Why: engine.HandLifted, Edited: true}), nil, Extra{}},
	{"last word cut by an oath", facts(engine.WordCut{Seat: 8, Why: engine.OathSaid, Said: "зуб даю", Edited: true}, engine.Thanked{Seat: 8, Stopped: true}, engine.NightFell{Night: 2}), nil, Extra{}},
	{"removed: three words", facts(engine.Removed{Seat: 5, Why: engine.HonestSaid, Also: "obscene coarse"}), nil, Extra{}},
	{"last word cut by two words", facts(engine.WordCut{Seat: 8, Why: engine.ObsceneSaid, Also: "coarse"}, engine.Thanked{Seat: 8, Stopped: true}, engine.NightFell{Night: 2}), nil, Extra{}},
	{"removed: hand lifted", facts(engine.Removed{Seat: 5, Why: engine.HandLifted}), nil, Extra{}},
	{"removed: by the judge, no ballot", facts(engine.Removed{Seat: 5, Why: engine.JudgesWord}, engine.BallotOff{Day: 2}), nil, Extra{}},
	{"removed: the next one speaks", facts(engine.Removed{Seat: 5, Why: engine.FourthFoul}, engine.SpeechCalled{Seat: 6}), nil, Extra{}},
	{"removed: the next one ties", facts(engine.Removed{Seat: 5, Why: engine.FourthFoul}, engine.TieSpeechCalled{Seat: 6}), nil, Extra{}},
	{"removed: the next one has a slot", facts(engine.Removed{Seat: 5, Why: engine.FourthFoul}, engine.BallotOff{Day: 2}, engine.SlotCalled{Seat: 6}), nil, Extra{}},
	{"removed: in a last word", facts(engine.Removed{Seat: 5, Why: engine.FourthFoul}, engine.BallotOff{Day: 3}), nil, Extra{}},
	{"last word cut", facts(engine.WordCut{Seat: 8, Why: engine.FourthFoul}, engine.Thanked{Seat: 8, Stopped: true}, engine.NightFell{Night: 2}), nil, Extra{}},

	{"no ballot: removal", facts(engine.Thanked{Seat: 1}, engine.NoVote{Why: engine.AfterRemoval}), nil, Extra{}},
	{"no ballot: nobody", facts(engine.Thanked{Seat: 1}, engine.NoVote{Why: engine.NoNominee}, engine.NightFell{Night: 2}), nil, Extra{}},
	{"no ballot: one on day 1", facts(engine.NoVote{Why: engine.OneNominee, Seat: 3}), day(1), Extra{}},
	{"no ballot: one on a later day", facts(engine.NoVote{Why: engine.OneNominee, Seat: 3}), day(2), Extra{}},
	{"no ballot: another reason", facts(engine.NoVote{Why: engine.JudgesWord}), nil, Extra{}},
	{"ballot", facts(engine.Thanked{Seat: 1}, engine.BallotCalled{List: list(3, 8, 5)}), nil, Extra{}},
	{"ballot on one", facts(engine.BallotCalled{List: list(3)}), nil, Extra{}},
	{"ballot and first candidate", facts(engine.BallotCalled{List: list(3, 8, 5)}, engine.CandidateCalled{Seat: 3}), listed(false, 3, 8, 5), Extra{}},
	{"candidate: the first", facts(engine.CandidateCalled{Seat: 3}), listed(false, 3, 8, 5), Extra{}},
	{"candidate: the only one", facts(engine.CandidateCalled{Seat: 3}), listed(false, 3), Extra{}},
	{"candidate: first of a revote", facts(engine.Thanked{Seat: 5}, engine.CandidateCalled{Seat: 3}), listed(true, 3, 5), Extra{}},
	{"candidate: the revote told", facts(engine.RevoteCalled{List: list(3, 5)}, engine.CandidateCalled{Seat: 3}), listed(true, 3, 5), Extra{}},
	{"revote on one (no rule does so)", facts(engine.RevoteCalled{List: list(3)}), nil, Extra{}},
	{"vote", facts(engine.VoteCalled{Seat: 3}), nil, Extra{}},
	{"closed, next", facts(engine.CandidateClosed{Seat: 3, Voters: engine.SetOf(1, 2, 8, 10)}, engine.CandidateCalled{Index: 1, Seat: 8}), listed(false, 3, 8, 5), Extra{}},
	{"closed with fouls", facts(engine.Fouled{Seat: 7, Why: engine.OutOfTurn, Count: 1}, engine.CandidateClosed{Seat: 3, Voters: engine.SetOf(1)}, engine.CandidateCalled{Index: 1, Seat: 8}), listed(false, 3, 8, 5), Extra{}},
	{"closed, none", facts(engine.CandidateClosed{Seat: 3}, engine.CandidateCalled{Index: 1, Seat: 8}), listed(false, 3, 8), Extra{}},
	{"closed, all have voted", facts(engine.CandidateClosed{Seat: 3, Voters: engine.FirstSeats(10)}, engine.CandidateClosed{Seat: 8}, engine.CandidateClosed{Seat: 5}, engine.LeaversNamed{List: list(3)}, engine.LastWordCalled{Seat: 3}), nil, Extra{}},
	{"closed, all have voted, one is left", facts(engine.CandidateClosed{Seat: 3, Voters: engine.FirstSeats(10)}, engine.CandidateClosed{Seat: 8}, engine.LeaversNamed{List: list(3)}, engine.LastWordCalled{Seat: 3}), nil, Extra{}},
	{"closed, missing votes", facts(engine.CandidateClosed{Seat: 5, Rest: engine.SetOf(5, 7)}, engine.LeaversNamed{List: list(5)}, engine.LastWordCalled{Seat: 5}), slower, Extra{}},
	{"the vote is shown again", facts(engine.ShownAgain{}), listed(false, 3, 8, 5), Extra{}},
	{"tie", facts(engine.CandidateClosed{Seat: 5, Voters: engine.SetOf(3, 9), Rest: engine.SetOf(5, 7)}, engine.Tied{List: list(3, 5), Votes: 4}, engine.TieSpeechCalled{Seat: 3}), nil, Extra{}},
	{"withdrawn", facts(engine.Withdrew{By: 2, Seat: 5}, engine.Thanked{Seat: 2}), nil, Extra{}},
	{"missing votes cost a foul", facts(engine.CandidateClosed{Seat: 5, Rest: engine.SetOf(5, 7)}, engine.Fouled{Seat: 5, Why: engine.MissedVote, Count: 3}, engine.Fouled{Seat: 7, Why: engine.MissedVote, Count: 4}, engine.Removed{Seat: 7, Why: engine.FourthFoul}, engine.Tied{List: list(3, 5), Votes: 4}, engine.TieSpeechCalled{Seat: 3}), silent(5, 3), Extra{}},
	{"tie: the next speech", facts(engine.Thanked{Seat: 3}, engine.TieSpeechCalled{Seat: 5}), nil, Extra{}},
	{"tie: no word", facts(engine.Tied{List: list(5, 8), Votes: 5}, engine.TieSpeechLost{Seat: 5}, engine.TieSpeechCalled{Seat: 8}), nil, Extra{}},
	{"tie again, lift of two", facts(engine.Tied{List: list(3, 8), Votes: 5}, engine.LiftCalled{Seats: engine.SetOf(3, 8)}), nil, Extra{}},
	{"lift of three", facts(engine.LiftCalled{Seats: engine.SetOf(3, 8, 9)}), nil, Extra{}},
	{"lift of four", facts(engine.LiftCalled{Seats: engine.FirstSeats(4)}), nil, Extra{}},
	{"lift of five", facts(engine.LiftCalled{Seats: engine.FirstSeats(5)}), nil, Extra{}},
	{"lift of six", facts(engine.LiftCalled{Seats: engine.FirstSeats(6)}), nil, Extra{}},
	{"lift of seven", facts(engine.LiftCalled{Seats: engine.FirstSeats(7)}), nil, Extra{}},
	{"lift of eight", facts(engine.LiftCalled{Seats: engine.FirstSeats(8)}), nil, Extra{}},
	{"lift passed", facts(engine.LiftClosed{For: engine.FirstSeats(6), Of: 10, Passed: true}, engine.LeaversNamed{List: list(3, 8)}, engine.LastWordCalled{Seat: 3}), nil, Extra{}},
	{"lift passed, the second last word", facts(engine.Thanked{Seat: 3}, engine.LastWordCalled{Seat: 8}), nil, Extra{}},
	{"the second last word, slower", facts(engine.Thanked{Seat: 3}, engine.LastWordCalled{Seat: 8}), slower, Extra{}},
	{"lift failed", facts(engine.LiftClosed{For: engine.SetOf(1, 2), Of: 10}, engine.Stayed{Why: engine.LiftFailed}, engine.NightFell{Night: 1}), nil, Extra{}},
	{"lift failed, nobody", facts(engine.LiftClosed{Of: 10}, engine.Stayed{Why: engine.LiftFailed}), nil, Extra{}},
	{"tie again, no lift", facts(engine.Tied{List: list(3, 8), Votes: 1}, engine.Stayed{Why: engine.NoLift}), nil, Extra{}},
	{"stayed: the leader is gone", facts(engine.Stayed{Why: engine.LeaderGone, Seat: 2}), nil, Extra{}},
	{"stayed: ties only", facts(engine.Stayed{Why: engine.LeaderStays, Seat: 2}), day(1), Extra{}},
	{"stayed: all gone", facts(engine.Stayed{Why: engine.AllGone}), nil, Extra{}},
	{"stayed: removal", facts(engine.Removed{Seat: 8, Why: engine.FourthFoul}, engine.Stayed{Why: engine.AfterRemoval}), nil, Extra{}},
	{"stayed: tie settled", facts(engine.Removed{Seat: 2, Why: engine.FourthFoul}, engine.Stayed{Why: engine.TieIsSettled}, engine.NightFell{Night: 2}), nil, Extra{}},
	{"stayed: another reason", facts(engine.Stayed{Why: engine.JudgesWord}), nil, Extra{}},
	{"ended: city", append(facts(engine.Thanked{Seat: 3}, engine.Ended{Verdict: engine.RedWin}), theEnd...), nil, Extra{}},
	{"stop: called", facts(engine.StopCalled{Needed: 7, Of: 10}), nil, Extra{}},
	{"stop: called, slower", facts(engine.StopCalled{Needed: 4, Of: 4}), slower, Extra{}},
	{"one is idle, night falls", facts(engine.Thanked{Seat: 4}, engine.NoVote{Why: engine.NoNominee}, engine.IdleReminded{Seats: engine.SetOf(5)}, engine.NightFell{Night: 2}), nil, Extra{}},
	{"two are idle", facts(engine.IdleReminded{Seats: engine.SetOf(5, 7)}, engine.NightFell{Night: 2}), nil, Extra{}},
	{"the table has emptied", append(facts(engine.TableEmptied{Busy: 3, Of: 9}, engine.Ended{Verdict: engine.Stopped}), theEnd...), nil, Extra{}},
	{"left the group", facts(engine.WentAway{Seat: 5, Wait: 60}), nil, Extra{}},
	{"left the group in his own speech", facts(engine.WentAway{Seat: 4, Wait: 180}, engine.Thanked{Seat: 4}, engine.SpeechCalled{Seat: 5}), nil, Extra{}},
	{"left the group again", facts(engine.WentAway{Seat: 5, Wait: 60, Again: true}), nil, Extra{}},
	{"left the group and is not back", facts(engine.Removed{Seat: 5, Why: engine.GroupLeft}, engine.BallotOff{Day: 2}), nil, Extra{}},
	{"stop: failed", facts(engine.StopFailed{For: 4, Needed: 5, Of: 7}), nil, Extra{}},
	{"ended: awarded", append(facts(engine.Awarded{Seat: 6, Why: engine.JudgesWord}, engine.Ended{Verdict: engine.RedWin}), theEnd...), nil, Extra{}},
	{"ended: stopped", append(facts(engine.Ended{Verdict: engine.Stopped}), theEnd...), nil, Extra{}},
	{"ended: a rehearsal is stopped in the morning", facts(engine.Dawned{Day: 2}, engine.Missed{}, engine.Ended{Verdict: engine.Stopped}), rehearsal, Extra{}},
	{"ended: a rehearsal", append(facts(engine.Ended{Verdict: engine.RedWin}), theEnd...), rehearsal, Extra{}},
	{"ended: mafia", append(facts(engine.Ended{Verdict: engine.BlackWin}), theEnd...), nil, Extra{}},
	{"ended: draw", append(facts(engine.Ended{Verdict: engine.DrawnGame}), theEnd...), nil, Extra{}},
	{"ended: no verdict", facts(engine.Ended{}), nil, Extra{}},
	{"revealed", theEnd[:1], nil, Extra{}},
	{"unsealed", theEnd[1:], nil, Extra{}},
}

var samplesInPrivate = []sample{
	{"seat", facts(engine.Drew{Player: 7, Seat: 7}), as(7), Extra{}},
	{"whatever else is private, with the game's code", facts(engine.NightFell{Night: 1}), as(7), Extra{Code: "7F3A"}},
	{"card: on the tray", facts(engine.TrayOut{}), as(7), Extra{Code: "7F3A"}},
	{"card: taken back", facts(engine.DealVoided{}), as(7), Extra{Code: "7F3A"}},
	{"card: citizen", facts(engine.Dealt{Seat: 7, Role: engine.Citizen}), as(7), Extra{Code: "7F3A"}},
	{"card: Sheriff", facts(engine.Dealt{Seat: 4, Role: engine.Sheriff}), as(4), Extra{Code: "7F3A"}},
	{"card: Don", facts(engine.Dealt{Seat: 3, Role: engine.Don, Don: 3, Mafia: engine.SetOf(6, 9)}), as(3), Extra{Code: "7F3A"}},
	{"card: mafia", facts(engine.Dealt{Seat: 9, Role: engine.Mafia, Don: 3, Mafia: engine.SetOf(6, 9)}), as(9), Extra{Code: "7F3A"}},
	{"card: the only black, no code", facts(engine.Dealt{Seat: 3, Role: engine.Don, Don: 3}), as(3), Extra{}},
	{"card: no role (cannot be)", facts(engine.Dealt{Seat: 7}), as(7), Extra{}},
	{"night of orders: the card", facts(engine.BriefingCalled{}), as(7, night0), Extra{}},
	{"night of orders: mafia", facts(engine.BriefingCalled{}), as(6, night0, opened(60)), Extra{}},
	{"night of orders: Don", facts(engine.BriefingCalled{}), as(3, night0, opened(60)), Extra{}},
	{"night of orders: the only black", facts(engine.BriefingCalled{}), as(3, night0, opened(60), func(v *engine.View) { v.Mafia = 0 }), Extra{}},
	{"night of orders: a word", facts(engine.Whispered{By: 3}), as(6, night0), Extra{Text: "Стреляем пятого."}},
	{"night of orders: an order", facts(engine.Ordered{Night: 1, Target: 5}), as(6, night0), Extra{}},
	{"night of orders: over", facts(engine.DonMeetCalled{}), as(6, night0), Extra{}},
	{"night of orders: over, with orders", facts(engine.DonMeetCalled{}), as(6, night0, func(v *engine.View) { v.Orders = [3]engine.Seat{5, 0, 7} }), Extra{}},
	{"night of orders: Don shows himself", facts(engine.DonMeetCalled{}), as(3, night0, opened(10)), Extra{}},
	{"night of orders: Don looks", facts(engine.LookDonCalled{}), as(3, night0, opened(30)), Extra{}},
	{"night of orders: Don sleeps", facts(engine.LookCalled{}), as(3, night0), Extra{}},
	{"night of orders: look", facts(engine.LookCalled{}), as(4, night0, opened(30)), Extra{}},
	{"night of orders: look over", facts(engine.Dawned{Day: 1}), as(4, day(1), func(v *engine.View) { v.Night = 0 }), Extra{}},
	{"night: the card", facts(engine.NightFell{Night: 1}), as(7), Extra{}},
	{"night: shooting", facts(engine.ShootCalled{}), as(6, opened(40)), Extra{}},
	{"night: shooting, with an order", facts(engine.ShootCalled{}), as(6, opened(40), func(v *engine.View) { v.Orders[0] = 5 }), Extra{}},
	{"night: shooting, the order is for a seat that has left", facts(engine.ShootCalled{}), as(6, opened(40), func(v *engine.View) { v.Orders[0], v.Living = 5, v.Living.Without(5) }), Extra{}},
	{"night: a number is called", facts(engine.NumberCalled{Seat: 4}), as(6, opened(40)), Extra{}},
	{"night: a number is called, he has shot", facts(engine.NumberCalled{Seat: 5}), as(6, opened(40), func(v *engine.View) { v.Shot = 4 }), Extra{}},
	{"night: between two numbers", facts(engine.NumberCalled{}), as(6, opened(40), func(v *engine.View) { v.Orders[0] = 5 }), Extra{}},
	{"night: mafia sleeps", facts(engine.DonCalled{}), as(6), Extra{}},
	{"night: Don's check", facts(engine.DonCalled{}), as(3, opened(10)), Extra{}},
	{"night: Sheriff's check", facts(engine.SheriffCalled{}), as(4, opened(10)), Extra{}},
	{"check: the Sheriff", facts(engine.CheckTold{By: 3, Target: 4, Yes: true}), as(3), Extra{}},
	{"check: not the Sheriff", facts(engine.CheckTold{By: 3, Target: 5}), as(3), Extra{}},
	{"check: black", facts(engine.CheckTold{By: 4, Target: 6, Yes: true}), as(4), Extra{}},
	{"check: red", facts(engine.CheckTold{By: 4, Target: 5}), as(4), Extra{}},
	{"check: none", facts(engine.CheckTold{By: 4}), as(4), Extra{}},
	{"idle", facts(engine.IdleReminded{Seats: engine.SetOf(7)}), as(7), Extra{}},
	{"out: the price of a word", facts(engine.PartingPriced{Seat: 7}), as(7), Extra{}},
	{"out: the price of a word, at the second", facts(engine.PartingPriced{Seat: 7}), as(7, strikes(2)), Extra{}},
	{"out: the first word", facts(engine.OutSpoke{Seat: 7, Count: 1}), as(7, strikes(2)), Extra{}},
}

// slotWordsFree are rules by which a word in the slot is only deleted.
func slotWordsFree(v *engine.View) { v.Rules.SlotWord = engine.Deleted }

// firstShotStands are rules by which a second shot is none.
func firstShotStands(v *engine.View) { v.Rules.DoubleShot = engine.FirstShot }

// silentFacts are spoken of to nobody, on purpose.
var silentFacts = []engine.Event{
	engine.Barred{}, engine.Unbarred{}, engine.ReadySaid{}, engine.Opened{}, engine.Sown{}, engine.CardsOut{}, engine.CardTaken{}, engine.OrderPicked{}, engine.DonShown{},
	engine.Aimed{}, engine.ShotTwice{}, engine.ShotBetween{}, engine.Told{}, engine.RemovalKept{},
	engine.RoundCounted{}, engine.Spoke{}, engine.Passed{}, engine.NominationsTold{},
	engine.FoulNoticed{}, engine.Silenced{}, engine.Gestured{}, engine.Voted{}, engine.VoteVoided{},
	engine.TieSettled{}, engine.Raised{}, engine.Decided{}, engine.StopTold{}, engine.StopAgreed{}, engine.Begun{},
	engine.ChatClosed{}, engine.ChatOpened{}, engine.Flagged{}, engine.VotedAgain{}, engine.Stands{}, engine.Knocked{}, engine.Poked{},
	engine.PartingTold{}, engine.Returned{}, engine.WaitedFor{}, engine.SeenActing{}, engine.CircleCounted{}, engine.RisingPriced{},
	engine.ProtestPriced{}, engine.ProtestLodged{}, engine.ProtestShut{}, engine.ProtestOver{},
}
