// Package ballotmodel is the ballot a second time: a model written from the rules
// alone, and the test that compares the engine with it, case by case.
//
//	go test ./engine/ballotmodel                                  # small tables
//	go test ./engine/ballotmodel -run Whole -whole -v -timeout 9h # all tables, 13 settings
//	go test ./engine/ballotmodel -run Whole/tournament$ -whole -most 8 -v -timeout 1h
//
// # What is compared
//
// [Play] takes the choices of P-D to P-F ([Rules]), a table in the last speech of its
// day ([Table]) and what people do ([Plan]), and says line by line what the table sees
// and hears: the list, who voted for whom and whose vote was missing, ties, speeches,
// the lift, who leaves, whose last word is held, who is removed, why nobody leaves,
// night or the end and whose win it is, and whether the next day has a ballot. The test
// plays the same in the engine by commands and the clock, and holds that the lines are
// the same. Seats stand in an order of no meaning, so that nothing is right because
// one, two, three is.
//
// The cases, for 3 to 10 living seats, are all ways to divide the hands among the
// candidates and nobody, in the first round; in the revote of each tie that can come of
// it, the tied seats before, behind and among the others, with every number of hands
// for the lift; and one removal, of each candidate or of a bystander, whoever he votes
// for, at each [Moment] there is: in the last speech, in the announcement, at each
// candidate named, before and behind the hands of each window, in the tie speeches, in
// the lift and in the last words. Where a missing vote is a foul, those who have three
// fouls vary too. Removals are played with any number of candidates up to six living
// seats, and with three at most above. What chance has to say, as who is black and what
// the revote behind a first round comes to, is a number that is always the same.
//
// # Why
//
// The model imports nothing, least of all the engine: what both take from one place
// they get wrong in one way. It is a program from top to bottom, with a loop where the
// engine has stages and events. It knows no seconds, buttons or words.
//
// A planted mistake must be found, and so must every choice that the model makes
// otherwise than the engine is told: a knob that no case tells apart would be no test.
// The shapes in which other bots have killed whom they should not (B35) are played by
// name, some of them to an end that is written down, so that both are not wrong together.
package ballotmodel
