import { parseJson } from '../core/index.ts'

const token =
  /\s*(?:('(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|`(?:[^`\\]|\\[^])*`)|([[\]{}:,()])|(\+)(?=\s*['"`])|([\w$.+-]+))\s*/gy

const words: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  nan: 'null',
  NaN: 'null',
  undefined: 'null',
  // What Node.js leaves out of deep values.
  Object: '',
  Array: '',
}

/**
 * The value of an object or a list as Python or Node.js prints it, `{'city': 'Kobe', 'again': None}` or `{ city: 'Kobe' }`;
 * undefined where a text is none. What was put into a table by pandas, into a trace by `str()`, or onto a console looks so.
 */
export function printedValue(text: string): unknown {
  if (!/^\s*[[{(]/.test(text)) return undefined
  const json: string[] = []
  let joins = false
  const matcher = new RegExp(token)
  while (matcher.lastIndex < text.length) {
    const match = matcher.exec(text)
    if (match === null) return undefined
    const [, string, sign, plus, word] = match
    if (string !== undefined) json.push(joins ? joined(json.pop() ?? '', jsonText(string)) : jsonText(string))
    else if (sign !== undefined) pushSign(json, sign)
    else if (word !== undefined)
      json.push(text[matcher.lastIndex] === ':' ? JSON.stringify(word) : (words[word] ?? word))
    joins = plus !== undefined
  }
  try {
    return parseJson(json.join(''))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

/** Node.js prints each line of a text as a text of its own. */
function joined(one: string, other: string): string {
  return one.endsWith('"') ? `${one.slice(0, -1)}${other.slice(1)}` : `${one}${other}`
}

/** Tuples are lists, and the last entry may have a comma behind it. */
function pushSign(json: string[], sign: string): void {
  const written = sign === '(' ? '[' : sign === ')' ? ']' : sign
  if (/[\]}]/.test(written) && json.at(-1) === ',') json.pop()
  json.push(written)
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '0': '\0',
  '\n': '',
}

function jsonText(quoted: string): string {
  const text = quoted.slice(1, -1).replace(/\\(x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[^])/gi, (_, escape: string) => {
    if (escape.length > 1) return String.fromCodePoint(Math.min(Number.parseInt(escape.slice(1), 16), 0x10_ff_ff))
    return escapes[escape] ?? escape
  })
  return JSON.stringify(text)
}
