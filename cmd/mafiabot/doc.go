// Mafiabot hosts games of Mafia in Telegram groups.
//
//	mafiabot demo [-rules czernowitz|federation] [-seed N] [-pace table|chat|blitz] [-http]
//
// The demo needs no network, no token and no configuration: ten sparring
// players play an evening at an emulated Telegram, and the evening is printed as
// the group saw it, private chats marked. The same flags print the same bytes.
//
// # Why
//
// This package wires and decides nothing. A mistake in the command line is one
// line on the standard error and exit code 2, so that a script can tell it from
// a failure, which is 1; nobody has to scroll past a list of flags to find what
// was wrong. The list is printed for -h.
package main
