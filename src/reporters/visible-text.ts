/**
 * Makes text from agents, datasets and documents safe to show on a terminal or a page: control characters (and with
 * them every ANSI sequence), bidi controls and invisible characters are written out. Newlines stay; tabs become two
 * spaces.
 */
export function visible(text: string): string {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll('\t', '  ')
    .replaceAll(invisible, (character, offset: number, whole: string) =>
      isAtHome(character, offset, whole) ? character : escaped(character),
    )
    .replaceAll(markPile, '$1…')
}

/** Like {@link visible}, on a single line. `limit` is in UTF-16 code units; text beyond it is not even read. */
export function oneLine(text: string, limit = 4000): string {
  const beginning = text.length > limit ? `${text.slice(0, limit)}…` : text
  return visible(beginning)
    .trim()
    .replaceAll(/(?<! ) *\n\s*/g, ' ⏎ ')
}

// Control characters, bidi controls, zero-width and other ignorable characters, and noncharacters.
const invisible = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu

// Variation selectors choose a glyph (emoji style, variants of kanji in names).
const variationSelector = /^\p{Variation_Selector}$/u

// Joiners belong inside emoji and inside the words of some scripts; anywhere else they only hide something.
// Looked back for: Node.js 26 finds no emoji with /[…]$/u, where a class is all that stands before the end.
const joins = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{M}])$/u
const joined = /^[\p{Extended_Pictographic}\p{L}]/u

// Piles of combining marks reach into the lines above and below.
const markPile = /(\p{M}{8})\p{M}+/gu

function isAtHome(character: string, offset: number, text: string): boolean {
  if (character === '\n' || variationSelector.test(character)) return true
  if (character !== '\u200c' && character !== '\u200d') return false
  return joins.test(text.slice(Math.max(0, offset - 2), offset)) && joined.test(text.slice(offset + 1, offset + 3))
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  if (code === 0x7f) return '␡'
  const hex = code.toString(16)
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`
}
