package messages

import (
	"strings"
	"unicode/utf8"

	"mafiabot/engine"
)

// honestLetters and honestStem are the two substrings of class W1: the word
// itself, and the stem of all words that are built on it.
const (
	honestLetters = "честно"
	honestStem    = "честн"
)

// honestWords are the whole words that both modes of W1 hear: the misspelling
// with a mute т, which is also the Ukrainian word, and the Latin transcription.
var honestWords = union(
	affixed("- не по бес", "чесно", "- го му й е м ю сть сти стью"),
	affixed("- ne po", "", "chestno chesno 4estno 4esno"),
)

// honestForms are the whole words that only mode stem hears.
var honestForms = union(
	affixed("- не бес", "честен", "-"),
	affixed("- не по бес", "чесн", "о а ы ый ая ое ые ого ому ым ом ой ую ых ыми ость ости остью ее"),
)

// honestSuperlatives begin the misspelt superlatives: чеснейший, нечеснейшего.
var honestSuperlatives = []string{"чеснейш", "нечеснейш", "почеснейш", "бесчеснейш"}

// affixed makes the set of all words prefix+stem+ending; "-" is the empty affix.
func affixed(prefixes, stem, endings string) map[string]bool {
	set := map[string]bool{}
	for _, prefix := range strings.Fields(prefixes) {
		for _, ending := range strings.Fields(endings) {
			set[strings.TrimPrefix(prefix, "-")+stem+strings.TrimPrefix(ending, "-")] = true
		}
	}
	return set
}

func union(sets ...map[string]bool) map[string]bool {
	all := map[string]bool{}
	for _, set := range sets {
		for word := range set {
			all[word] = true
		}
	}
	return all
}

// honest appends what class W1 hears (C35, K4a, D2). A hyphenated word counts
// by its parts or, if they are silent or weaker, joined; three or more single
// letters with nothing but spaces or points between them count joined. Words
// are never joined across spaces.
func (r *reading) honest(finds []engine.Find) []engine.Find {
	spelled := 0 // runs of single letters are tried up to here
	for i := 0; i < len(r.tokens); {
		if r.tokens[i].kind != plainToken {
			i++
			continue
		}
		if i >= spelled {
			spelled = r.spelledEnd(i)
			if f, end := r.honestSpelled(i, spelled); f.Class != 0 {
				finds = append(finds, f)
				i, spelled = end, end
				continue
			}
		}
		end := r.hyphenEnd(i)
		finds = r.honestChain(finds, i, end)
		i = end
	}
	return finds
}

// honestSpelled returns what is heard in the run of single letters i to end−1,
// and where to go on after it. Where the letters of the word stand one by one,
// the find is those; else it is the whole run. The run is tried without the
// digits at its beginning too: «3. ч е с н о» does not begin with a з.
func (r *reading) honestSpelled(i, end int) (engine.Find, int) {
	letters := i
	for letters < end && '0' <= r.tokens[letters].norm[0] && r.tokens[letters].norm[0] <= '9' {
		letters++
	}
	class := r.honestJoined(i, end, 3)
	if class == 0 && letters > i {
		i = letters
		class = r.honestJoined(i, end, 3)
	}
	if class == 0 {
		return engine.Find{}, end
	}
	if before, _, ok := strings.Cut(r.joined(i, end), honestLetters); ok {
		i += utf8.RuneCountInString(before)
		end = i + utf8.RuneCountInString(honestLetters)
	}
	return r.found(class, i, end), end
}

// honestChain appends what is heard in the hyphenated word of the tokens i to
// end−1, mostly a single one.
func (r *reading) honestChain(finds []engine.Find, i, end int) []engine.Find {
	before := len(finds)
	whole := r.honestJoined(i, end, 2)
	for part := i; part < end; part++ {
		class := honestClass(r.tokens[part].word)
		if class == engine.HonestWord {
			whole = 0
		}
		if class != 0 {
			finds = append(finds, r.found(class, part, part+1))
		}
	}
	if whole == engine.HonestWord || whole != 0 && len(finds) == before {
		finds = append(finds[:before], r.found(whole, i, end))
	}
	return finds
}

// honestJoined returns the class of the tokens i to end−1 as one word, if they
// are at least least.
func (r *reading) honestJoined(i, end, least int) engine.Class {
	if end-i < least {
		return 0
	}
	return honestClass(r.joined(i, end))
}

func (r *reading) found(class engine.Class, i, end int) engine.Find {
	return engine.Find{Class: class, At: r.tokens[i].at, End: r.tokens[end-1].end}
}

// spelledEnd returns the end of the run of single letters that begins at i.
// The digits that look like letters may take part.
func (r *reading) spelledEnd(i int) int {
	end := i
	for end < len(r.tokens) && (end == i || r.tokens[end].loose) && r.tokens[end].isLetter() {
		end++
	}
	return max(end, i+1)
}

func (t *token) isLetter() bool {
	c, size := utf8.DecodeRuneInString(t.norm)
	switch {
	case t.kind != plainToken || size == 0 || size != len(t.norm):
		return false
	case '0' <= c && c <= '9':
		return lookalikes[c] != 0
	}
	return true
}

// hyphenEnd returns the end of the hyphenated word that begins at i.
func (r *reading) hyphenEnd(i int) int {
	end := i + 1
	for end < len(r.tokens) && r.tokens[end].glued && r.tokens[end].kind == plainToken {
		end++
	}
	return end
}

// honestClass returns the class of one folded word, 0 for none. It is tried as
// it stands, with long runs of a letter shortened, and with all runs shortened.
func honestClass(word string) engine.Class {
	if !strings.Contains(word, "ч") && !strings.Contains(word, "ch") && !strings.Contains(word, "4") {
		return 0
	}
	class := honestExact(word)
	for least := 3; least >= 2 && class != engine.HonestWord; least-- {
		if shorter := collapse(word, least); shorter != word {
			if c := honestExact(shorter); c != 0 {
				class = c
			}
		}
	}
	return class
}

func honestExact(word string) engine.Class {
	if strings.Contains(word, honestLetters) || honestWords[word] {
		return engine.HonestWord
	}
	if strings.Contains(word, honestStem) || honestForms[word] {
		return engine.HonestStem
	}
	for _, start := range honestSuperlatives {
		if strings.HasPrefix(word, start) {
			return engine.HonestStem
		}
	}
	return 0
}
