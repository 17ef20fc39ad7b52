package token

import "testing"

func TestClasses(t *testing.T) {
	loadClasses()
	for r, want := range map[rune]class{' ': space, 'a': word | letter, '1': word | number, '.': punct, 0x301: nonspacing | mark | word,
		0: drop, '中': word | letter | ideograph, 0x10FFFD: drop, 0x378: 0} {
		if got := classOf(r); got != want {
			t.Errorf("%U: got %b, want %b", r, got, want)
		}
	}
}
