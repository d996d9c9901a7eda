/**
 * What build servers take for commands when a program prints it, and agents must not be able to say through us:
 *
 * - GitHub: a line that begins, after blanks, with `::`, and `##[` anywhere
 * - Azure Pipelines: `##vso[` and `##[` anywhere
 * - TeamCity: `##teamcity[`
 * - GitLab: `section_start:` and `section_end:`; Travis: `travis_fold:` and `travis_time:`
 *
 * GitHub's runner compares as .NET does, which passes over invisible characters: so they are passed over here too, and what
 * breaks a command up is a blank that everybody sees.
 */
export type CommandBreaker = (text: string) => string

/** Breaks commands up in a stream of texts, also where one begins in a text and ends in the next. */
export function commandBreaker(): CommandBreaker {
  // The line that is being written, as far as it matters.
  let line = ''
  return (text) => {
    const written = line.length
    const whole = line + text
    const commands = placesIn(whole)
    line = endOf(whole)
    if (commands.length === 0) return text
    const places = commands.flatMap(({ from, at, to }) => {
      if (to <= written) return []
      return [{ from, at: Math.max(at, written) }]
    })
    return withBlanks(
      whole,
      places.map(({ at }) => at),
    ).slice(written)
  }
}

export function withoutCommands(text: string): string {
  return commandBreaker()(text)
}

/** The same for texts that come one after another. */
export async function* chunksWithoutCommands(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  const broken = commandBreaker()
  for await (const chunk of chunks) yield broken(chunk)
}

/** JSON that says the same and is no command: characters of strings are written as escapes. */
export function jsonWithoutCommands(json: string): string {
  const places = anywhere(json)
  if (places.length === 0 && !lineSeparators.some((one) => json.includes(one))) return json
  let end = 0
  let escaped = ''
  for (const { sign } of places) {
    escaped += json.slice(end, sign) + escapeOf(json.charAt(sign))
    end = sign + 1
  }
  return (escaped + json.slice(end)).replaceAll(allLineSeparators, escapeOf)
}

/** From its first character to behind its last; a blank at `at` breaks it up, and so does an escape in place of `sign`. */
type WorkflowCommandsPlace = { readonly from: number; readonly at: number; readonly to: number; readonly sign: number }

const unseen = String.raw`[[\p{Cc}\p{Default_Ignorable_Code_Point}]--[\n\r\v\f\u0085]]*`

function spread(word: string): string {
  return Array.from(word).join(unseen)
}

const marks = new RegExp(
  `(#${unseen}#)${unseen}(?:${spread('vso')}${unseen}|${spread('teamcity')}${unseen})?\\[`,
  'giv',
)
const words = new RegExp(
  `(${spread('section_')}${unseen}(?:${spread('start')}|${spread('end')})|${spread('travis_')}${unseen}(?:${spread('fold')}|${spread('time')}))${unseen}:`,
  'giv',
)
// What every command of its kind has, and hardly any other text: both begin with a character that is quick to look for.
const behindWords = new RegExp(
  `_${unseen}(?:${['start', 'end', 'fold', 'time'].map(spread).join('|')})${unseen}:`,
  'iv',
)
const colons = new RegExp(`:${unseen}:`, 'v')
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g
// Looked for one by one: one pattern for all three takes three to ten times as long, and hardly any text has one of them.
const lineSeparators = ['\u0085', '\u2028', '\u2029']
const allLineSeparators = /[\u0085\u2028\u2029]/g
const ansi = String.raw`\u001b\[[0-?]*[ -\/]*[@-~]`
const begins = new RegExp(`^((?:${ansi}|[\\s\\p{Cc}\\p{Default_Ignorable_Code_Point}])*:)${unseen}:`, 'v')

function placesIn(text: string): readonly WorkflowCommandsPlace[] {
  const places = [...anywhere(text), ...atLineStarts(text)]
  return places.toSorted((one, other) => one.at - other.at)
}

function anywhere(text: string): readonly WorkflowCommandsPlace[] {
  const found: WorkflowCommandsPlace[] = []
  if (text.includes('#')) {
    for (const match of text.matchAll(marks)) {
      const at = match.index + (match[1]?.length ?? 0)
      found.push({ from: match.index, at, to: match.index + match[0].length, sign: match.index })
    }
  }
  if (behindWords.test(text)) {
    for (const match of text.matchAll(words)) {
      const to = match.index + match[0].length
      found.push({ from: match.index, at: match.index + (match[1]?.length ?? 0), to, sign: to - 1 })
    }
  }
  return found.toSorted((one, other) => one.from - other.from)
}

function atLineStarts(text: string): readonly WorkflowCommandsPlace[] {
  if (!colons.test(text)) return []
  const found: WorkflowCommandsPlace[] = []
  let start = 0
  for (const end of [
    ...Array.from(text.matchAll(lineBreak), ({ index, 0: { length } }) => index + length),
    text.length,
  ]) {
    const beginning = begins.exec(text.slice(start, end))
    if (beginning !== null) {
      const at = start + (beginning[1]?.length ?? 0)
      found.push({ from: at - 1, at, to: start + beginning[0].length, sign: at - 1 })
    }
    start = end
  }
  return found
}

// Longer than any command's beginning, but for one that somebody stretches with what nobody sees.
const remembered = 256

/** The last line of a text, shortened: what stood further in front is no blank. */
function endOf(text: string): string {
  const line = text.slice(lastBreak(text))
  if (line.length <= remembered) return line
  const end = line.slice(-remembered)
  return begins.test(`${line}::`) ? ' '.repeat(remembered) : `x${end}`
}

function lastBreak(text: string): number {
  for (let index = text.length; index > 0; index -= 1) if (breaksLine(text.charCodeAt(index - 1))) return index
  return 0
}

/** The same characters as `lineBreak`, by their codes: long lines are looked through backwards. */
function breaksLine(code: number): boolean {
  return (code >= 0x0a && code <= 0x0d) || code === 0x85 || code === 0x20_28 || code === 0x20_29
}

function withBlanks(text: string, places: readonly number[]): string {
  let end = 0
  let broken = ''
  for (const place of places) {
    broken += `${text.slice(end, place)} `
    end = place
  }
  return broken + text.slice(end)
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
