package messages

import "mafiabot/engine"

// Nicks are the names of the seats, by seat number; index 0 is unused and a
// seat beyond the table is "".
type Nicks [engine.MaxSeats + 1]string
