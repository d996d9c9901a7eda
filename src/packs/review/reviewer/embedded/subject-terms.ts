import { segmentWords, stem } from '../../../../text/index.ts'
import { withoutAspects } from './aspects.ts'
import { countable } from './quantity.ts'

/**
 * The words that say what a text is about: stems in English, runs of kanji, katakana and Latin letters in Japanese.
 * Grammar, numbers, and the words of checking itself are left out.
 */
export function subjectTerms(text: string): readonly string[] {
  const whole = countable(text).toLowerCase()
  const folded = withoutAspects(whole)
    .replaceAll(/(?<!\d)\d+(?:st|nd|rd|th)\b/g, (ordinal) => ordinals[Number.parseInt(ordinal, 10)] ?? ordinal)
    .replaceAll(amounts, ' ')
  const terms: string[] = [...whole.matchAll(identifiers)].flatMap(([, word = '', number = '']) =>
    ignoredEnglish.has(stem(word)) || ignoredEnglish.has(word) ? [] : [`#${number}`],
  )
  for (const [run] of folded.matchAll(
    /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]{2,}|(?<!\d)\d+階|[a-z][a-z0-9]*(?:'s)?/gu,
  )) {
    if (/^[\p{Script=Han}々]/u.test(run)) terms.push(...kanjiTerms(run))
    else if (/^[a-z]/.test(run)) terms.push(...latinTerms(run))
    else terms.push(run)
  }
  return [...new Set(terms)]
}

/**
 * Numbers that tell things of one name apart: `pump 2 is`, `web-1`, `冷蔵庫2の`. What has a unit or is listed is a quantity.
 */
const identifiers =
  /(?:\b([a-z]+)[ -]|(?<=[\p{Script=Han}\p{Script=Katakana}ー]))(?<![\d年月第約は計])(\d{1,3})(?=\s*(?:$|[|;)。、]|[.,](?!\d)|[のはがをもでにと])| (?:is|are|was|were|has|have|must|shall|should|in|of|at)\b)/gu

/** How well a term is found among others, 0–1: the same, a part, or much of it. */
export function likeness(term: string, others: readonly string[]): number {
  let best = 0
  for (const other of others) {
    if (other === term) return 1
    best = Math.max(best, partialLikeness(term, other))
  }
  return best
}

function partialLikeness(term: string, other: string): number {
  if (term.startsWith('#')) return 0
  if (/^[a-z]{5,}$/.test(term) && /^[a-z]{5,}$/.test(other) && (term.startsWith(other) || other.startsWith(term)))
    return 0.8
  if (!/[\p{Script=Han}\p{Script=Katakana}]/u.test(term) || /\d/.test(term)) return 0
  const [short, long] = term.length <= other.length ? [term, other] : [other, term]
  if (short.length >= 2 && long.includes(short)) return short === term ? 0.95 : 0.75
  if (short.length < 3) return 0
  const pairs = bigrams(short)
  const shared = pairs.filter((pair) => long.includes(pair)).length
  return shared / pairs.length >= 0.5 ? 0.6 : 0
}

function bigrams(text: string): readonly string[] {
  return Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2))
}

/** Long compounds are cut as a dictionary does, so that 消火器設置 is about 消火器. */
function kanjiTerms(run: string): readonly string[] {
  const words = run.length <= 4 ? [run] : joinShort(segmentWords(run, 'ja'))
  return words
    .map((word) => word.replace(checkingSuffix, ''))
    .filter((word) => word !== '' && !ignoredJapanese.has(word))
}

/** 消火 and 器 belong together. */
function joinShort(words: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const word of words) {
    const before = joined.at(-1)
    if (word.length === 1 && before !== undefined) joined[joined.length - 1] = before + word
    else joined.push(word)
  }
  return joined
}

function latinTerms(run: string): readonly string[] {
  const bare = run.replace(/'s$/, '')
  if (ignoredEnglish.has(bare) || (bare.length < 2 && !/[a-z]/.test(bare))) return []
  const term = bare.length > 3 ? stem(bare) : bare
  return ignoredEnglish.has(term) ? [] : [term]
}

// What is counted is a matter of its own.
const amounts =
  /(?<!\d)\d+(?:[.,]\d+)*(?![\d階])\s*(?:(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|yen|dollars?|percent|°c|mm|cm|m|km|g|kg|mg(?:\/l)?|db)\b|分間?|時間|週間|日間|年間|万?円|か月|[台個本基枚灯件名人室棟回点年月日割])?(?:以[上下内降前]|未満|超|まで)?/g

const ordinals = ' first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

const checkingSuffix = /(?:設置|点検|確認|状況|状態|有無|済|済み|実施|記録)$/

const ignoredJapanese = new Set(
  '完了 確認 設置 状況 状態 有無 必要 適切 場合 以上 以下 以内 未満 全 各 全般 全体 十分 台 個 本 分 日 年 月 点 内 外 上 下 中 等 済 者 時 間 基準 要件 実施 対象 該当 維持 管理 最低 少 発生 記載 明記'.split(
    ' ',
  ),
)

const ignoredEnglish = new Set(
  'januari februari april june juli august septemb octob novemb decemb a an the and or of in on at to for with by from that this these those is are be been being was were has have had must should shall will can may do does did not no it its they their them there all any each every other than then as if so per via verify confirm check ensure make sure whether within during after before whole condition until maintain also good least most more less fewer over under above below up complet install provid present exist avail properli adequ appropri requir proper adequately properly sufficient sufficiently overall general generally occur happen state mention'.split(
    ' ',
  ),
)
