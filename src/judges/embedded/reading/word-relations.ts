import { ENGLISH_OPPOSITES, JAPANESE_OPPOSITES, OPPOSED_MINOR_WORDS, OPPOSITE_CHARACTERS } from './opposites.ts'
import { termKey } from './terms.ts'

/** The keys of words that exclude the word with this key: listed, or formed from it (`locked`/`unlocked`, 食前/食後). */
export function oppositesOf(key: string): ReadonlySet<string> {
  opposites ??= relationsAmong([...ENGLISH_OPPOSITES, ...JAPANESE_OPPOSITES])
  const listed = opposites.get(key) ?? NONE
  const formed = /^\p{Script=Han}{2,6}$/u.test(key) ? formedFromKanji(key) : formedFromLetters(key)
  return formed.length === 0 ? listed : new Set([...listed, ...formed])
}

/** Whether a term that carries grammar may still exclude another. */
export function isOpposedMinor(key: string): boolean {
  opposedMinors ??= new Set(OPPOSED_MINOR_WORDS.map(termKey))
  return opposedMinors.has(key)
}

/** The keys of words that mean about the same as the word with this key. */
export function synonymsOf(key: string): ReadonlySet<string> {
  synonyms ??= relationsAmong(SAME_MEANING)
  return synonyms.get(key) ?? NONE
}

const NONE: ReadonlySet<string> = new Set()
let opposites: ReadonlyMap<string, ReadonlySet<string>> | undefined
let oppositeCharacters: ReadonlyMap<string, ReadonlySet<string>> | undefined
let opposedMinors: ReadonlySet<string> | undefined
let synonyms: ReadonlyMap<string, ReadonlySet<string>> | undefined

/** Relates every word of one side of a slash to those of the other sides. */
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

/** Groups of words that say the same in most texts, as they stand there; looked up by stem. Written for this judge. */
const SAME_MEANING: readonly string[] =
  `buy/purchase buyer/purchaser begin/start/commence end/finish/conclude leave/depart help/assist/aid big/large/huge small/little/tiny
  quick/fast/rapid car/automobile/vehicle movie/film photo/photograph/picture doctor/physician lawyer/attorney kid/child
  children/kids job/work/occupation get/obtain/receive/acquire give/provide/supply/offer show/display/demonstrate
  use/utilize/employ make/create/produce build/construct need/require want/wish/desire ask/request answer/reply/respond
  choose/select/pick change/modify/alter fix/repair/mend delete/remove/erase stop/halt/cease keep/retain/maintain
  buy/bought sell/sold go/went/gone come/came see/saw/seen take/took/taken give/gave/given make/made say/said tell/told
  find/found get/got think/thought know/knew/known write/wrote/written speak/spoke/spoken begin/began/begun run/ran
  win/won lose/lost lead/led leave/left keep/kept hold/held stand/stood sit/sat meet/met pay/paid send/sent spend/spent
  build/built teach/taught catch/caught fight/fought bring/brought fall/fell/fallen rise/rose/risen grow/grew/grown
  fly/flew/flown draw/drew/drawn break/broke/broken choose/chose/chosen drive/drove/driven die/died/dead/death
  born/birth kill/murder/slay kill/slain marry/married/wed wife/spouse husband/spouse father/dad mother/mom company/firm/business
  staff/employees employee/worker customer/client price/cost/fee refund/reimbursement pay/payment salary/wage
  meeting/conference trip/journey travel/trip hotel/accommodation flight/plane airplane/plane aircraft/plane
  illness/disease/sickness drug/medicine/medication error/mistake/fault problem/issue/trouble rule/regulation
  law/legislation country/nation city/town area/region/zone road/street house/home rich/wealthy poor/needy
  famous/renowned/well-known important/significant/crucial main/primary/principal correct/right/accurate wrong/incorrect
  yearly/annual/annually year/annum monthly/month weekly/week daily/day every/each allow/permit/let forbid/prohibit/ban
  approve/approval/authorize cancel/annul/void extend/prolong increase/rise/grow decrease/decline/drop/fall reduce/cut/lower
  approximately/about/around/roughly maximum/most/up minimum/least football/soccer tv/television usa/us/american/america
  uk/britain/british england/english germany/german france/french japan/japanese china/chinese russia/russian
  spain/spanish italy/italian india/indian canada/canadian australia/australian mexico/mexican greece/greek rome/roman
  europe/european africa/african asia/asian ireland/irish scotland/scottish wales/welsh holland/netherlands/dutch
  author/writer/wrote singer/sang/sung actor/actress/played play/portray/star sing/sang/sung
  discover/discovery found/founded/establish/established 購入/買/購買 販売/売 開始/始 終了/終/完了
  停止/止/中止 会議/ミーティング 打ち合わせ/会議 会社/企業 従業員/社員 職員/社員 顧客/客/利用者 ユーザー/利用者 料金/費用/価格/代金 返金/払い戻し
  支払/払 病気/疾病 薬/医薬品 間違い/誤り/ミス 問題/課題 規則/規定/ルール 法律/法 国/国家 町/街 道/道路 家/住宅 自動車/車/クルマ 映画/フィルム
  写真/画像 医師/医者 弁護士/弁護人 子供/子ども/こども 仕事/業務/職務 必要/要 申請/申込 提出/出 承認/許可 取消/キャンセル 延長/延 約/およそ/ほぼ
  増加/増 減少/減 男性/男/男の人 女性/女/女の人 人/人物/人々/人間 少年/男の子 少女/女の子 自転車/バイク バイク/オートバイ 電車/列車/鉄道 飛行機/旅客機/航空機
  バス/車両 犬/イヌ 猫/ネコ/ねこ 馬/ウマ 鳥/トリ 牛/ウシ 羊/ヒツジ 象/ゾウ/ぞう キリン/麒麟 食事/食 飲み物/ドリンク 海/海岸/ビーチ 浜辺/ビーチ 芝生/草原
  草/草原 テーブル/机 椅子/イス/いす ソファ/ソファー トイレ/便器 台所/キッチン 部屋/室内 建物/ビル 通り/道路 空/上空 山/雪山 皿/お皿 携帯電話/スマートフォン/携帯
  スマートフォン/スマホ パソコン/ＰＣ/PC ノートパソコン/パソコン コンピューター/コンピュータ テレビ/TV 野球/ベースボール 選手/プレーヤー 打者/バッター 投手/ピッチャー サーファー/サーフィン
  スキーヤー/スキー スケートボード/スケボー スノーボーダー/スノーボード 帽子/キャップ 傘/パラソル 鞄/カバン/バッグ 花/花束 果物/フルーツ 写/映 置/並 停/駐車 走/走行`.split(
    /\s+/,
  )
