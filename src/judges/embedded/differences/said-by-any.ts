import { type Term, termKey } from '../reading/terms.ts'

/** Returns whether a word is common in answers on any subject: "the price is", "currently", 「現在」, 「当店」. */
export function isSaidByAnyAnswer({ key }: Term, japanese: boolean): boolean {
  english ??= new Set(ENGLISH.split(/\s+/).map(termKey))
  return (japanese ? JAPANESE : english).has(key)
}

let english: ReadonlySet<string> | undefined

const ENGLISH = `answer reply response question value figure result total amount number price cost temperature address name date day
  time year month place currently now present exactly approximately roughly nearly almost correct right yes no sure
  please thanks hello hi sir madam dear following information according record data note list located found situated
  called available actually indeed it thing way use i simply person people man woman someone company organization
  official opening closing mr mrs ms miss dr prof professor`
const JAPANESE: ReadonlySet<string> = new Set(
  `現在 以下 回答 答 予定 情報 場所 方法 当店 当社 弊社 当館 私 弊店 本件 質問 件 旨 確認 案内 内容 詳細 結果 記録 該当 今回 開催 対応 連絡 回 目 約 およそ 合計 全部 全体 毎 毎週 毎日 毎月 以内
  以上 以降 以前 未満 頃 前後 程度 値 数 数値 名前 名称 日付 日時 時間 時刻 金額 価格 値段 料金 住所 番 号 色 頁 正解 正確 実施 人 名 台 個 本 枚 歳 才 円 度 分 秒 時 週 間 室 員 者 後 前
  内 等 際 為 誰 何 何処 何時 何人 幾 教授 博士 先生 氏 通`.split(/\s+/),
)
