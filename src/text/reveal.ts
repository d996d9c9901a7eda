/**
 * Makes invisible characters visible: control characters, bidi controls and zero-width characters appear as `\u{…}`.
 * Nothing is dropped, and every kind of line break becomes a newline.
 */
export function reveal(text: string): string {
  if (/^[\x20-\x7e\n\t]*$/.test(text)) return text
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll(invisible, (character, offset: number, whole: string) =>
      isAtHome(character, offset, whole) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
}

const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu

// Legitimate uses: emoji style, variants of kanji, joined emoji, and scripts that join letters.
// A lookbehind is needed, because Node.js 26 finds no emoji with /[…]$/u when a class is all that precedes the end.
const styled = /(?<=[\p{Extended_Pictographic}\d#*])$/u
const han = /\p{Script=Han}$/u
const joins = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{M}\ufe0f])$/u
const joined =
  /^[\p{Extended_Pictographic}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}]/u

function isAtHome(character: string, offset: number, text: string): boolean {
  if (character === '\n' || character === '\t') return true
  const before = text.slice(Math.max(0, offset - 2), offset)
  if (character === '\ufe0e' || character === '\ufe0f') return styled.test(before)
  if (/\p{Variation_Selector}/u.test(character)) return han.test(before)
  if (character !== '\u200c' && character !== '\u200d') return false
  return joins.test(before) && joined.test(text.slice(offset + 1, offset + 3))
}
