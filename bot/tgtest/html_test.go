package tgtest

import (
	"fmt"
	"strings"
	"testing"
)

// show writes a text and its entities on one line.
func show(r rich) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%q", r.text)
	for _, e := range r.entities {
		fmt.Fprintf(&out, " %s:%d+%d", e.Type, e.Offset, e.Length)
		for _, extra := range []string{e.URL, e.Language, e.CustomEmoji, e.TimeFormat} {
			if extra != "" {
				out.WriteString("=" + extra)
			}
		}
		if e.UserID != 0 {
			fmt.Fprintf(&out, "=%d", e.UserID)
		}
		if e.UnixTime != 0 {
			fmt.Fprintf(&out, "@%d", e.UnixTime)
		}
	}
	return out.String()
}

func TestParseHTML(t *testing.T) {
	for in, want := range map[string]string{
		"":      `""`,
		"plain": `"plain"`,
		"&lt;&gt;&amp;&quot;&laquo;&#1078;&#x436;&#12345678;":                   `"<>&\"&laquo;жж&#12345678;"`,
		"➡️ ➡️<i>➡️ ➡️</i>":                                                     `"➡️ ➡️➡️ ➡️" italic:5+5`,
		"<em>a</em><B>b</b><strong>c</STRONG>":                                  `"abc" italic:0+1 bold:1+1 bold:2+1`,
		"<u>a</u> <ins>b</ins>":                                                 `"a b" underline:0+1 underline:2+1`,
		"<s>a</s> <strike>b</strike> <del>c</del>":                              `"a b c" strikethrough:0+1 strikethrough:2+1 strikethrough:4+1`,
		"🏟 🏟<i>🏟 &gt;<b aba   =   caba>&lt🏟</b></i>":                            `"🏟 🏟🏟 ><🏟" italic:5+7 bold:9+3`,
		"🏟<i    aba  =  190azAz-.   >a</i>":                                     `"🏟a" italic:2+1`,
		"🏟<i  aba = '&lt;&gt;&quot;'>a</>":                                      `"🏟a" italic:2+1`,
		"<b></b>":                                                               `""`,
		"<i>a</i   >":                                                           `"a" italic:0+1`,
		"<i  aba>a</i>":                                                         `"a" italic:0+1`,
		"<span class = \"tg-spoiler\">a</span><tg-spoiler>b</tg-spoiler>":       `"ab" spoiler:0+1 spoiler:1+1`,
		"<code><i><b> </b></i></code>":                                          `" " code:0+1 bold:0+1 italic:0+1`,
		"<a href=telegram.org>x</a>":                                            `"x" text_link:0+1=http://telegram.org/`,
		"<a href='telegram.org?&lt;'>x</a>":                                     `"x" text_link:0+1=http://telegram.org/?<`,
		"<a>telegram.org</a>":                                                   `"telegram.org" text_link:0+12=http://telegram.org/`,
		"<a> </a>":                                                              `" "`,
		"<a href=\"tg://user?id=12345\">Anna</a>":                               `"Anna" text_mention:0+4=12345`,
		"<pre>a</pre><code>b</code>":                                            `"ab" pre:0+1 code:1+1`,
		"<pre><code>a</code></pre>":                                             `"a" pre:0+1 code:0+1`,
		"<pre><code class=\"language-fift\">a</></>":                            `"a" pre:0+1=fift`,
		"<code class=\"language-fift\"><pre>a</></>":                            `"a" pre:0+1=fift`,
		"<pre><code class=\"language-fift\">a</> </>":                           `"a " pre:0+2 code:0+1`,
		"<tg-emoji emoji-id=\"54321\">🏟</tg-emoji>":                             `"🏟" custom_emoji:0+2=54321`,
		"<tg-time unix=\"1764500000\" format=\"t\">at six</tg-time>":            `"at six" date_time:0+6=t@1764500000`,
		"<blockquote   cite=\"\" askdlbas nasjdbaj nj12b3>a&lt;<pre  >b;</></>": `"a<b;" blockquote:0+4 pre:2+2`,
		"<blockquote   expandable>a</>":                                         `"a" expandable_blockquote:0+1`,
		"<blockquote   expandable=false>a</>":                                   `"a" expandable_blockquote:0+1`,
	} {
		got, err := parseHTML(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
		} else if show(got) != want {
			t.Errorf("%q\n got %s\nwant %s", in, show(got), want)
		}
	}
}

func TestHTMLErrors(t *testing.T) {
	for in, want := range map[string]string{
		"&#xDFDF;":                          "Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units",
		"🏟 🏟&lt;<abacaba":                   "Unclosed start tag at byte offset 13",
		"🏟 🏟&lt;<abac aba>":                 `Unsupported start tag "abac" at byte offset 13`,
		"🏟 🏟&lt;<i   =aba>":                 `Empty attribute name in the tag "i" at byte offset 13`,
		"🏟 🏟&lt;<i    aba>":                 `Can't find end tag corresponding to start tag "i"`,
		"🏟 🏟&lt;<i    aba  =  ":             `Unclosed start tag "i" at byte offset 13`,
		"🏟 🏟&lt;<i    aba  =  190azAz-.,":   "Unexpected end of name token at byte offset 27",
		"🏟 🏟&lt;<i  aba  =  '&lt;&gt;\">":   "Unclosed start tag at byte offset 13",
		"🏟 🏟&lt;</":                         "Unexpected end tag at byte offset 13",
		"🏟 🏟&lt;<b></b></":                  "Unexpected end tag at byte offset 20",
		"🏟 🏟&lt;<i>a</i   ":                 "Unclosed end tag at byte offset 17",
		"🏟 🏟&lt;<i>a</em   >":               `Unmatched end tag at byte offset 17, expected "</i>", found "</em>"`,
		"<span class=\"x\">a</span>":        `Tag "span" must have class "tg-spoiler" at byte offset 0`,
		"1 < 2":                             `Unsupported start tag "" at byte offset 2`,
		"<tg-emoji emoji-id=x>a</tg-emoji>": "Invalid custom emoji identifier specified",
	} {
		if _, err := parseHTML(in); err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", in, err, want)
		}
	}
}

func TestTidy(t *testing.T) {
	for in, want := range map[string]string{
		"  <b>a </b> \n":                             `"a" bold:0+1`,
		"\n\n x\t<i>y</i>":                           `"x y" italic:2+1`,
		"<b>  a</b>":                                 `"  a" bold:0+3`,
		"<b>a</b><b>b</b><i>c</i>":                   `"abc" bold:0+2 italic:2+1`,
		"<b>a<b>b</b>c</b>":                          `"abc" bold:0+3`,
		"<code>a<b>b</b></code>":                     `"ab" code:0+2`,
		"<b>x<code>a</code></b>":                     `"xa" bold:0+2 code:1+1`,
		"<blockquote>a<blockquote>b</blockquote></>": `"ab" blockquote:0+2`,
	} {
		parsed, err := parseHTML(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := show(parsed.tidy()); got != want {
			t.Errorf("%q\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestAutoEntities(t *testing.T) {
	for in, want := range map[string]string{
		"nothing here":              ``,
		"/start abc":                `bot_command:0+6`,
		"🏟 /vote@club_bot 3":        `bot_command:3+14`,
		"a/b //x </c>":              ``,
		"/кто /who-am /who/":        `bot_command:5+4`,
		"hi @anna_k, @ab":           `mention:3+7`,
		"mail x@anna_k":             ``,
		"#игра17 #17":               `hashtag:0+7`,
		"see https://t.me/x?y=1).":  `url:4+18`,
		"t.me/club_bot?start=a now": `url:0+21`,
	} {
		got := strings.TrimSpace(strings.TrimPrefix(show(rich{"", autoEntities(in, nil)}), `""`))
		if got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
	code := []Entity{{Offset: 0, Length: 6, Type: "code"}}
	if got := autoEntities("/start /stop", code); len(got) != 2 || got[1].Offset != 7 {
		t.Errorf("over code: %v", got)
	}
}
