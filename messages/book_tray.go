package messages

// tray asks a player to lift his card; who sits beside him reads whom he waits for.
func (w *writer) tray() {
	if w.ofSecond() {
		w.line("tray_out.second", args{"seat": int(w.v.Seat)})
		return
	}
	w.line("tray_out.mine", args{"length": w.exactly("span", w.v.Rules.Card)})
}
