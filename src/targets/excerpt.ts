/**
 * Returns the beginning of a foreign text, safe to show in an error: at most `length` characters, without any that move
 * a terminal's cursor or change the direction of writing.
 */
export function excerpt(text: string, length: number): string {
  // A character has at most two code units; slicing first avoids spreading a text of 10 MB.
  const characters = Array.from(text.slice(0, length * 2))
  const shown = characters.slice(0, length).join('').replace(unprintable, escaped)
  return shown.length === 0 || text.length <= length || characters.length <= length ? shown : `${shown}…`
}

const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(character: string): string {
  return short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
