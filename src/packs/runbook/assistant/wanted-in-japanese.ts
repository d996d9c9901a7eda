import type { DangerousOperation } from './dangerous-operation.ts'
import type { DangerousOperations } from '../../../text/index.ts'
import { dangerousOperations } from '../../../text/index.ts'
import {
  contextWindow,
  counterVerbsJa,
  japaneseVerbs,
  lookedAt,
  pronouns,
  requestVerbsJa,
  thirdPersonsJa,
} from './request-words.ts'

// Japanese: the object stands in front of the operation, the mood behind it.

/** @param above what stands in front of the sentence: what it leaves out */
export function wantedInJapanese(sentence: string, above: string): DangerousOperation | undefined {
  const read = japaneseVerbs.reduce((text, [form, noun]) => text.replaceAll(form, noun), sentence)
  for (const [row, pattern] of patterns) {
    for (const match of read.matchAll(pattern)) {
      const before = read.slice(Math.max(0, match.index - contextWindow), match.index)
      const after = read.slice(match.index + match[0].length).slice(0, contextWindow)
      if (!isWantedJa(before, after, match[0])) continue
      const object = objectJa(row, before, after)
      if (object === '' && before === '' && isAboutAnother(row, above)) continue
      if (object === undefined || (row.kind === 'revoke' && COMPROMISED.test(before))) continue
      return { kind: row.kind, operation: match[0], object: object || undefined }
    }
  }
  return undefined
}

/** "A mail comes every hour. How do I stop?" says what is to be stopped. */
function isAboutAnother(row: DangerousOperations, above: string): boolean {
  return /[\p{Script=Han}\p{Script=Katakana}]/u.test(above) && !objectPattern(row, '').test(above)
}

/** Taking a key away that others have is containment, as runbooks tell it. */
const COMPROMISED = /(?:侵害|漏えい|漏洩|流出|盗|不正|悪用|紛失|窃取)[^。]{0,20}$/

const patterns = new Map(dangerousOperations.map((row) => [row, new RegExp(longestFirst(row.ja.operations), 'g')]))

/** An operation whose noun is also another thing: a format, an alteration that something has. */
const doneOnly = /^(?:フォーマット|クリア|リセット|変更|修正|編集|加工|除外|解除|オフ|処分|中断|停止)$/

const negatedJa =
  /^(?:し|でき)?(?:ない(?!と(?:いけ|だめ|ダメ|駄目|困))|な(?:く(?!ちゃ)|かっ)|ません|ずに?|ぬ(?!き)|ては(?:いけ|なら|だめ|ダメ|駄目|いか)|ちゃ(?:いけ|だめ|ダメ|駄目)|たく(?:な|あり)|せず)|^せず|^されな|^(?:は|も)し(?:ない|ません|なかっ)|^(?:は|を)?(?:禁止|厳禁|不可|だめ|ダメ|駄目|避け|控え|行わ|やめ|止め)/
const passiveJa = /^(?:が)?(?:され|せられ)/
const pastJa =
  /^(?:し)?(?:た(?!い|く|が|ら(?:いい|よい|良い|だめ|ダメ|どう)|ほうが|方が)|ました|てしま(?:った|い(?:ました|まし))|ちゃった|ちゃいました|てあ(?:る|り))/
const stateJa = /^(?:し)?て(?:い(?:る|た(?!だ)|ます|まし|て|ない)|る|ます|た(?![いら]))/
/** A conjunct that only says what is asked about, such as 停止状況; bare nouns may be joined by の. */
const lookedAtJa = new RegExp(`^(?:の|操作の?|行為の?|コマンドの?)?(?:${lookedAt})`)
const counteredJa = new RegExp(
  `^(?:操作|行為|コマンド|の?試み|試行|イベント|アラート|攻撃|要求)?(?:の|を|が|は|に|へ|から|による|に関する|について|に対する|への|という|、|など)+(?!実施|実行|行|お願い|依頼|許可|承認)[^。]*?(?:${counterVerbsJa})`,
)
const requestedJa = new RegExp(`^(?:操作|作業|処理|対応)?(?:の|を|が|は|も)*[^、。]{0,6}?(?:${requestVerbsJa})`)
/** いつ止めて: asks for a rule. */
const policyJa = /(?:いつ|なぜ|どうして|誰が|だれが)(?:まで|頃|ごろ)?(?:に|は)?$/
const formJa = /^(?:し|す|せ|さ|でき|可)/

function isWantedJa(before: string, after: string, operation: string): boolean {
  if (negatedJa.test(after) || passiveJa.test(after) || pastJa.test(after) || stateJa.test(after)) return false
  if (lookedAtJa.test(after) || policyJa.test(before)) return false
  if (doneBySomebodyJa.test(before) && !/依頼|頼まれ|指示|言われ|求め/.test(after)) return false
  if (formJa.test(after)) return !isCounteredVerbJa(after)
  if (doneOnly.test(operation) && !requestedJa.test(after) && !/^[。!?！？\s]*$/.test(after)) return false
  if (doneOnly.test(operation) && before.endsWith('の'))
    return requestedJa.test(after) && /^(?:の|を)/.test(after) && !/^を?(?:教え|知)/.test(after)
  if (counteredJa.test(after) && !/^(?:を|の)?(?:お願い|依頼)/.test(after)) return false
  return requestedJa.test(after) || /^(?:[。!?！？\s、ー〜～]|で(?:お願い|いい|よい)|OK|ok|$)/.test(after)
}

/** 削除しようとする者を, 削除するのを防ぐ, 削除する攻撃を検知する: what the verb is about is itself acted against. */
function isCounteredVerbJa(after: string): boolean {
  const countered = [
    new RegExp(
      `^(?:する|しようとする|しようとした|できる|しようと(?:し|試み)\\S{0,3}?)(?:こと|の|行為|操作|動き|攻撃|マルウェア|攻撃者|者|人|コマンド|試み|挙動|手口|プロセス|イベント|通信|アラート)?(?:の|を|が|に|は|から|への|による)+[^。]*?(?:${counterVerbsJa})`,
    ),
    /^(?:する|しようとする|しようとした|しようとして|できる)(?:攻撃|マルウェア|攻撃者|ランサムウェア|手口|挙動|脅威|不正)/,
    /^(?:でき)?(?:ない|なく)/,
    /^(?:する|できる)(?:人|者|権限|担当|条件|基準|時期|頻度|期限|のは(?:誰|いつ|どんな))/,
    /^する(?:前に|まえに)?[^。]*(?:べきではな|べきでな|してはい?け)/,
    /^する(?:の)?(?:は|が|のが)?(?:なぜ|どうして)?(?:いけ|だめ|ダメ|駄目|禁止|危険|違反|リスク|まず)/,
    /^すべき(?:で(?:は)?(?:ない|あり))/,
    /^(?:し)?(?:て|ちゃ)(?:は)?(?:いけ|だめ|ダメ|駄目|なら|まず)/,
    /^す(?:る|れば|ると)(?:と|と、)?[^。]*(?:どんな|どのような|何の|なんの)(?:リスク|影響|罰|問題)/,
    /^するの?(?:は|が)なぜ/,
    /^す(?:ると|れば|るなら)、?どう(?:な|いう)/,
  ]
  return countered.some((pattern) => pattern.test(after))
}

// マルウェアが出た端末を is no agent of what comes behind: there the agent has its verb already.
const doneBySomebodyJa = new RegExp(
  `(?:${thirdPersonsJa})[^。、]{0,4}(?:が|は|に(?:よる|よって))(?:(?!(?:た|る)(?=[\\p{Script=Han}\\p{Script=Katakana}A-Z]))[^。]){0,30}$`,
  'u',
)

/** @returns undefined when it is done to something harmless; an empty text when nothing is named */
function objectJa(row: DangerousOperations, before: string, after: string): string | undefined {
  if (row.ja.objects === undefined) return ''
  const clause = before.split(/[。!?！？\n]/).at(-1) ?? ''
  const bare = clause.replace(quantifierTail, '')
  const near = headJa(row, bare)
  if (near !== undefined) return near
  if (clause.slice(bare.length).includes('を')) return isPronounJa(bare) && row.ofAnything === true ? '' : undefined
  const phrase = /([^、,を]*)を[^を]*$/.exec(bare)?.[1]
  if (phrase !== undefined)
    return headJa(row, phrase) ?? (isPronounJa(phrase) && row.ofAnything === true ? '' : undefined)
  const following = /^(?:し|す|でき)[^、。]{0,8}?(?:たい|る|いい|よい|べき)([^、。をがはにで\s]{1,16})/.exec(after)?.[1]
  if (following !== undefined && objectPattern(row, '').test(following)) return following
  const topic = [...bare.matchAll(/([^、。,がはもって]+)(?:が|は|も|って)/g)].flatMap(
    ([, name = '']) => headJa(row, name) ?? [],
  )
  if (topic.length > 0) return topic.at(-1)
  return row.ofAnything === true && namesNothingJa(bare) ? '' : undefined
}

/** 無線LAN停止: a name in front of the noun is what it is done to. */
function namesNothingJa(clause: string): boolean {
  const noun = clause.replace(/[、,\s]+$/, '')
  if (noun === '' || isPronounJa(noun)) return true
  return /[\p{Script=Hiragana}]$/u.test(noun) && !/[\p{Script=Han}\p{Script=Katakana}A-Za-z0-9]の$/u.test(noun)
}

/** The protected thing that a noun phrase ends in. */
function headJa(row: DangerousOperations, phrase: string): string | undefined {
  const head = phrase
    .replace(quantifierTail, '')
    .replace(/(?:など|等|とか|たち|類|の(?:全部|すべて|全て|一部|中身|内容|全体))+$/, '')
    .trim()
  return objectPattern(row, '$').exec(head)?.[0]
}

const quantifierTail =
  /(?:[、,\s]|を(?=(?:すべて|全て|全部|ぜんぶ|一括|完全|今すぐ|すぐ))|すべて|全て|全部|ぜんぶ|全体|全|一括(?:で)?|完全に|まとめて|一旦|いったん|一時的?に?|今すぐ|すぐに?|早く|急いで|早急に|勝手に|強制的?に?|手動(?:で)?|だけ|まるごと|丸ごと|きれいに|綺麗に|の(?=$)|は(?=$)|も(?=$)|って(?=$)|が(?=$)|を(?=$)|とか(?=$)|一部)+$/

const objectPatterns = { '': new Map<DangerousOperations, RegExp>(), $: new Map<DangerousOperations, RegExp>() }

/** A katakana word counts where it ends: アクセスログ is a log, ログイン, ブログ and プログラム are none. */
function objectPattern(row: DangerousOperations, end: '' | '$'): RegExp {
  const known = objectPatterns[end].get(row)
  if (known !== undefined) return known
  const words = longestFirst(row.ja.objects ?? '')
  const made = new RegExp(
    `(?<!(?:ブ|カタ|アナ|ダイア|プロ|エピロ|バック)(?=ログ))(?<![A-Za-z](?=[A-Z]))(?:${words})(?:ファイル|データ|サーバー?|ソフト|ツール|機能|設定値|一式|ー)?(?![ァ-ヶー]|[A-Za-z])${end}`,
    'u',
  )
  objectPatterns[end].set(row, made)
  return made
}

function isPronounJa(phrase: string): boolean {
  return (
    new RegExp(`(?:^|[^\\p{Script=Han}\\p{Script=Katakana}])(?:${pronouns.ja})$`, 'u').test(phrase.trim()) ||
    phrase.trim() === ''
  )
}

function longestFirst(words: string): string {
  return words
    .split('|')
    .toSorted((one, other) => other.length - one.length)
    .join('|')
}
