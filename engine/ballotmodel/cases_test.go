package ballotmodel

// chairs are the seats of a table of ten in an order of no meaning: the first of them
// live, and the first of the living are the candidates.
var chairs = [10]int{7, 2, 9, 4, 1, 6, 10, 3, 8, 5}

// counts yields every way to give n hands to k candidates and to nobody, the last part.
func counts(n, k int, yield func([]int)) {
	parts := make([]int, k+1)
	var fill func(i, left int)
	fill = func(i, left int) {
		if i == k {
			parts[k] = left
			yield(parts)
			return
		}
		for v := range left + 1 {
			parts[i] = v
			fill(i+1, left-v)
		}
	}
	fill(0, n)
}

// spread gives the hands of parts to the first chairs, the turn-th of them first.
func spread(parts []int, turn int) (hands [16]int8) {
	n := 0
	for _, v := range parts {
		n += v
	}
	at := turn
	for i, v := range parts {
		for range v {
			if i < len(parts)-1 {
				hands[chairs[at%n]] = int8(i + 1)
			}
			at++
		}
	}
	return hands
}

// leaders are the places with the most hands, the missing ones with the last.
func leaders(parts []int) (top []int) {
	k := len(parts) - 1
	most := 0
	for i, v := range parts[:k] {
		if i == k-1 {
			v += parts[k]
		}
		if v > most {
			most, top = v, nil
		}
		if v == most && v > 0 {
			top = append(top, i)
		}
	}
	return top
}

// level gives n hands to k, t of them with the same most; the others stand before
// them, behind them or among them. It returns nothing if there is no such way.
func level(n, t, where int) []int {
	for v := n / t; v > 0; v-- {
		rest := n - t*v
		others := 0
		if rest > 0 {
			if v == 1 {
				continue
			}
			others = (rest + v - 2) / (v - 1)
		}
		if others+t > n {
			continue
		}
		parts := make([]int, others+t+1)
		for i := range others + t {
			tied := i < t
			switch where {
			case 0:
				tied = i >= others
			case 2:
				tied = i == 0 || i > others
			}
			if tied {
				parts[i] = v
			} else {
				parts[i] = min(v-1, rest)
				rest -= parts[i]
			}
		}
		return parts
	}
	return nil
}

// shuffle is a number that looks like chance and is always the same.
func shuffle(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// blacks are the black seats of a table of n on which the game goes on.
func blacks(n int, luck uint64) (out Set) {
	b := 1 + int(luck%uint64((n-1)/2))
	for luck = shuffle(luck); out.Len() < b; luck = shuffle(luck) {
		out |= Of(chairs[luck%uint64(n)])
	}
	return out
}

// hall is a table of n with k candidates.
func hall(n, k, day int, luck uint64) Table {
	return Table{Living: Of(chairs[:n]...), Black: blacks(n, luck), Day: day, List: chairs[:k]}
}

// some are n of the first chairs, from the turn-th.
func some(n, of, turn int) (out Set) {
	for i := range n {
		out |= Of(chairs[(turn+i)%of])
	}
	return out
}

// afterTie are plans for what follows a tie of t: the first leads, the last does, all
// hands are missing, the same tie again, a tie of two; the lift has luck's hands.
func afterTie(n, t int, luck uint64) [][16]int8 {
	parts := make([]int, t+1)
	switch luck % 6 {
	case 0:
		parts[0] = n
	case 1:
		parts[t-1] = n
	case 2:
		parts[t] = n
	case 3: // as near to the same tie as n allows
		for i := range t {
			parts[i] = n / t
		}
		parts[t] = n % t
	case 4: // the same tie for n-1, if one of n leaves
		for i := range t {
			parts[i] = (n - 1) / t
		}
		parts[t] = n - t*((n-1)/t)
	case 5:
		parts[0], parts[t-1] = n/2, n/2
		parts[t] += n % 2
		if t == 1 {
			parts[0] = n / 2 * 2
		}
	}
	turn := int(luck / 6 % uint64(n))
	round := spread(parts, turn)
	return [][16]int8{round, round}
}
