import { parseJson } from '../../core/index.ts'

const token = /\s*(?:('(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*")|([[\]{}:,()])|([\w.+-]+))\s*/gy

const constants: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  nan: 'null',
  NaN: 'null',
}

/**
 * The value of a dict or a list as Python prints it, `{'city': 'Kobe', 'again': None}`; undefined where a text is none. What was
 * put into a table by pandas, or into a trace by `str()`, looks so.
 */
export function pythonLiteral(text: string): unknown {
  if (!/^\s*[[{(]/.test(text)) return undefined
  const json: string[] = []
  const matcher = new RegExp(token)
  while (matcher.lastIndex < text.length) {
    const match = matcher.exec(text)
    if (match === null) return undefined
    const [, string, sign, word] = match
    if (string !== undefined) json.push(jsonText(string))
    else if (sign !== undefined) pushSign(json, sign)
    else if (word !== undefined) json.push(constants[word] ?? word)
  }
  try {
    return parseJson(json.join(''))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
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
