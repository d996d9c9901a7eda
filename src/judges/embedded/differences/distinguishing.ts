import { CURRENCIES } from '../reading/quantities.ts'
import { type Term, termsOf } from '../reading/terms.ts'

/** Kind of word. Two different words of the same kind name different things, except for kind `word`. */
export type Distinction = keyof typeof WORDS | 'number' | 'month' | 'clock' | 'name' | 'word'

export function distinctionOf({ key, kind }: Term): Distinction {
  if (key.startsWith('#')) return 'number'
  if (key.startsWith('@')) return 'month'
  if (/^clock\d/.test(key)) return 'clock'
  return listed().get(key)?.kind ?? (kind === 'name' ? 'name' : 'word')
}

/** Returns whether two listed words mean the same, such as grey and gray or 白 and 白色. */
export function isSameOfKind(one: string, other: string): boolean {
  const [first, second] = [listed().get(one), listed().get(other)]
  return first !== undefined && first.kind === second?.kind && first.group === second.group
}

export function isListed(key: string): boolean {
  return listed().has(key)
}

const WORDS = {
  // Words separated by a slash mean the same.
  weekday:
    'monday/月曜日/月曜 tuesday/tue/tues/火曜日/火曜 wednesday/水曜日/水曜 thursday/thu/thurs/木曜日/木曜 friday/fri/金曜日/金曜 saturday/土曜日/土曜 sunday/日曜日/日曜',
  day: 'today/今日/本日 tomorrow/明日/あす yesterday/昨日/きのう 明後日/あさって 一昨日/おととい tonight/今夜/今晩 今週 来週 先週 今月 来月 先月 今年/本年 来年 去年/昨年',
  colour:
    'red/crimson/scarlet/赤/赤色/赤い/紅 blue/navy/azure/青/青色/青い/紺 green/緑/緑色 yellow/黄/黄色/黄色い white/白/白色/白い black/黒/黒色/黒い grey/gray/灰色/グレー orange/オレンジ色/橙 purple/violet/紫/紫色 pink/ピンク/桃色 brown/茶/茶色/茶色い beige/ベージュ turquoise/cyan/水色 golden/金色 silvery/銀色',
  direction:
    'north/northern/北/北側/北口/北部 south/southern/南/南側/南口/南部 east/eastern/東/東側/東口/東部 west/western/西/西側/西口/西部 left/左/左側 right/右/右側',
  meal: 'breakfast/朝食/朝ご飯 lunch/昼食/昼ご飯 dinner/supper/夕食/夕飯/晩ご飯',
  season: 'spring/春 summer/夏 autumn/秋 winter/冬',
  currency: CURRENCIES,
} as const

type DistinguishingList = { readonly kind: keyof typeof WORDS; readonly group: string }
let words: ReadonlyMap<string, DistinguishingList> | undefined

function listed(): ReadonlyMap<string, DistinguishingList> {
  words ??= new Map(
    (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((kind) =>
      WORDS[kind].split(' ').flatMap((entry) => {
        const group = entry.split('/')[0] ?? entry
        return entry.split('/').map((word) => [termsOf(`the ${word}`)[1]?.key ?? word, { kind, group }] as const)
      }),
    ),
  )
  return words
}
