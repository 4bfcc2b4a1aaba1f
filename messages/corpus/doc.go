// Package corpus is the test of what the ear does to people who say nothing
// forbidden: it hears more than a million words of ordinary Russian, Ukrainian and
// English, and every form of three dictionaries, and holds that at most one word in
// 100,000 costs somebody a foul for nothing.
//
//	go test -v ./messages/corpus -corpus /tmp/corpus -timeout 20m
//
// The folder is an absolute path; it is made if it is not there. The test fetches
// into it the Debian packages that sources_test.go names with their versions, as root,
// with Debian's own client; what is there already is not fetched again. Without -corpus
// the test is skipped, so that go test ./... needs no network and no patience.
//
// # What is heard
//
// Running text is manuals, help pages and guides: paragraph by paragraph, each one
// once, code and tables left out. Speech is what the people of a game say to each
// other, in English and in its Russian translation: people who swear and call upon
// gods, so most that is heard there is really said. Forms are dictionaries expanded to
// all forms of each word, each heard alone, and then twelve strangers in a row, for
// what a word means can hang on its neighbours.
//
// # The golden file
//
// testdata/hits.golden has one line for each automatic hit: the verdict of a person
// who has read it, the class, the package and the language, how often, and the place
// with the span marked. The verdict is true where the text really says what the class
// is about («честный», «100 %», a god), false where a player would be punished for
// nothing, and ? where nobody has looked yet. -update writes what is heard and keeps
// the verdicts; a ? fails the test, and so does a hit that is not in the file.
//
// # Why
//
// A manual says «100 %», and a ruleset that forbids percentages has to hear it. So
// the rate that must hold is that of the false hits, those that nobody has read
// among them, and that of the clean text: the paragraphs in which nothing is said.
// The rate of all hits is printed beside them. Speech and forms are there to be read:
// they are chosen for their hits, and a rate of theirs says nothing about a table.
//
// A table of all three languages hears most, so that is what hears. What counts is
// what costs a foul or more in one of the rulesets. An @name is a mention to Telegram
// whatever the text is about, so it is a true hit, but not if it goes on: «@lists.org».
//
// A control counts the words that contain a root of a class anywhere. It finds
// hundreds of them in the same text, which shows that the corpus tries the ear.
//
// Nothing of the corpus is shipped: the packages have licences of their own. The
// versions are named because another version has other hits. If a version is gone from
// the archive, the test takes the one that is there and says so; hits that its new text
// brings count as false until they are read.
//
// The dictionary of Russian is expanded by code of our own, because unmunch of
// hunspell-tools compares the bytes of a character and not the characters.
package corpus
