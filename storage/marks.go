package storage

import "bytes"

// Hook is the address of the webhook that this bot has set last, "" if it has taken it
// away again: written down before Telegram is told, so it may never have been set.
func (tx *Tx) Hook() string { return string(tx.get(marksBucket, hookKey)) }

// SetHook writes down the address of the bot's webhook.
func (tx *Tx) SetHook(address string) error { return tx.mark(hookKey, []byte(address)) }

// Missed is which updates below the offset have not come, as it was given to SetMissed;
// nil if none.
func (tx *Tx) Missed() []byte { return bytes.Clone(tx.get(marksBucket, missedKey)) }

// SetMissed writes down which updates below the offset have not come; nothing takes the
// entry away.
func (tx *Tx) SetMissed(spans []byte) error { return tx.mark(missedKey, spans) }

// Menu is what Telegram was last told of the bot's commands and descriptions, as it was
// given to SetMenu; nil before the first time.
func (tx *Tx) Menu() []byte { return bytes.Clone(tx.get(marksBucket, menuKey)) }

// SetMenu writes down what Telegram has been told of the bot's commands and descriptions.
func (tx *Tx) SetMenu(sum []byte) error { return tx.mark(menuKey, sum) }

func (tx *Tx) mark(name, value []byte) error {
	if len(value) == 0 {
		return tx.remove(marksBucket, name)
	}
	return tx.put(marksBucket, name, bytes.Clone(value))
}
