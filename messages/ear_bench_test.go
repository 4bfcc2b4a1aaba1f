package messages

import (
	"strings"
	"testing"
	"time"
)

// benchRoots are the roots that a plain scan looks for, to compare with.
var benchRoots = []string{"честн", "чесн", "клян", "божусь", "бог", "чёрт", "черт", "процент", "пизд", "хуй", "еб", "бля", "сук", "сдаюсь", "апелляц"}

// plainScan is what a filter by roots does.
func plainScan(text string) bool {
	text = strings.ToLower(text)
	for _, root := range benchRoots {
		if strings.Contains(text, root) {
			return true
		}
	}
	return false
}

// benchTexts are texts of every kind that costs differently.
var benchTexts = []struct {
	name, text string
	nicks      *Nicks
}{
	{"plain", "я думаю что седьмой чёрный, а шериф молчит вторую ночь", nil},
	{"nicks", "я думаю что он чёрный, а шериф молчит всю ночь", scenarioNicks},
	{"disguised", "ну чеcтнo говоря, ч е с т н о, игрок мне не нравится", scenarioNicks},
	{"nomination", "Выставляю игрока номер 3 ✋", scenarioNicks},
	{"speech", "Добрый день, город. Я мирный, вчера голосовал за третьего и от слов не отказываюсь. Пятый сегодня говорил не о том: " +
		"ни цвета, ни версии, ни одной проверки. Восьмой его прикрыл, и мне это не нравится. Выставляю игрока номер 5 ✋ Спасибо.", scenarioNicks},
}

// worstTexts fill a message of 4,096 characters with what costs most.
func worstTexts() map[string]string {
	fill := func(unit string) string {
		n := len([]rune(unit))
		return strings.Repeat(unit, 4096/n)
	}
	return map[string]string{
		"words": fill("я думаю что седьмой чёрный, а шериф молчит вторую ночь "), "letters": fill("ч е с н "), "one word": fill("еб"),
		"finds": fill("бог "), "phrases": fill("чтоб я "), "pieces": fill("че ст "), "signs": fill("х*й "), "hyphens": fill("по-чест-но-"),
		"runs": fill("чч"), "mixed": fill("xуu3n "), "points": fill("chest.no."), "at": fill("@aaaaa"), "http": fill("http://a"), "numbers": fill("сто 99 на "),
		"clean": fill("не дурак ты "), "marks": fill("е\u0301\u0308"), "inner": fill("пизд"), "nicks": fill("чёрный кот "), "emoji": fill("😭5️⃣"),
		"threats": fill("убью тебя "), "spelled": fill("ч е с т н о "), "dotted": fill("п.и.з.д."), "ligatures": fill("ﷺ"), "latin letters": fill("h o n e s t "),
		"lone": fill("я "), "pairs": fill("честно-но "), "names": fill("Честный Джо "),
	}
}

func BenchmarkHear(b *testing.B) {
	for _, c := range benchTexts {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				Hear(c.text, Table{Seats: 10, Nicks: c.nicks})
			}
		})
		b.Run(c.name+"/scan", func(b *testing.B) {
			for range b.N {
				plainScan(c.text)
			}
		})
	}
	for name, text := range worstTexts() {
		b.Run("4096/"+name, func(b *testing.B) {
			for range b.N {
				Hear(text, Table{Seats: 10, Nicks: tableNicks})
			}
		})
	}
}

// fastest returns the shortest of many hearings: what the work takes when
// nothing else runs in between. It goes on until one was within the bound.
func fastest(bound time.Duration, f func()) time.Duration {
	best := time.Hour
	for n := 0; n < 30 || best > bound && n < 2000; n++ {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return best
}

// The bounds of what a text may cost, on a machine that scans 4,096 characters
// of plain words for the roots in scanCost. On a busier one they grow with it.
const (
	typicalCost = 40 * time.Microsecond // a message as people write them
	longestCost = 2 * time.Millisecond  // 4,096 characters, whatever they are
	scanCost    = 40 * time.Microsecond
)

// TestHearingIsCheap measures both bounds beside a plain scan for roots. The
// race detector is not what runs in a club, so -short leaves it out.
func TestHearingIsCheap(t *testing.T) {
	if testing.Short() {
		t.Skip("a measurement")
	}
	texts := worstTexts()
	scan := fastest(scanCost, func() { plainScan(texts["words"]) })
	load := max(1, float64(scan)/float64(scanCost))
	t.Logf("a plain scan of 4,096 characters: %v", scan)
	within := func(name string, bound time.Duration, text string, nicks *Nicks) time.Duration {
		bound = time.Duration(float64(bound) * load)
		took := fastest(bound, func() { Hear(text, Table{Seats: 10, Nicks: nicks}) })
		if t.Logf("%s: %v", name, took); took > bound {
			t.Errorf("%s: %v, the bound is %v", name, took, bound)
		}
		return took
	}
	for _, c := range benchTexts {
		within(c.name, typicalCost, c.text, c.nicks)
	}
	for name, text := range texts {
		half := within("2,048 of "+name, longestCost, text[:len(text)/2], tableNicks)
		all := within("4,096 of "+name, longestCost, text, tableNicks)
		if all = min(all, fastest(3*half, func() { Hear(text, Table{Seats: 10, Nicks: tableNicks}) })); all > 3*half {
			t.Errorf("%s: %v, half of it %v: that is not linear", name, all, half)
		}
	}
}
