import { SOURCE } from './references.ts'

/**
 * Splits English or Japanese text into sentences, copied verbatim without list and heading marks. Every list item is at
 * least one sentence, a table or a code block is one, and lines of punctuation are none. References such as [1] belong
 * to the preceding sentence.
 *
 * @example splitSentences('Dr. Ito left. 雨です。') // ['Dr. Ito left.', '雨です。']
 */
export function splitSentences(text: string): string[] {
  return blocksOf(text.replaceAll(/\r\n?/g, '\n'))
    .flatMap((block) => (block.whole ? block.text : sentencesOf(block.text)))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

type SentencesBlock = { readonly text: string; readonly whole: boolean }

const FENCE = /^\s*(?:```|~~~)/
const TABLE_ROW = /^\s*\|.*\||^[^|\n]*\|[^|\n]*\|/
const LIST_MARK =
  /^\s*(?:[-*+–—](?=\s)|[•‣◦・●○■□◆◇▪]|(?:\d{1,3}[.)]|[a-z]\)|\(\d{1,3}\))(?=\s)|（\d{1,3}）|\d{1,3}[）．、]|[①-⑳])\s*/
const HEADING = /^\s*(?:#{1,6}\s+|>\s*)/

function blocksOf(text: string): readonly SentencesBlock[] {
  const blocks: SentencesBlock[] = []
  let lines: string[] = []
  let kind: 'code' | 'table' | 'prose' = 'prose'
  const close = () => {
    if (lines.length > 0) blocks.push({ text: lines.join('\n'), whole: kind !== 'prose' })
    lines = []
    kind = 'prose'
  }
  for (const line of text.split('\n')) {
    if (kind === 'code') {
      if (FENCE.test(line)) close()
      else lines.push(line)
    } else if (FENCE.test(line)) {
      close()
      kind = 'code'
    } else if (TABLE_ROW.test(line)) {
      if (kind !== 'table') close()
      kind = 'table'
      lines.push(line)
    } else {
      if (kind === 'table' || !continues(lines.at(-1), line)) close()
      if (line.trim() !== '') lines.push(lines.length === 0 ? unmarked(line) : line.trim())
    }
  }
  close()
  return blocks
}

/** Returns whether a line continues the sentence of the line before, as in text wrapped at a fixed width. */
function continues(before: string | undefined, line: string): boolean {
  if (before === undefined || line.trim() === '' || unmarked(line) !== line.trim()) return false
  if (ONLY_REFERENCES.test(line)) return true
  return /[,、，]\s*$/.test(before) || (/^\s*\p{Ll}/u.test(line) && !/[.!?:。！？：]["')\]」』）]*\s*$/.test(before))
}

function unmarked(line: string): string {
  return line.replace(HEADING, '').replace(LIST_MARK, '').trim()
}

const CLOSERS = '"\'”’)\\]」』）】》〉*_'
// A source that the sentence continues after begins that sentence: "[1] says …".
const REFERENCES = String.raw`(?:\s{0,2}${SOURCE}(?!\s*\p{Ll}|[はがをもにで])){0,9}`
const ONLY_REFERENCES = new RegExp(String.raw`^(?:\s*${SOURCE}){1,9}\s*$`)
/** Sentence ends: Japanese marks stand alone; Latin ones need a space or the end of the text after them. */
const END = new RegExp(
  `[。！？｡]+[${CLOSERS}]*${REFERENCES}|(?<![.!?…])[.!?…]+[${CLOSERS}]*${REFERENCES}(?=\\s|$)`,
  'gu',
)

function sentencesOf(block: string): readonly string[] {
  const quotes = outermostQuotes(block)
  const sentences: string[] = []
  let start = 0
  let next = 0
  for (const found of block.matchAll(END)) {
    const end = found.index + found[0].length
    while ((quotes[next]?.to ?? Infinity) < found.index) next += 1
    const quote = quotes[next]
    const inside = quote !== undefined && quote.from < found.index
    if (inside && (end <= quote.to || goesOn(block.slice(end, end + 1)))) continue
    if (
      found[0].startsWith('.') &&
      !endsSentence(block.slice(Math.max(start, found.index - 20), found.index), block.slice(end, end + 20))
    )
      continue
    sentences.push(block.slice(start, end))
    start = end
  }
  return [...sentences, block.slice(start)]
}

/** After a Japanese quotation the sentence usually continues with a particle or a verb of saying. */
function goesOn(rest: string): boolean {
  return /^[とがをはもにでのやへ、,]/.test(rest)
}

type Quote = { readonly from: number; readonly to: number }

/**
 * Finds brackets in which a full stop does not end the surrounding sentence, in order. Unclosed brackets are ignored.
 */
function outermostQuotes(block: string): readonly Quote[] {
  const quotes: Quote[] = []
  const open: { readonly closer: string; readonly from: number }[] = []
  for (const { 0: sign, index } of block.matchAll(/[「『（(【」』）)】]/g)) {
    const closer = BRACKETS[sign]
    if (closer !== undefined) {
      open.push({ closer, from: index })
    } else if (open.at(-1)?.closer === sign) {
      const from = open.pop()?.from ?? index
      while ((quotes.at(-1)?.from ?? -1) > from) quotes.pop()
      quotes.push({ from, to: index })
    }
  }
  return quotes
}

const BRACKETS: Readonly<Record<string, string>> = { '「': '」', '『': '』', '（': '）', '(': ')', '【': '】' }

// Titles never end a sentence, because a name follows them.
const TITLES =
  /(?:^|[\s("'“])(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|Gen|Col|Sgt|Capt|Lt|Rev|Hon|Gov|Sen|Rep|vs|e\.g|i\.e|cf|approx|Fig|Figs|Eq|Vol|pp|ca|viz)$/i
// Abbreviations end a sentence when the next word begins with a capital letter.
const ABBREVIATIONS =
  /(?:^|[\s("'“])(?:etc|al|Inc|Ltd|Co|Corp|Jr|Sr|Bros|a\.m|p\.m|A\.M|P\.M|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Ave|Blvd|Rd|Dept|est|min|max|avg|sec|ft|lb|oz)$/
const NUMBER_SIGN = /(?:^|[\s("'“])(?:No|Nos|Art|Sec|Ch|p)$/i
const INITIALS = /(?:^|[\s(."'“])\p{Lu}$/u

function endsSentence(before: string, rest: string): boolean {
  const next = rest.trimStart()
  if (next === '') return true
  if (TITLES.test(before)) return false
  if (NUMBER_SIGN.test(before)) return !/^\d/.test(next)
  if (INITIALS.test(before)) return false
  if (/^\p{Ll}/u.test(next)) return false
  if (ABBREVIATIONS.test(before)) return /^["'“(]?\p{Lu}/u.test(next)
  return true
}
