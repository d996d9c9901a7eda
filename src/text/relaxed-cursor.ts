/** One for all: a hostile text may have many thousands of braces, and a stack is dear. */
export const notReadable = new Error('not an object')

/**
 * Walks through a text that is nearly JSON, word by word. Blanks, emphasis and comments are passed over.
 *
 * @throws `notReadable` where nothing of what is asked for stands
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

  // A quote that nobody escaped ends the string only where JSON goes on behind it.
  function isFollowedBy(end: RegExp): boolean {
    end.lastIndex = at + 1
    return end.test(text)
  }

  return {
    position: () => at,

    /** The character that comes next. */
    next,

    /** Whether it came next; then it is behind us. */
    took(character: string): boolean {
      if (next() !== character) return false
      at += 1
      return true
    },

    /** What of a sticky pattern stands here, if anything. */
    found,

    expect(pattern: RegExp): string {
      const written = found(pattern)
      if (written === undefined) throw notReadable
      return written
    },

    isQuote: () => closing.has(next()),

    /** The text between the quote that stands here and the one that `end` follows. */
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

/** Which characters close what one opens. */
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
