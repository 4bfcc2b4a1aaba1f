module mafiabot/bot/tgtest/peers

go 1.26.0

require mafiabot v0.0.0

require github.com/OvyFlash/telegram-bot-api v0.0.0-20260826195316-83c4eada97a1

replace mafiabot => ../../..
