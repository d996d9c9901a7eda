import { segmentWords, stem } from '../../../text/index.ts'
import type { DangerousOperation } from './wanted-operation.ts'

/** Rarity of an English stem in general texts, from 0 to 9. */
export type GeneralIdf = (stem: string) => number

/** Rarity up to which a word names nothing. */
const COMMON = 5

/** Whether a question does not say what it is about: no word can be looked up, and no operation has an object. */
export function isAmbiguous(question: string, wanted: DangerousOperation | undefined, generalIdf: GeneralIdf): boolean {
  if (wanted?.object !== undefined) return false
  const named = wordsOf(question).filter(
    (word) => !isAmong(genericWords, word) && !(/^[a-z'’-]+$/.test(word) && generalIdf(stem(word)) < COMMON),
  )
  return wanted === undefined ? named.length === 0 : named.every((word) => isAmong(operationWords, word))
}

/** The words of a question without function words. */
function wordsOf(question: string): readonly string[] {
  return segmentWords(question.normalize('NFKC').replaceAll(genericPhrases, ' '), 'ja')
    .map((word) => word.replace(/['’]s?$/, ''))
    .filter((word) => !/^(?:\p{Script=Hiragana}+|[\p{N}\p{P}\p{S}\p{C}]+|[a-z])$/u.test(word))
}

/** 見えた is 見え or 見 with an ending. */
function isAmong(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || words.has(word.replace(/(?<=\p{Script=Han})\p{Script=Hiragana}+$/u, ''))
}

/** Words that cannot be looked up, such as "alert", "device" or "thing". */
const genericWords: ReadonlySet<string> = new Set(
  [
    // Japanese, as split by the dictionary; words in hiragana alone are never looked up.
    '件 例 方法 手順 手順書 対応 対処 対策 処理 処置 処 措置 措 教え 説明 確認 発生 検知 検出 問題 障害 異常 警告 警報 通知 表示 状況 状態 原因 理由 結果 何 何か 今 今日 昨日 今朝 先 先程 先日 前 後 次 最初 時 時間 場合 必要 可能 大丈夫 助け 助言 相談 質問 回答 答え 急 至急 緊急 早 早急 直 怪 怪し 変 不審 不明 不具合 様子 動作 動き 動 動か 事 物 者 人 私 私達 我々 弊社 当社 社内 会社 同僚 上司 部下 担当 担当者 客 来 出 言 言わ 見 見え 思 思い 知 知り 知ら 行 行い 行う 行え 行動 使 開 起 起き 起こ 困 困っ 分 分か 分から 解 良 良い 悪 正 正し 他 別 同 同じ 内容 詳細 案件 事象 事案 事件 事故 願 欲 欲し 使用 利用 的 等 中 上 下 側 方 点 所 場所 気 感 感じ 調子 様 様な 誰 何処 何時 大 大変 大事 大丈夫 少 少し 多 本当 正直 一 二 三 一つ 一度 一番 度 回 番 番目 目 初動 調査 調べ 復旧 解決 解消 続 続き 続け 進 進め 始 始め 終 終わ 済 手伝 手 手伝っ 止 止め 止ま 直し 直っ 治 遅 重 落 落ち 固 固まっ 鳴 鳴っ 届 届い 受 受け 入 入っ 入り 挙 挙動 違 違い 具体 具体的 概要 全体 全般 色々 例の 添付 画像 画面 番号 資料 下記 以下 上記 以上 右 左 該当 対象 関係 関連 至 頼 頼み 指示 判断 優先 共有 連携 宜し 宜しく 早く 助 助け て',
    'アラート インシデント エラー トラブル システム サーバ サーバー 端末 パソコン マシン ホスト デバイス 機器 ツール ソフト アプリ サービス サーバー ケース パターン メッセージ ポップアップ セキュリティ イベント チケット フロー ステップ アドバイス ヘルプ 電話 ユーザ ユーザー コンピュータ コンピューター 自分 社員 利用者 現場',
    '全 全部 全て 一切 残り 実行 実施 操作 変更 設定 登録 無 有 化',
    // English, without endings.
    'a an the and or but if so as at by for from in into of on onto to with about than then there here this that these those up out off over under again it its he she they them his her their we us our you your i me my mine who whom whose which what when where why how is are was were be been being am do does did done have has had having will would shall should can could may might must not no yes please tell show give explain describe many much long s t d ll re ve m let',
    'something anything everything nothing someone somebody thing things stuff one ones all any some other another more most few case cases issue issues problem problems trouble error errors alert alerts alarm alarms warning warnings notification notifications incident incidents event events situation happening happen happened happens occur occurred wrong weird strange odd suspicious bad broken fix fixing handle handling deal dealing respond response responding react procedure procedures step steps instruction instructions guide guidance advice way process check checking look see saw seen know need needs want help helping urgent urgently asap quick quickly now today yesterday just got get getting getting came come comes went go going gone first next last previous before after earlier later same like again still really very bit kind sort right ok okay hi hello hey thanks thank sorry question questions ask answer info information details detail report-this make made take took taken say said says mean means think thought seem seems seemed looks looking popped pop showing shown screen message messages appear appeared appears use using used happening begin start started try tried set turn keep work working works find found',
    'system systems server servers machine machines computer computers pc pcs laptop host hosts device devices terminal endpoint tool tools software app application service user users person team colleague boss manager security soc runbook runbooks manual',
    'normal suggest recommend shift guy guys folks bit act acting behave behaving behaves advise advice investigate investigation recover recovery resolve resolved',
  ].flatMap((words) => words.split(' ')),
)

/** Operations: "delete it" names no object, while 停止状況 names a topic. */
const operationWords: ReadonlySet<string> = new Set(
  '削除 消 消し 消す 消去 消せ 廃棄 破棄 捨 捨て 停止 無効 無効化 初期 初期化 再起動 起動 上書 上書き 電源 切 delete deleting remove erase wipe clear stop stopping disable shut shutdown reboot restart kill format reset off power reimage reinstall rebuild purge shred overwrite 抹消 消さ 止め 再イメージ フォーマット'.split(
    ' ',
  ),
)

/** Phrases removed before words are checked: who reported something does not say what it is. */
const genericPhrases =
  /(?<![一二三四五六七八九十百])[一二三四五六七八九十百]+(?:分|時間|日|週間|か月|ヶ月|年|人|件|台|回|枚)(?:以内|前|後|目)?|連絡が(?:来|あり|入り?)\S{0,4}|(?:お)?(?:疲れ様|世話になっ)\S*|(?:宜|よろ)しく\S*|お願い\S*|ありがとう\S*|what(?:'s| is) (?:going on|up)|in case|let me know|at (?:once|all)|as soon as possible|right away/giu
