package main

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mafiabot/bot/tgtest"
)

// freePort is a loopback address at which nobody listens.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return listener.Addr().String()
}

// The binary takes its updates by a webhook, then polls, then by a webhook again: one
// command each, and nobody who writes is lost, or answered twice.
func TestSwitchingToAWebhookAndBack(t *testing.T) {
	w := newWorld(t, 8)
	address := freePort(t)
	w.tg.Route("https://bot.example.org", "http://"+address)
	hook := []string{"-webhook", "https://bot.example.org/mafia", "-listen", address, "-secret", "s3cret"}
	var people []*tgtest.User
	for n, flags := range [][]string{hook, nil, hook} {
		w.start(flags...)
		from := w.tg.Now()
		for i := range 20 {
			u := w.tg.NewUser(fmt.Sprintf("Гость %d", 20*n+i))
			people = append(people, u)
			w.tg.At(from.Add(time.Duration(i)*400*time.Millisecond), func() { u.Start("") })
		}
		time.Sleep(400 * time.Millisecond)
		w.end(syscall.SIGTERM)
	}
	w.start(hook...)
	deadline := time.Now().Add(10 * time.Second)
	for _, u := range people {
		for len(w.tg.Private(u).Posts()) < 2 && time.Now().Before(deadline) {
			time.Sleep(5 * time.Millisecond)
		}
	}
	w.end(syscall.SIGTERM)
	for _, u := range people {
		if n := len(w.tg.Private(u).Posts()); n != 2 {
			t.Errorf("%s is answered %d times", u.FirstName, n-1)
		}
	}
	var brought int
	for _, r := range w.tg.Requests() {
		if r.Method == "getWebhookInfo" && r.Code == 200 {
			brought++
		}
	}
	if brought == 0 {
		t.Error("the webhook was never asked about")
	}
	for _, v := range w.tg.Violations() {
		t.Errorf("schema: %s", v)
	}
}

func TestWebhookFlags(t *testing.T) {
	for flags, want := range map[string]string{
		"-listen 127.0.0.1:1":                                 "-listen, -secret and -max-connections are for -webhook",
		"-webhook https://a.example.org -polling":             "either -webhook or -polling",
		"-webhook http://a.example.org":                       "is no address such as https://bot.example.org/mafia",
		"-webhook https://a.example.org:8081/x":               "Telegram takes the ports 443, 80, 88 and 8443",
		"-webhook https://a.example.org -secret a:b":          "the secret of the webhook is 1 to 256",
		"-webhook https://a.example.org -max-connections 101": "-max-connections is 1 to 100",
	} {
		var out console
		args := append([]string{"run", "-db", filepath.Join(t.TempDir(), "a.db")}, strings.Fields(flags)...)
		code := run(context.Background(), place{args: args, env: func(string) string { return "1:a" }, out: &out, errs: &out})
		if code != exitUsage || !strings.Contains(out.last(), want) {
			t.Errorf("%s: %d, %s", flags, code, out.last())
		}
	}
	env := map[string]string{"TELEGRAM_WEBHOOK_SECRET": "fromtheenvironment"}
	w := webhookFlags{url: "https://a.example.org/"}
	place := place{env: func(key string) string { return env[key] }}
	if h, err := w.webhook(place, "1:a", ""); err != nil || h.Secret != env["TELEGRAM_WEBHOOK_SECRET"] || w.listen != "127.0.0.1:8080" {
		t.Errorf("%+v, %v", h, err)
	}
	clear(env)
	h, err := w.webhook(place, "1:a", "")
	if err != nil || len(h.Secret) != 64 {
		t.Errorf("%+v, %v", h, err)
	}
	if other, _ := w.webhook(place, "1:b", ""); other.Secret == h.Secret {
		t.Error("two tokens have one secret")
	}
}
