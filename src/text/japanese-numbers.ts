/** Converts numbers with kanji (`三千`, `1億2,000万`, `令和6年`) to digits. */
export function expandJapaneseNumbers(text: string): string {
  return text
    .replace(ERA_YEAR, (_whole, era: string, year: string) => {
      const count = year === '元' ? 1 : (valueOf(year) ?? 0)
      return `${(ERA_STARTS[era] ?? 0) + count - 1}年`
    })
    .replace(NUMBER_RUN, (run: string, offset: number, whole: string) => {
      if (!/[〇零一二三四五六七八九十百千万億兆]/.test(run)) return run
      if (!/\d/.test(run) && isPartOfAWord(run, whole, offset)) return run
      return String(valueOf(run) ?? run)
    })
}

const ERA_STARTS: Readonly<Record<string, number>> = { 明治: 1868, 大正: 1912, 昭和: 1926, 平成: 1989, 令和: 2019 }
const ERA_YEAR = /(明治|大正|昭和|平成|令和)(元|\d{1,2}|[一二三四五六七八九十]{1,3})年/g
const NUMBER_RUN = /(?:\d[\d,]{0,20}(?:\.\d{1,10})?[十百千万億兆]?|[〇零一二三四五六七八九十百千万億兆]){1,24}/g
const COUNTER =
  /^(?:つ|年|月|日|時|分|秒|人|名|匹|頭|個|台|本|枚|回|件|円|歳|才|冊|階|度目|割|倍|点|着|位|番目|番(?!人|犬|組|号外)|号|両|機|軒|隻|羽|週|か|ヶ|カ|パーセント|%|センチ|メートル|キロ|ドル|社|校|種|組|戦|杯|皿|箱|行|文字|語|問|条|項|章|頁|ページ|泊|度)/
const WORDS =
  /^(?:一緒|一部|一般|一番(?!目)|十分|一方|一致|一杯|二重|一旦|一瞬|一面|一切|一定|一度(?!目)|一気|一時|万一|千葉|三角|四角|一体|一層|百貨|八百屋|一日中|一見|一種)/

/** Returns true for words such as `一緒` and `十分`, unlike `二人` and `三百`. */
function isPartOfAWord(run: string, whole: string, offset: number): boolean {
  if (WORDS.test(whole.slice(offset, offset + 4))) return true
  const magnitude = /[一二三四五六七八九][十百千万億兆]|[十百千万億兆][一二三四五六七八九十百千万億兆]/.test(run)
  return !magnitude && !COUNTER.test(whole.slice(offset + run.length, offset + run.length + 6))
}

const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  ...Object.fromEntries([...'〇一二三四五六七八九'].map((digit, value) => [digit, value])),
}
const SMALL: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }
const LARGE: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, 兆: 1e12 }

function valueOf(run: string): number | undefined {
  let total = 0
  let group = 0
  let digits: number | undefined
  for (const [piece] of run.replaceAll(',', '').matchAll(/\d+(?:\.\d+)?|./g)) {
    const digit = DIGITS[piece]
    const small = SMALL[piece]
    const large = LARGE[piece]
    if (digit !== undefined) digits = digits === undefined ? digit : digits * 10 + digit
    else if (small !== undefined) {
      group += (digits ?? 1) * small
      digits = undefined
    } else if (large !== undefined) {
      total += (group + (digits ?? (group === 0 ? 1 : 0))) * large
      group = 0
      digits = undefined
    } else if (digits === undefined && /\d/.test(piece)) digits = Number(piece)
    else return undefined
  }
  const value = total + group + (digits ?? 0)
  return Number.isSafeInteger(value * 1000) ? Number(value.toPrecision(12)) : undefined
}
