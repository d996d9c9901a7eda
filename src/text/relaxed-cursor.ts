/** A shared instance: hostile text may have thousands of braces, and creating a stack trace is slow. */
export const notReadable = new Error('not an object')

/**
 * Reads nearly valid JSON token by token. Blanks, emphasis and comments are skipped.
 *
 * @throws `notReadable` when the requested token is not at the current position
 */
export function relaxedCursor(text: string, start: number) {
  let at = start

  function next(): string {
    blank.lastIndex = at
    at += blank.exec(text)?.[0].length ?? 0
    return text.charAt(at)
  }

  function found(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const [written] = pattern.exec(text) ?? []
    at += written?.length ?? 0
    return written
  }

  function escape(): string {
    at += 1
    const character = text.charAt(at)
    if (character !== 'u') return escapes[character] ?? character
    const hex = text.slice(at + 1, at + 5)
    if (!/^[\da-f]{4}$/i.test(hex)) return character
    at += 4
    return String.fromCharCode(Number.parseInt(hex, 16))
  }

  // An unescaped quote ends the string only if JSON continues after it.
  function isFollowedBy(end: RegExp): boolean {
    end.lastIndex = at + 1
    return end.test(text)
  }

  return {
    position: () => at,

    /** Does not consume the character. */
    next,

    /** Consumes the character if it comes next. */
    took(character: string): boolean {
      if (next() !== character) return false
      at += 1
      return true
    },

    /** Consumes and returns the match of a sticky pattern, if any. */
    found,

    expect(pattern: RegExp): string {
      const written = found(pattern)
      if (written === undefined) throw notReadable
      return written
    },

    isQuote: () => closing.has(next()),

    /** Reads the text between the quote at the current position and the closing quote that `end` follows. */
    quoted(end: RegExp, longest = Infinity): string {
      const limit = Math.min(at + longest, text.length)
      const ends = closing.get(text.charAt(at)) ?? ''
      let written = ''
      for (at += 1; at < limit; at += 1) {
        const character = text.charAt(at)
        if (character === '\\') written += escape()
        else if (ends.includes(character) && isFollowedBy(end)) {
          at += 1
          return written
        } else written += character
      }
      throw notReadable
    },
  }
}

const blank = /(?:[\s*`\ufeff\u200b]+|\/\/[^\n]{0,200}\n|\/\*(?:[^*]|\*(?!\/)){0,200}\*\/)*/y
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

const closing = new Map([
  ['"', '"'],
  ['＂', '＂'],
  ["'", "'’"],
  ['“', '”"'],
  ['”', '”"'],
  ['„', '“”"'],
  ['‘', "’'"],
  ['’', "’'"],
])
