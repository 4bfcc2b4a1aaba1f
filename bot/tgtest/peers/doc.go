// Package peers tries the emulated Telegram of tgtest with clients that nobody of this project
// wrote: the Go module github.com/OvyFlash/telegram-bot-api, whose types of Bot API 10.3 decode
// every result and update and take no field that they do not know, and npm's grammy with its own
// transport, errors and webhook. Both carry out scenario.json over loopback HTTP, while a server of
// the test plays the people's part, and must see what is documented.
//
// It is a module of its own, so that the product depends on none of it:
//
//	cd bot/tgtest/peers && npm ci && go test ./...
package peers
