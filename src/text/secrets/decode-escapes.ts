/** A decoded text and the source offset of each code unit; `starts` has one more entry for the end. */
export type UnescapedText = { readonly text: string; readonly starts: readonly number[] }

/**
 * Decodes the escapes of URLs, JSON, JavaScript and HTML: `%2B`, `\u002b`, `\x2b`, `\/`, `&#43;`, `&plus;`. Each UTF-8
 * byte becomes one code unit. Undefined when there is nothing to decode.
 */
export function decodeEscapes(text: string): UnescapedText | undefined {
  if (!/[%\\&]/.test(text)) return undefined
  const pieces: string[] = []
  const starts: number[] = []
  let end = 0
  const copyUntil = (index: number) => {
    pieces.push(text.slice(end, index))
    for (let position = end; position < index; position += 1) starts.push(position)
  }
  for (const match of text.matchAll(escapes)) {
    const character = readEscape(match[0])
    if (character === undefined) continue
    copyUntil(match.index)
    for (let unit = 0; unit < character.length; unit += 1) starts.push(match.index)
    pieces.push(character)
    end = match.index + match[0].length
  }
  if (end === 0) return undefined
  copyUntil(text.length)
  starts.push(text.length)
  return { text: pieces.join(''), starts }
}

const escapes =
  /%[0-9a-f]{2}|\\u\{[0-9a-f]{1,6}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[^ux\d]|&#x[0-9a-f]{1,6};|&#\d{1,7};|&[a-z]{2,6};/gi

function readEscape(escape: string): string | undefined {
  const [sign, kind = ''] = escape
  if (sign === '%') return fromCode(escape.slice(1), 16)
  if (sign === '&' && kind !== '#') return named[escape.slice(1, -1).toLowerCase()]
  if (sign === '&') return /x/i.test(escape) ? fromCode(escape.slice(3, -1), 16) : fromCode(escape.slice(2, -1), 10)
  if (/[ux]/i.test(kind) && escape.length > 2) return fromCode(escape.slice(2).replace(/[{}]/g, ''), 16)
  return blanks[kind] ?? kind
}

function fromCode(digits: string, radix: number): string | undefined {
  const code = Number.parseInt(digits, radix)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

const blanks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  bsol: '\\',
  plus: '+',
  equals: '=',
  colon: ':',
  semi: ';',
  comma: ',',
  period: '.',
  excl: '!',
  quest: '?',
  num: '#',
  dollar: '$',
  percnt: '%',
  commat: '@',
  ast: '*',
  lowbar: '_',
  hyphen: '-',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  verbar: '|',
  grave: '`',
  nbsp: '\u00a0',
}
