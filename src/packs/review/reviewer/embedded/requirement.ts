import { type Amount, amountsIn, foldedAmount, isBound } from '../../../../text/quantities/amounts.ts'
import { type Deadline, deadlinesIn } from '../../../../text/quantities/dates.ts'
import type { Statement } from './statements.ts'
import { subjectTerms } from './subject-terms.ts'

/** The kind of a requirement; `unknown` if it cannot be compared. */
type RequirementForm =
  | { readonly kind: 'amount'; readonly asked: Amount }
  | { readonly kind: 'rows'; readonly asked: Amount }
  | { readonly kind: 'date'; readonly asked: Deadline }
  /** Asks whether something has not expired. */
  | { readonly kind: 'valid' }
  /** Asks whether something with that name exists. */
  | { readonly kind: 'presence' }
  /** Asks about a state, which only the marks of a checklist can show. */
  | { readonly kind: 'state' }
  /** Asks whether everything is in order. */
  | { readonly kind: 'overall' }
  | { readonly kind: 'unknown' }

export type Requirement = {
  readonly text: string
  readonly subject: readonly string[]
  /** The main word of the subject, which the other terms describe. */
  readonly head: string | undefined
  /** It must hold for each one of several things. */
  readonly universal: boolean
  /** Text that must occur word for word. */
  readonly quoted: string | undefined
  readonly form: RequirementForm
}

export type RequirementCheck = {
  readonly requirements: readonly Requirement[]
  readonly pages: readonly number[]
  /** Names of buildings, sections and similar parts that the check is limited to. */
  readonly parts: readonly string[]
}

export function readCheck(description: string): RequirementCheck {
  const text = foldedAmount(description).replaceAll(/\s+/g, ' ').trim()
  const pages = [...text.matchAll(pageMark)].map((found) => Number(found[1] ?? found[2] ?? found[3]))
  const parts = [...text.matchAll(partMark)].map((found) => found[0].trim())
  const bare = text
    .replaceAll(pageMark, ' ')
    .replaceAll(partMark, ' ')
    .replaceAll(/[(（]\s*[)）]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?:in|of|on)(?= (?:is|are|was|were|has|have|lasts?|must|should)\b| ?[.,]|\s*$)/gi, '')
    .replace(/^\s*[のにはで]/, '')
  let subject: readonly string[] = []
  let head: string | undefined
  const clauses = clausesOf(bare)
  const original = description.replaceAll(/\s+/g, ' ').trim().replace(request, '')
  const requirements = clauses.map((clause): Requirement => {
    const form = formOf(clause)
    const quoted = form.kind === 'presence' ? /["“「『]([^"”」』]{2,60})["”」』]/.exec(clause)?.[1] : undefined
    const own = withoutGeneric(subjectTerms(quoted ?? clause))
    // `… and are lit` continues with the subject of the clause before.
    const goesOn = subject.length > 0 && (own.length === 0 || beginsWithPredicate.test(clause))
    const all = goesOn ? [...new Set([...subject, ...own])] : own
    if (!goesOn) subject = own.filter((term) => !stateWords.test(term))
    if (!goesOn) head = headOf(quoted ?? clause)
    return {
      text: clauses.length === 1 ? original : clause,
      head,
      quoted,
      universal: universal.test(clause),
      subject: form.kind === 'valid' ? all.filter((term) => !validTerm.test(term)) : all,
      form,
    }
  })
  return { requirements, pages, parts }
}

/** Returns the statements of the pages and parts that a check names, or all if it names none that exist. */
export function statementsWithin(
  { pages, parts }: RequirementCheck,
  statements: readonly Statement[],
): readonly Statement[] {
  const ofPages = statements.filter(({ page }) => pages.includes(page))
  const chosen = ofPages.length > 0 ? ofPages : statements
  if (parts.length === 0) return chosen
  const names = parts.map(withoutSpaces)
  const pagesOfParts = new Set(
    chosen.flatMap(({ page, text }) => (names.some((name) => withoutSpaces(text).includes(name)) ? [page] : [])),
  )
  return pagesOfParts.size === 0 ? chosen : chosen.filter(({ page }) => pagesOfParts.has(page))
}

function withoutSpaces(text: string): string {
  return foldedAmount(text).replaceAll(/\s+/g, '').toLowerCase()
}

const pageMark =
  /(?:ページ|頁|\bpages?\b|\bp\.)\s*(\d{1,4})(?!\d|\s*(?:[a-z]|以))|(\d{1,4})\s*ページ目|[（(]\s*(\d{1,4})\s*(?:ページ|頁)\s*[）)]/gi
const partMark =
  /(?:建物|棟|施設)\s*[A-Z0-9](?![A-Za-z0-9])|\b(?:building|block|wing|section|appendix)\s+[A-Z0-9](?![A-Za-z0-9])(?:'s)?/gi
const beginsWithPredicate = /^(?:is|are|was|were|has|have|must|shall|should|lasts?)\b|^(?:有効期限内|合格|点灯|正常)/i
const stateWords = /^(?:lit|pass|inspect|oper|expiri|点灯|合格|点検|正常)/
const validTerm = /^(?:expir|date|expiri|有効期限|期限切|期限|有効)/

/** Splits a text into sentences, and sentences at predicates with the same subject. */
function clausesOf(text: string): readonly string[] {
  return text
    .replace(request, '')
    .replace(
      /^(?:the|this) (?:agreement|contract|document|policy|polic(?:y|ies)|form|sheet|report|plan|manual|record) (?:\w+ )?(?=(?:contains|has|includes|lists|names|states|gives|defines|mentions|describes|specifies|says|shows)\b)/i,
      '',
    )
    .replace(
      /\ba(?:n)? (?:clause|section|provision|article|paragraph|chapter) (?=(?:on|about|for|regarding|concerning)\b)/gi,
      '',
    )
    .split(
      /[。;；]|\.\s+(?=\p{Lu})|\.$|(?<!\s)\s+and\s+(?=(?:is|are|was|were|has|have|must|shall|lasts?)\b)|(?<=[るたいりれしきせで])、|かつ、?/u,
    )
    .map((piece) => piece.replace(asking, '').trim())
    .filter((piece) => piece !== '')
}

const request = /^(?:please )?(?:verify|confirm|check|ensure|make sure)\s+(?:that|whether|if)?\s*/i
const asking = /(?:こと|か(?:どうか)?)?を?(?:確認|検証|チェック)(?:する|して(?:ください)?|せよ)?$/u

/** Words that say little at the end of a compound. */
const generic = /^(?:system|equip|devic|unit|facil|valu|設備|装置|機器|システム|体制|値|率)$/

/** Words for the document itself. */
const itself = /^(?:form|agreement|contract|polici|report|sheet|addendum|文書|書類|本書|契約書|報告書|規程|規則)$/

function withoutGeneric(terms: readonly string[]): readonly string[] {
  const telling = terms.filter((term) => !generic.test(term) && !itself.test(term))
  return telling.length > 0 ? telling : terms
}

/** Returns the last word before the first verb, preposition or particle of a clause. */
function headOf(clause: string): string | undefined {
  const pieces = clause
    .replace(/^(?:on|in|at|for|after|during|upon)\b(?! least)[^,]{0,60},\s*/i, '')
    .split(
      /\b(?:is|are|was|were|be|has|have|must|shall|should|will|may|can|lasts?|of|for|in|on|at|to|from|within|with|by|per|between)\b|[:：;,、]|[はがをも]/i,
    )
  const terms = pieces.map((piece) =>
    subjectTerms(piece).filter((term) => !term.startsWith('#') && !generic.test(term) && !itself.test(term)),
  )
  return terms.find((found) => found.length > 0)?.at(-1)
}

/** Conditions, permissions and denials are too complex to compare. */
const conditional =
  /\b(?:if|unless|except|otherwise|only|neither|nor|without|whichever|both|respectively|as (?:high|low|many|much|long) as|down to|apart from)\b|ただし|それぞれ|いずれも|限り|除[いくき]|のみ|だけ|限られ|場合|(?:早|遅)い方/i
/** A person must decide what is reasonable. */
const valuing = /適当|妥当|やすい|注意|\b(?:reasonabl[ey]|suitabl[ey]|due (?:care|diligence))\b/i
/** Ambiguous: a daily task may satisfy "weekly", and `up to $100` may be a limit or an amount. */
const eitherWay =
  /\bup to\b|\b(?:once|twice|every \d+|\d+ times)\b|\b(?:hourly|daily|weekly|monthly|quarterly|annually|yearly)\.?$|ごと|毎[日週月年]|に(?:一|\d+)[回度]|[年月週日]\d+回/i
const allowed = /\b(?:may|can|could|is allowed|permitted)\b|(?:でき|られ|可能で)(?:る|ます)|してよい/i
/** The total of several things may not be written anywhere; a thing that is called a total is one amount. */
const summed = /\b(?:together|combined|in total|sum)\b|の(?:合計|総額)|(?:合計|総額)(?:で|して)|合わせて/i
const denied = /\b(?:not|no|never|none|nothing)\b|n't\b|ない|なし|せず|ません|しないこと/i
const validity =
  /有効期限内|(?:期限|有効期限)(?:が)?切れ(?:て)?(?:で(?:は)?|い|が)?ない|\bwithin (?:the |their |its )?(?:expiry|expiration)\b|\bnot (?:be |have )?expired\b|\bin date\b|\bunexpired\b/i
const vague =
  /全般|安全設備|適切|十分|きちんと|問題(?:が)?ない|\b(?:overall|in general|generally|adequate(?:ly)?|appropriate(?:ly)?|sufficient(?:ly)?|proper(?:ly)?|good condition)\b/i
const presence =
  /^(?:contains?|ha(?:s|ve)|includes?|lists?|names?|states?|gives?|defines?|mentions?|describes?|specif(?:y|ies))\b|\b(?:there (?:is|are)|(?:is|are) (?:installed|provided|present|available|included|listed|named|defined|stated|given|mentioned|described|specified|among))\b|(?:設置|記載|明記|規定|定義|明示|列挙|掲載)(?:され|して|があ)|(?:定め|設け|含ま)(?:られ|れ|て)|(?:条項|条文|規定|項目|記載|定め|節|章|欄)が(?:ある|存在|設け)|(?:が|は)(?:ある|存在する)/i
/** In `expenses over $25` and `flights under 6 hours` the limit selects things and is not required of them. */
const limitsOthers =
  /\b(?:all|any|every|each|for|of|to|on) (?:[\w-]+ ){1,3}(?:over|under|above|below|exceeding|more than|less than|of (?:at least|more than|up to)) *\S*$/i
/** `No price is above 500` bounds prices the other way round. */
const ofNothing =
  /^no (?!(?:more|less|fewer|longer|shorter|later|earlier|higher|lower|greater) than\b)|(?:が|は)(?:ない|ありません|存在しない)(?:こと)?$/i
const universal = /\b(?:all|every|each)\b|すべて|全て|各/i
/** Words of a limit. If a clause has one but no limit was read, the unit is unknown. */
const limiting =
  /以[上下内]|未満|超え|上回|下回|\b(?:at (?:least|most)|no (?:more|less|fewer)|(?:maxi|mini)mum|or (?:more|less|fewer)|within|exceed)\b/i
const ofTable = /\b(?:tables?|rows?)\b|表[にがはの]|行(?:ある|が)/i

function formOf(clause: string): RequirementForm {
  if ([conditional, valuing, eitherWay].some((pattern) => pattern.test(clause))) return { kind: 'unknown' }
  const amounts = amountsIn(clause)
  // In `Fridge 1 is at 10 °C or below` the number 1 is part of a name.
  const told = amounts.filter((one) => one.kind !== 'count' || isBound(one))
  const measured = told.length > 0 ? told : amounts
  const [date, other] = deadlinesIn(clause)
  const [asked, second] = measured
  if (asked !== undefined) {
    const isWhole = second === undefined && date === undefined && !summed.test(clause)
    if (
      !isWhole ||
      (!isBound(asked) && limiting.test(clause)) ||
      limitsOthers.test(clause.slice(0, asked.at + 8)) ||
      ofNothing.test(clause) ||
      (allowed.test(clause) && !/\bno (?:more|fewer|less)\b/i.test(clause))
    )
      return { kind: 'unknown' }
    return { kind: asked.kind === 'count' && ofTable.test(clause) ? 'rows' : 'amount', asked }
  }
  if (date !== undefined) return other === undefined ? { kind: 'date', asked: date } : { kind: 'unknown' }
  if (validity.test(clause)) return { kind: 'valid' }
  if (allowed.test(clause) || denied.test(clause)) return { kind: 'unknown' }
  return formOfState(clause)
}

function formOfState(clause: string): RequirementForm {
  if (vague.test(clause)) return { kind: 'overall' }
  return { kind: presence.test(clause) && !universal.test(clause) ? 'presence' : 'state' }
}
