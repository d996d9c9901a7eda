import { ENGLISH_OPPOSITES, JAPANESE_OPPOSITES, OPPOSED_MINOR_WORDS, OPPOSITE_CHARACTERS } from './opposites.ts'
import { termKey } from './terms.ts'

/** Returns the keys of listed opposites, and of opposites by form (`locked`/`unlocked`, 食前/食後). */
export function oppositesOf(key: string): ReadonlySet<string> {
  opposites ??= relationsAmong([...ENGLISH_OPPOSITES, ...JAPANESE_OPPOSITES])
  const listed = opposites.get(key) ?? NONE
  const formed = /^\p{Script=Han}{2,6}$/u.test(key) ? formedFromKanji(key) : formedFromLetters(key)
  return formed.length === 0 ? listed : new Set([...listed, ...formed])
}

export function isOpposedMinor(key: string): boolean {
  opposedMinors ??= new Set(OPPOSED_MINOR_WORDS.map(termKey))
  return opposedMinors.has(key)
}

export function synonymsOf(key: string): ReadonlySet<string> {
  synonyms ??= relationsAmong(SAME_MEANING)
  return synonyms.get(key) ?? NONE
}

const NONE: ReadonlySet<string> = new Set()
let opposites: ReadonlyMap<string, ReadonlySet<string>> | undefined
let oppositeCharacters: ReadonlyMap<string, ReadonlySet<string>> | undefined
let opposedMinors: ReadonlySet<string> | undefined
let synonyms: ReadonlyMap<string, ReadonlySet<string>> | undefined

/** Relates every word on one side of a slash to those on the other sides. */
function relationsAmong(groups: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const relations = new Map<string, Set<string>>()
  for (const group of groups) {
    const sides = group.split('/').map((side) => side.split('+').map(termKey))
    for (const side of sides) {
      const others = sides.filter((other) => other !== side).flat()
      for (const key of side) {
        const related = relations.get(key) ?? new Set()
        for (const other of others) if (other !== key) related.add(other)
        relations.set(key, related)
      }
    }
  }
  return relations
}

function formedFromLetters(key: string): readonly string[] {
  if (!/^[a-z]{4,}$/.test(key) || /^(?:un)?less$/.test(key)) return []
  return key.startsWith('un') && key.length >= 6 ? [key.slice(2)] : [`un${key}`]
}

function formedFromKanji(key: string): readonly string[] {
  oppositeCharacters ??= relationsAmong(OPPOSITE_CHARACTERS)
  const formed: string[] = /^[不非未無]..+/u.test(key) ? [key.slice(1)] : ['不', '非', '未', '無'].map((no) => no + key)
  for (const [index, character] of [...key].entries()) {
    for (const other of oppositeCharacters.get(character) ?? NONE) {
      formed.push(key.slice(0, index) + other + key.slice(index + 1))
    }
  }
  return formed
}

/** Words of about the same meaning, written for this judge. They are looked up by stem. */
const SAME_MEANING: readonly string[] =
  `buy/purchase/bought buyer/purchaser begin/start/commence leave/depart help/assist/aid car/automobile/vehicle movie/film
  photo/photograph/picture lawyer/attorney get/obtain/receive/acquire give/provide/supply/offer
  show/display/demonstrate use/utilize/employ make/create/produce build/construct need/require want/wish/desire
  choose/select/pick delete/remove/erase sell/sold go/went/gone come/came see/saw/seen take/took/taken
  give/gave/given make/made say/said tell/told find/found get/got think/thought know/knew/known write/wrote/written
  speak/spoke/spoken begin/began/begun win/won lose/lost lead/led leave/left keep/kept hold/held meet/met pay/paid
  send/sent build/built catch/caught bring/brought fall/fell/fallen rise/rose/risen grow/grew/grown fly/flew/flown
  draw/drew/drawn break/broke/broken choose/chose/chosen drive/drove/driven die/died/dead/death born/birth
  marry/married/wed father/dad mother/mom company/firm/business staff/employees employee/worker customer/client
  price/cost/fee refund/reimbursement pay/payment travel/trip illness/disease/sickness country/nation road/street
  house/home important/significant/crucial yearly/annual/annually monthly/month weekly/week daily/day every/each
  allow/permit/let forbid/prohibit/ban approve/approval/authorize increase/rise/grow decrease/decline/drop/fall
  reduce/cut/lower approximately/about/around/roughly tv/television usa/us/american/america uk/britain/british
  england/english germany/german france/french japan/japanese china/chinese russia/russian spain/spanish india/indian
  canada/canadian australia/australian rome/roman africa/african ireland/irish author/writer/wrote singer/sang/sung
  play/portray/star found/founded/establish/established 購入/買/購買 販売/売 開始/始 終了/終/完了 停止/止/中止
  会議/ミーティング 打ち合わせ/会議 会社/企業 従業員/社員 職員/社員 顧客/客/利用者 ユーザー/利用者 料金/費用/価格/代金
  返金/払い戻し 支払/払 病気/疾病 薬/医薬品 間違い/誤り/ミス 問題/課題 規則/規定/ルール 法律/法 道/道路
  自動車/車/クルマ 写真/画像 医師/医者 子供/子ども/こども 仕事/業務/職務 必要/要 申請/申込 提出/出 承認/許可
  取消/キャンセル 延長/延 約/およそ/ほぼ 増加/増 減少/減 男性/男/男の人 女性/女/女の人 人/人物/人々/人間`.split(/\s+/)
