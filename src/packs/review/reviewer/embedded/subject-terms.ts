import { segmentWords, stem } from '../../../../text/index.ts'
import { unitAt } from '../../../../text/quantities/units.ts'

/**
 * Returns the words that say what a folded text is about: English stems, and runs of kanji, katakana or Latin letters
 * in Japanese. Grammar, quantities and the vocabulary of checking are left out.
 */
export function subjectTerms(text: string): readonly string[] {
  const ordinalWords = text.replaceAll(
    /(?<!\d)\d+(?:st|nd|rd|th)\b/gi,
    (one) => ordinals[Number.parseInt(one, 10)] || one,
  )
  const terms: string[] = [...text.matchAll(identifiers)].flatMap(([, word = '', name = '']) =>
    ignoredEnglish.has(stem(word.toLowerCase())) || ignoredEnglish.has(word.toLowerCase())
      ? []
      : [`#${name.toLowerCase()}`],
  )
  for (const { 0: run, index } of ordinalWords.matchAll(
    /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]{2,}|(?<!\d)\d+階|(?<![a-z\d])[a-zµ][a-z0-9µ]*(?:[_][a-z0-9]+)*(?:'s)?/giu,
  )) {
    if (/^[\p{Script=Han}々]/u.test(run)) terms.push(...kanjiTerms(withoutUnit(ordinalWords, run, index)))
    // Units are looked up in the original text, because their symbols differ in case: 4 kPa.
    else if (/^[a-zµ]/i.test(run)) terms.push(...latinTerms(run.toLowerCase(), ordinalWords, index))
    else terms.push(run)
  }
  return [...new Set(terms)]
}

/** Numbers and letters that tell apart things of the same name: `pump 2 is`, `web-1`, `Region A`, `冷蔵庫2の`. */
const identifiers =
  /(?:\b([A-Za-z]+)[ -]|(?<=[\p{Script=Han}\p{Script=Katakana}ー]))(?<![\d年月第約は計])(\d{1,3}|[B-HJ-Z]|A(?=[ ,.;:)-]*(?:$|and\b|to\b|is\b|[-,.;:)])))(?=\s*(?:$|[|;)、。:-]|[.,](?!\d)|[のはがをもでにと])| (?:is|are|was|were|has|have|must|shall|should|in|of|at|and|to|or|[A-Z])\b)/gu

/** Returns how similar a term is to the best of the others, 0–1. */
export function termLikeness(term: string, others: readonly string[]): number {
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
  // The required term is longer, so the match is only partial.
  if (short.length >= 2 && long.includes(short)) return short === term ? 0.95 : short.length / long.length
  // 非常灯 and 非常照明 share a beginning; katakana with the same ending (スモール, プール) have nothing in common.
  if (!/^\p{Script=Han}{3,}$/u.test(short)) return 0
  const pairs = Array.from({ length: short.length - 1 }, (_, at) => short.slice(at, at + 2))
  return pairs.filter((pair) => long.includes(pair)).length / pairs.length >= 0.5 ? 0.6 : 0
}

function withoutUnit(text: string, run: string, at: number): string {
  if (!/\d ?$/.test(text.slice(Math.max(0, at - 2), at))) return run
  return run.slice(unitAt(text, at)?.length ?? 0).replace(/^[年月日時]?(?:以[上下内降前後]|未満|超|間|末日?)?/, '')
}

/** Cuts long compounds at dictionary words, so that 消火器設置 is about 消火器. */
function kanjiTerms(run: string): readonly string[] {
  // 消火 and 器 belong together.
  const words =
    run.length <= 4
      ? [run]
      : segmentWords(run, 'ja')
          .join(' ')
          .replaceAll(/ (?=\S(?: |$))/g, '')
          .split(' ')
  return words
    .map((word) => word.replace(checkingSuffix, ''))
    .filter((word) => word.length > 1 && !ignoredJapanese.has(word))
}

function latinTerms(run: string, text: string, at: number): readonly string[] {
  const bare = run.replace(/'s$/, '')
  if (bare.length < 2 || ignoredEnglish.has(bare)) return []
  if (/\d[ -]?$/.test(text.slice(Math.max(0, at - 2), at)) && unitAt(text, at)?.length === bare.length) return []
  const term = bare.length > 3 ? stem(bare) : bare
  return ignoredEnglish.has(term) ? [] : [term]
}

const ordinals = ' first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

const checkingSuffix = /(?:設置|確認|状況|状態|有無|済み?|実施|金額)$/

const ignoredJapanese = new Set(
  '完了 確認 設置 状況 状態 有無 必要 適切 場合 以上 以下 以内 未満 以降 以前 全 各 全般 全体 十分 内 外 上 下 中 等 済 者 時 間 日 年 月 分 回 件 円 毎 約 基準 要件 実施 対象 該当 最低 最大 最高 少 限 上限 下限 発生 記載 明記 規定 定 超 条文 条項 項目 行 表 設 求 使 始 支払 支給'.split(
    ' ',
  ),
)

const ignoredEnglish = new Set(
  'januari februari april june juli august septemb octob novemb decemb a an the and or of in on at to for with by from up out into per via as so if than then that this these those is are be been being was were has have had must should shall will would can may might do does did not no it its they them their there all any each every other such verify confirm check ensure make sure whether within during after before until between whole condition also good least most more less fewer over under above below low lower high higher long longer short shorter complet instal march provid present exist avail properli adequ appropri requir proper adequately properly sufficient sufficiently overall general generally occur happen state mention stay remain keep guarante prescrib set specifi list name give given carri limit cap exceed maximum minimum max min earlier later lie exactli number amount document contain includ describ defin term tabl row'.split(
    ' ',
  ),
)
