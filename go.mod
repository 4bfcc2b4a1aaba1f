module mafiabot

go 1.26.0

require (
	github.com/go-telegram-bot-api/telegram-bot-api/v5 v5.5.1
	go.etcd.io/bbolt v1.5.0
	golang.org/x/text v0.44.0
)

require golang.org/x/sys v0.45.0 // indirect
