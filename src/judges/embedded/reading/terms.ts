import { MAGNITUDES, MONTHS, NUMBER_WORDS, romanValue, segmentWords, stem } from '../../../text/index.ts'
import { plainText } from './plain-text.ts'

/**
 * A word or number of a text. `key` is its form for comparison: an English stem, a Japanese word without its
 * inflection, a number as `#12`, a month as `@5`.
 */
export type Term = {
  readonly key: string
  readonly kind: 'word' | 'name' | 'number'
  readonly isStopWord: boolean
  /** The folded text in lower case. */
  readonly written: string
}

export function termsOf(text: string): readonly Term[] {
  const terms: Term[] = []
  let atStart = true
  const plain = plainText(text)
  const namesByLetters = /(?<![\p{L}\p{N}'.])[B-HJ-Z](?![\p{L}\p{N}']|\.\p{L})/u.test(plain)
  for (const { 0: token, index } of plain.matchAll(TOKEN)) {
    if (/^[.!?。!?\n]/.test(token)) {
      atStart = true
      continue
    }
    if (JAPANESE.test(token)) terms.push(...japaneseTerms(token))
    // Beside a B, an A is no article. In Japanese a capital letter is part of a name: A社.
    else if (isFirst(token, plain.slice(Math.max(0, index - 24), index))) terms.push(numberTerm(1, 'i'))
    else {
      const isPartOfName = JAPANESE.test(plain.slice(index + token.length, index + token.length + 1))
      addTerm(terms, token, atStart && !isPartOfName && !(token === 'A' && namesByLetters))
    }
    atStart = false
  }
  return terms
}

export function termKey(word: string): string {
  return termsOf(word)[0]?.key ?? word
}

/** Recognizes the numeral in "World War I": it follows a name that is not the first word, as in "Can I". */
function isFirst(token: string, before: string): boolean {
  return token === 'I' && /[\p{L}\p{N}] \p{Lu}\p{Ll}{2,20} $/u.test(before)
}

export function isJapanese(text: string): boolean {
  return (
    /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || (/\p{Script=Han}/u.test(text) && !/[a-z]{3}/i.test(text))
  )
}

const LETTER = String.raw`[[\p{L}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]]`
const TOKEN = new RegExp(
  [
    String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+`,
    String.raw`\u2212?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:st|nd|rd|th|s|k|K|m|M|bn|Bn|BN)?(?!\d|${LETTER})`,
    String.raw`[${LETTER}\p{N}][${LETTER}\p{N}\p{M}]*(?:'${LETTER}{1,3}(?!${LETTER}))?`,
    String.raw`[%$€£¥]`,
    String.raw`[.!?。!?\n]`,
  ].join('|'),
  'gv',
)
const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u
const SYMBOLS = new Map(Object.entries({ $: 'dollar', '€': 'euro', '£': 'pound', '¥': '円', '%': '%', percent: '%' }))

function addTerm(terms: Term[], token: string, atStart: boolean): void {
  const lower = token.toLowerCase()
  const before = terms.at(-1)
  const joined = joinedNumber(before, lower)
  const month = monthOf(token, before)
  if (joined !== undefined) terms[terms.length - 1] = joined
  else if (month !== undefined) terms.push({ key: `@${month}`, kind: 'number', isStopWord: false, written: lower })
  else terms.push(termOf(token, lower, atStart))
}

/** Recognizes `twenty - one`, `3 million` and `3 dozen`. */
function joinedNumber(before: Term | undefined, lower: string): Term | undefined {
  if (before?.kind !== 'number' || !before.key.startsWith('#')) return undefined
  const [value, magnitude] = [Number(before.key.slice(1)), lower === 'dozen' ? 12 : MAGNITUDES.get(lower)]
  if (magnitude !== undefined) return numberTerm(value * magnitude, `${before.written} ${lower}`)
  const ones = /^#[2-9]0$/.test(before.key) && before.written.endsWith('ty') ? NUMBER_WORDS.get(lower) : undefined
  return ones === undefined || ones >= 10 ? undefined : numberTerm(value + ones, `${before.written} ${lower}`)
}

function termOf(token: string, lower: string, atStart: boolean): Term {
  const value = numericValue(token, lower)
  // `one` is more often a pronoun than a number.
  if (value !== undefined) return { ...numberTerm(value, lower), isStopWord: lower === 'one' || lower === 'once' }
  if (/^(?:clock\d{4}|half)$/.test(lower)) return { key: lower, kind: 'number', isStopWord: false, written: lower }
  const symbol = SYMBOLS.get(lower)
  if (symbol !== undefined) return { key: symbol, kind: 'word', isStopWord: false, written: lower }
  // In capitals `US`, `IT` and `WHO` are names, and so is the A of `plan A`.
  const isStopWord =
    ENGLISH_STOP_WORDS.has(lower) && !/^(?:[A-Z]{2,}|[B-HJ-Z])$/.test(token) && (token !== 'A' || atStart)
  const bare = lower.replace(/'s$/, '')
  const key = /^[a-z]{4,}$/.test(bare) ? stem(bare) : bare
  const capital = /^\p{Lu}/u.test(token) && (!atStart || /^\p{Lu}{2}/u.test(token))
  return { key, kind: capital && !isStopWord ? 'name' : 'word', isStopWord, written: lower }
}

function numericValue(token: string, lower: string): number | undefined {
  if (token.startsWith('\u2212')) return Number(token.slice(1).replace(/[^\d.]/g, '')) * -1
  if (/^\d[\d,]*(?:\.\d+)?$/.test(token)) return Number(token.replaceAll(',', ''))
  const suffixed = /^(\d[\d,]*(?:\.\d+)?)(st|nd|rd|th|s|k|m|bn)$/.exec(lower)
  if (suffixed !== null) {
    const scale = { k: 1e3, m: 1e6, bn: 1e9 }[suffixed[2] ?? ''] ?? 1
    return Number(suffixed[1]?.replaceAll(',', '')) * scale
  }
  return NUMBER_WORDS.get(lower) ?? romanValue(token)
}

function numberTerm(value: number, written: string): Term {
  return { key: `#${Number(value.toPrecision(12))}`, kind: 'number', isStopWord: false, written }
}

const MONTH_NUMBERS = new Map(
  MONTHS.flatMap((name, index) => [
    [name.toLowerCase(), index + 1],
    [name.slice(0, 3).toLowerCase(), index + 1],
  ]),
)

/** Ambiguous or short names (`may`, `march`, `dec`) are months only with a capital or after a number. */
function monthOf(token: string, before: Term | undefined): number | undefined {
  const month = MONTH_NUMBERS.get(token.toLowerCase())
  if (month === undefined) return undefined
  const clear = token.length > 5 || /^(?:April|June|July|May|March)$/.test(token)
  return clear || before?.kind === 'number' ? month : undefined
}

function japaneseTerms(run: string): readonly Term[] {
  return segmentWords(run, 'ja').map((segment) => {
    const kana = /^[\p{Script=Hiragana}ー]+$/u.test(segment)
    const isStopWord = JAPANESE_STOP_WORDS.has(segment) || (kana && segment.length <= 2)
    const key = kana ? segment : segment.replace(/(?<=\p{Script=Han})\p{Script=Hiragana}{1,4}$/u, '')
    return { key, kind: /^[\p{Script=Katakana}ー]{3,}$/u.test(segment) ? 'name' : 'word', isStopWord, written: segment }
  })
}

/** Grammatical words of little meaning, in lower case. Negations are not among them. */
const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the and or but if so as at by for from in into of on onto off over to up with about after before between during
  through under above below than then there here this that these those it its it's he she they them his her hers their
  theirs him we us our ours you your yours i me my mine who whom whose which what when where why how is are was were
  be been being am do does did done doing has have had having will would shall should can could may might must s t d
  ll re ve m also just very too quite rather really still yet both each every any some such own same other others only
  more most much many few all because while until against again further once out down that's i'm you're they're we're
  isn't there's he's she's what's let let's said says say one's upon via per among within across along around ever
  even though although however therefore thus hence well like etc according known called named based`.split(/\s+/),
)

const JAPANESE_STOP_WORDS: ReadonlySet<string> = new Set(
  `として という によって により による られる において なかっ しかし について その後 できる における および さらに その他 に関する に対して 特に 及び これら ながら そして とともに ただし かつて それぞれ
  または ものの に対する ほとんど と共に といった ところ ました ましょ ください ござい いただき ています ている とても 年 月 日 的 中 上 下 様 方 可能 出来 場合`.split(
    /\s+/,
  ),
)
