import { type OperationKind, lettersOf, splitSentences } from '../../../text/index.ts'

export type AnswerLanguage = 'en' | 'ja'

export function questionLanguage(question: string): AnswerLanguage {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(question) ? 'ja' : 'en'
}

type AnswerWords = typeof en

/** The place of a section. */
type SectionPlace = { readonly file: string; readonly heading: string; readonly pages: readonly [number, number] }

const placeWith =
  (page: (first: number, last: number) => string) =>
  ({ file, heading, pages: [first, last] }: SectionPlace) =>
    [file, heading, /\.pdf$/i.test(file) ? page(first, last) : ''].filter((part) => part !== '').join(' — ')

/** The Japanese names of the three flags are those of the requirement. */
const ja: AnswerWords = {
  noProcedure: '該当する手順が見つかりませんでした。',
  ambiguous: `質問の情報が不足しているため、手順を特定できません。次の情報を加えて、もう一度質問してください。
- アラートの種類（例: マルウェア検知、不正ログイン）
- アラート ID
- 対象（端末、アカウント、システムなどの範囲）
- 発生時刻
- 実施済みの対応
例: 「10 時 15 分に、経理部の端末 1 台でマルウェア検知アラート（ID: 12345）が発生しました。端末はネットワークから切り離しました。次に行う手順を教えてください。」`,
  dangerous: '⚠️ この操作は承認・確認が必要です',
  preserve:
    '証跡の保全を忘れないでください: 作業の前に関連するログと証拠を複製して保管し、誰がいつ何を行い、誰が承認したかを記録します。',
  extracted: '※ 言語モデルは使わず、手順書の記載をそのまま引用した回答です。',
  nearest:
    '※ 言語モデルは使わず、質問に最も近い節をそのまま引用しています。質問の答えになっているかどうかは判定していません。',
  left: (lines) => `… ほか ${lines} 行。手順書を開いてください`,
  seeAlso: 'あわせて参照:',
  sources: '出典:',
  place: placeWith((first, last) => (first === last ? `${first} ページ` : `${first}–${last} ページ`)),
}

const en = {
  noProcedure: 'No matching procedure was found.',
  ambiguous: `The question does not say enough to find a procedure. Please ask again with:
- the type of alert (such as malware detection, suspicious sign-in)
- the alert id
- the scope (which devices, accounts or systems)
- the time it happened
- the actions already taken
Example: "At 10:15 a malware alert (id 12345) came up on one laptop in accounting. The laptop has been taken off the network. What are the next steps?"`,
  dangerous: '⚠️ This operation needs approval and confirmation',
  preserve:
    'Remember to preserve the evidence: before anything is done, copy the logs and evidence concerned to safe storage, and record who did what, when, and who approved it.',
  extracted: 'Note: no language model wrote this answer; it quotes what the runbooks say.',
  /** The heading where it is unknown whether the sections answer the question. */
  nearest:
    'Note: no language model wrote this answer. These sections are the nearest to the question; whether they answer it was not judged.',
  /** The number of lines left out of a quoted section. */
  left: (lines: number) => `… ${lines} more ${lines === 1 ? 'line' : 'lines'}, open the runbook`,
  seeAlso: 'See also:',
  sources: 'Sources:',
  place: placeWith((first, last) => (first === last ? `page ${first}` : `pages ${first}–${last}`)),
}

/** Safer alternatives to dangerous operations. */
export const saferThan: Readonly<Record<AnswerLanguage, Partial<Record<OperationKind, string>> & { other: string }>> = {
  ja: {
    destroy:
      '安全な代替案: 削除や消去は行わず、対象を読み取り専用の保管先に複製してハッシュ値を記録し、閲覧できる人を限ってください。容量や誤検知が理由でも、扱いは責任者が決めます。',
    tamper: '安全な代替案: 元の記録は変えず、訂正や補足は日時と記入者を添えて別に記録してください。',
    disable:
      '安全な代替案: 監視や保護は止めず、責任者の承認を得て、対象と期限を絞った抑制や検知ルールの調整で対処してください。',
    'power-off':
      '安全な代替案: 電源は入れたままネットワークから隔離し、メモリーの内容を取得してから、停止や再起動の可否を責任者に確認してください。',
    reinstall:
      '安全な代替案: 初期化の前に端末を隔離してディスクイメージとメモリーを取得し、責任者の承認を得てください。',
    pay: '安全な代替案: 支払わず、脅迫文を保存し、経営層、法務部門、警察に相談してください。',
    other:
      '安全な代替案: 先に、影響を受ける相手とシステム、元に戻す手順を別の経路で確かめ、対象と期限を絞り、責任者の承認を得てください。漏えいした鍵の失効は手順書に従います。',
  },
  en: {
    destroy:
      'Safe alternative: delete and erase nothing. Copy it to read-only storage, record the hash values, and limit who may see it. Even for lack of space or a false positive, whoever is responsible decides.',
    tamper:
      'Safe alternative: leave the original record as it is, and note corrections apart from it, with time and author.',
    disable:
      'Safe alternative: keep monitoring and protection on. With approval, suppress or tune only the rule concerned, for a limited scope and time.',
    'power-off':
      'Safe alternative: leave the power on, isolate the machine from the network, capture its memory, and then ask whoever is responsible whether it may be shut down or restarted.',
    reinstall:
      'Safe alternative: isolate the machine, take images of its disk and memory first, and get the approval of whoever is responsible.',
    pay: 'Safe alternative: do not pay. Keep the note, and turn to management, the legal department and the police.',
    other:
      'Safe alternative: find out by another channel who and what is affected and how to go back, limit it to whom, what and how long it is needed, and get the approval of whoever is responsible. What has leaked is revoked as the runbook says.',
  },
}

export const answerWords: Readonly<Record<AnswerLanguage, AnswerWords>> = { ja, en }

/** Whether a sentence is one of these, and therefore known to be safe. */
export function isRunbookAnswerWord(sentence: string): boolean {
  known ??= new Set([ja, en, saferThan.ja, saferThan.en].flatMap((words) => Object.values(words)).flatMap(sentencesOf))
  return known.has(lettersOf(sentence))
}

let known: ReadonlySet<string> | undefined

function sentencesOf(words: unknown): readonly string[] {
  const lines = typeof words === 'string' ? words.split('\n') : []
  return lines.flatMap((line) => [line, ...splitSentences(line)]).map(lettersOf)
}
