// Mafiabot hosts games of Mafia in Telegram groups.
//
//	mafiabot run [-db FILE] [-token-file FILE] [-api URL]
//	mafiabot demo [-rules czernowitz|club2010|tournament|federation] [-seed N] [-pace table|chat|blitz] [-http]
//	mafiabot hear [-format text|tsv] [-all] [-seats N] [-nicks A,B] [-languages "ru uk"] [text]
//
// Run connects to Telegram and hosts games until it gets SIGTERM or SIGINT; then it
// ends within five seconds, and the next start goes on where it was. The token is
// read from TELEGRAM_TOKEN, or from a file. -speed, -epoch and -seed are for tests of
// the binary: the clock runs so many times as fast as the wall's, and deals can be
// foretold.
//
// The demo needs no network, no token and no configuration: ten sparring
// players play an evening at an emulated Telegram, and the evening is printed as
// the group saw it, private chats marked. The same flags print the same bytes.
//
// Hear tells what the ear finds in a text, and what each ruleset does with it. With
// -format tsv the texts come from standard input, one a line, \uXXXX decoded, and
// each gives a line: the classes W1–W6 and W8 that are heard, with -all the others
// too, or "-"; a tab; and C:F K:R T:L, a foul, a removal and a flag by czernowitz,
// club2010 and tournament. A line that cannot be read is told of on the standard
// error, gives "?" in its place, and makes the exit code 2 in the end.
//
// # Why
//
// Flags are read by the standard library, because they are written with one dash
// everywhere, which the usual libraries do not read.
//
// This package wires and decides nothing. A mistake in the command line is one
// line on the standard error and exit code 2, so that a script can tell it from
// a failure, which is 1; nobody has to scroll past a list of flags to find what
// was wrong. The list is printed for -h.
package main
