import type { Aspect } from './aspects.ts'
import { aspectsIn } from './aspects.ts'
import { deadlinesIn } from './period.ts'
import type { Deadline } from './period.ts'
import { affirmed, conditionOf, denies } from './condition.ts'
import { limitsIn, setsLimit } from './quantity.ts'
import type { Limit } from './quantity.ts'
import { subjectTerms } from './subject-terms.ts'

/** One thing that a check asks for. */
export type Requirement = {
  /** As the check words it. */
  readonly text: string
  /** What it is about. */
  readonly subject: readonly string[]
  /** What has to be true of that, beside a limit. */
  readonly aspects: readonly Aspect[]
  readonly limit: Limit | undefined
  readonly deadline: Deadline | undefined
  /** It sets a limit that could not be read. */
  readonly unread: boolean
  /** It asks for the sum of what it lists. */
  readonly summed: boolean
  /** What it speaks of must not be the case: `is not passed on`. What asks for nothing bad, like `not expired`, asks for good. */
  readonly negated: boolean
  /** It speaks of everything, or of nothing in particular. */
  readonly general: boolean
  /** It holds only if it holds for each of them. */
  readonly universal: boolean
}

export type Check = {
  readonly requirements: readonly Requirement[]
  readonly pages: readonly number[]
  /** Letters or numbers of buildings, sections and the like that the check confines itself to. */
  readonly parts: readonly string[]
}

/** What a check asks for, taken apart. */
export function readCheck(description: string): Check {
  const text = description.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  const pages = [...text.matchAll(pageMark)].map((found) => Number(found[1] ?? found[2]))
  const parts = [...text.matchAll(partMark)].map((found) => found[0].trim())
  const bare = text
    .replaceAll(pageMark, ' ')
    .replaceAll(partMark, ' ')
    .replaceAll(/[(（]\s*[)）]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?:in|of|on)(?= (?:is|are|was|were|has|have|lasts?|must|should)\b| ?[.,]|\s*$)/gi, '')
    .replace(/^\s*[のにはで]/, '')
  let last: readonly string[] = []
  const requirements = clausesOf(bare).flatMap(({ predicate, subjects }) => {
    const asked = readPredicate(predicate)
    return subjects.flatMap((piece): readonly Requirement[] => {
      const found = requirementsFrom(piece, asked, { inherited: last, listed: subjects.length > 1 })
      last = found[0]?.subject ?? last
      return found
    })
  })
  return { requirements, pages, parts }
}

const pageMark = /(?:ページ|頁|\bpages?\b|\bp\.)\s*(\d{1,4})|(\d{1,4})\s*ページ目?/gi
const partMark =
  /(?:建物|棟|施設)\s*[A-Z0-9](?![A-Za-z0-9])|\b(?:building|block|wing|section|appendix)\s+[A-Z0-9](?![A-Za-z0-9])(?:'s)?/gi

/** The things that a clause lists, its predicate last: that is asked of each of them. */
type Clause = { readonly predicate: string; readonly subjects: readonly string[] }

function clausesOf(text: string): readonly Clause[] {
  const pieces = text
    .replace(
      /(?:である|されている|している|いる)?(?:こと|か(?:どうか)?)?を?(?:確認|検証|チェック)(?:する|して(?:ください)?|せよ)?。?$/u,
      '',
    )
    .replace(/(?:と定め|と規定|と明記)(?:て|し|され).*$/u, '')
    .replace(/^(?:please )?(?:verify|confirm|check|ensure|make sure)\s+(?:that|whether|if)?\s*/i, '')
    .replace(
      /^the (?:document|policy|form|contract|report|record|agreement|plan|manual) (?:says|states|specifies|shows) that /i,
      '',
    )
    .split(/[。;；]|\.\s|、|,(?!\d{3})\s*|\s+(?:and also|as well as)\s+|かつ|また、?|および|及び|並びに|ならびに/u)
    .flatMap(splitEnglishAnd)
    .map((piece) => piece.replace(/^(?:and|that|both)\s+/i, '').trim())
    .filter((piece) => piece !== '')
  const clauses: Clause[] = []
  let waiting: string[] = []
  for (const piece of pieces) {
    const parts = piece.split(
      /(?<=[\p{Script=Han}\p{Script=Katakana}ー])[・と](?=[\p{Script=Han}\p{Script=Katakana}ー])/u,
    )
    if (!hasPredicate(piece) && piece !== pieces.at(-1)) waiting.push(...parts)
    else {
      clauses.push({ predicate: piece, subjects: [...waiting, piece] })
      waiting = []
    }
  }
  return clauses
}

/** `signs are lit and lights work` is two things, `signs and lights work` one with two subjects. */
function splitEnglishAnd(piece: string): readonly string[] {
  return piece.split(/\s+and\s+/i)
}

function hasPredicate(piece: string): boolean {
  return (
    limitsIn(piece).length + deadlinesIn(piece).length > 0 ||
    /(?:され|して|した|あり|ある|ない|なく|おり|いる|済|内|有効|適切|正常|十分|合格|良好|点灯|設置|点検)/u.test(
      piece,
    ) ||
    /\b(?:is|are|be|been|was|were|has|have|had|must|should|shall|not|no|within|installed|inspected|operational|valid|provided|visible|lit|illuminated|passed|work(?:s|ing)?|last(?:s)?|compl(?:y|ies)|meets?|exists?)\b/i.test(
      piece,
    )
  )
}

type Predicate = Pick<Requirement, 'aspects' | 'unread' | 'negated'> & {
  readonly text: string
  readonly limits: readonly Limit[]
  readonly deadlines: readonly Deadline[]
}

function readPredicate(text: string): Predicate {
  const limits = limitsIn(text)
  return {
    text,
    limits,
    deadlines: deadlinesIn(text),
    aspects: aspectsIn(text),
    unread: limits.length === 0 && setsLimit(text),
    negated: denies(text) && !['bad', 'mixed'].includes(conditionOf(affirmed(text))),
  }
}

/** One for each limit and deadline that a clause sets. */
function requirementsFrom(
  piece: string,
  { text: predicate, limits, deadlines, aspects, unread, negated }: Predicate,
  { inherited, listed }: { readonly inherited: readonly string[]; readonly listed: boolean },
): readonly Requirement[] {
  const own = subjectTerms(piece)
  if (own.length === 0 && limits.length === 0 && deadlines.length === 0 && aspects.length === 0) return []
  const asked = {
    text: piece === predicate ? piece : `${piece}${tailOf(predicate)}`,
    subject: own.length > 0 ? own : inherited,
    aspects,
    unread,
    summed: listed && /\b(?:together|combined|in total|sum)\b|合計|総額|合わせて/iu.test(predicate),
    negated,
    general: vague.test(piece) || vague.test(predicate),
    universal: /すべて|全て|全(?=[台個員])|各|\b(?:all|every|each)\b/iu.test(`${piece} ${predicate}`),
  }
  if (limits.length + deadlines.length === 0) return [{ ...asked, limit: undefined, deadline: undefined }]
  return [
    ...limits.map((limit) => ({ ...asked, limit, deadline: undefined })),
    ...deadlines.map((deadline) => ({ ...asked, limit: undefined, deadline })),
  ]
}

/** What a list of things shares: `have all been inspected`, `がすべて点検され`. */
function tailOf(predicate: string): string {
  const [english] = /\b(?:is|are|was|were|has|have|must|should|lasts?)\b.*$/i.exec(predicate) ?? []
  return english === undefined ? (/[がはをに].*$/u.exec(predicate)?.[0] ?? ` ${predicate}`) : ` ${english}`
}

const vague =
  /全般|全体|安全設備|適切|十分|きちんと|問題(?:が)?ない|\b(?:overall|in general|generally|adequate(?:ly)?|appropriate(?:ly)?|sufficient(?:ly)?|proper(?:ly)?|good condition|all (?:safety|fire)|safety (?:equipment|measures))\b/iu
