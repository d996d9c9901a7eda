/**
 * Breaks up text that build servers would execute as a command when a program prints it, as an agent could make it do:
 *
 * - GitHub: a line that begins, after blanks, with `::`, and `##[` anywhere
 * - Azure Pipelines: `##vso[` and `##[` anywhere
 * - TeamCity: `##teamcity[`
 * - GitLab: `section_start:` and `section_end:`; Travis: `travis_fold:` and `travis_time:`
 *
 * GitHub's runner compares as .NET does, ignoring invisible characters, so they are ignored here too, and a visible
 * blank breaks the command up.
 */
export type CommandBreaker = (text: string) => string

/** Breaks commands up in a stream of texts, also when one spans two texts. */
export function commandBreaker(): CommandBreaker {
  // The beginning of the current line.
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

export async function* chunksWithoutCommands(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  const broken = commandBreaker()
  for await (const chunk of chunks) yield broken(chunk)
}

/** Writes characters of commands in strings as escapes, which does not change the JSON's meaning. */
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

/** The range of a command. A blank at `at` breaks it up, and so does an escape in place of `sign`. */
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
// Every command of this kind contains one of these words, which are rare in other text and quick to find.
const behindWords = new RegExp(
  `_${unseen}(?:${['start', 'end', 'fold', 'time'].map(spread).join('|')})${unseen}:`,
  'iv',
)
const colons = new RegExp(`:${unseen}:`, 'v')
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g
// Searched one by one, because one pattern for all three takes three to ten times as long and they are rare.
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

// Longer than the beginning of any command, unless invisible characters stretch it.
const remembered = 256

/** Returns the last line of a text; of a long line only its end, with an `x` for the text before it. */
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

/** The same characters as `lineBreak`, by code, for a fast search backwards. */
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
