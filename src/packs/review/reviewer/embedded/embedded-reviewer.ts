import { setImmediate } from 'node:timers/promises'
import type { EvidenceStatus, Message, ReviewTask } from '../../../../core/index.ts'
import { message } from '../../../../core/index.ts'
import type { Reviewer, WrittenReview } from '../reviewer.ts'
import type { UnreadPages } from '../unread-pages.ts'
import { declinedReview, unreadPages } from '../unread-pages.ts'
import type { Document } from '../../../../documents/index.ts'
import { readEvidence } from './evidence-line.ts'
import type { EvidenceLine } from './evidence-line.ts'
import { explain, summariseShortly } from './explanation.ts'
import { judgeRequirement, leastCoverage } from './judge-requirement.ts'
import type { Outcome } from './judge-requirement.ts'
import { readCheck } from './requirement.ts'
import type { Check } from './requirement.ts'
import { saidLines } from './said-lines.ts'

/** What a review has as its confidence when the documents do not tell, as the instructions for reviewers ask. */
const insufficient = 0.4

export type EmbeddedReviewerOptions = {
  /** Characters times requirements that are compared at most; the default takes some ten seconds. */
  readonly mostCompared?: number
}

/**
 * A reviewer without a model: offline, and the same answer to the same question. It finds the lines that a check is about and
 * compares quantities, conditions and presence. It understands no prose: where nothing can be compared, it says that the
 * evidence is insufficient.
 */
export function embeddedReviewer({ mostCompared = 500_000_000 }: EmbeddedReviewerOptions = {}): Reviewer {
  return {
    id: 'embedded',
    sees: false,
    async review({ task, documents }, signal) {
      signal.throwIfAborted()
      const { lines, warnings } = await readEvidence(documents, signal)
      const check = readCheck(task.checkDescription.slice(0, longestCheck))
      const said = saidLines(within(check, lines), leastCoverage)
      const characters = said.lines.reduce((sum, { text }) => sum + text.length, 0)
      const judged = check.requirements.slice(0, Math.ceil(mostCompared / (characters + 1)))
      const outcomes: Outcome[] = []
      for (const requirement of judged) {
        // Many requirements of a long document take minutes, and a time limit has to get its turn.
        await setImmediate()
        signal.throwIfAborted()
        outcomes.push(judgeRequirement(requirement, said))
      }
      const cuts = [...warnings, ...cutsOf(task, check, judged.length)]
      const unread = unreadOf(check, documents)
      const told = unread.length === 0 ? outcomes : outcomes.filter(standsAlone)
      const declined = unread.length > 0 && told.length === 0
      return {
        answer: declined
          ? declinedReview(unread, task.languageName)
          : JSON.stringify(reviewOf(task, told, { complete: cuts.length === 0 && unread.length === 0 })),
        sources: [],
        modelCalls: 0,
        warnings: [...documents.filter(hasNothing).map(nothingToCompare), ...cuts],
      }
    },
  }
}

const longestCheck = 100_000

function isBlank({ pages }: Document): boolean {
  return pages.every(({ text }) => text.trim() === '')
}

/** Nothing to be seen either: what is unread is told of by whoever reads it. */
function hasNothing(document: Document): boolean {
  return isBlank(document) && document.pages.every(({ unread }) => unread !== true)
}

function nothingToCompare({ name }: Document): Message {
  return message('{name}: there is no text to compare', { name })
}

/**
 * The pages that nobody read, among those that a check confines itself to if the documents have them. Documents without any
 * text are unread as a whole: there is nothing to say that something is missing in.
 */
function unreadOf({ pages: named }: Check, documents: readonly Document[]): readonly UnreadPages[] {
  if (documents.every(isBlank)) {
    return documents.map(({ name, pages }) => ({ document: name, pages: pages.map(({ number }) => number) }))
  }
  const unread = unreadPages(documents, { seen: false })
  const isThere = named.some((page) => documents.some(({ pages }) => pages.some(({ number }) => number === page)))
  if (!isThere) return unread
  return unread.flatMap(({ document, pages }) => {
    const asked = pages.filter((page) => named.includes(page))
    return asked.length === 0 ? [] : [{ document, pages: asked }]
  })
}

/**
 * Whether it holds whatever stands on pages that nobody read: a line that says the opposite of what is asked. What was not
 * found, counted, dated or denied may be otherwise there, and so may what was met.
 */
function standsAlone({ requirement, status, certainty }: Outcome): boolean {
  const { limit, deadline, summed, general } = requirement
  const mayBeElsewhere = limit?.kind === 'count' || deadline !== undefined || summed || general
  return status === 'violated' && certainty >= 0.85 && !mayBeElsewhere
}

/** What of a check was not looked into. */
function cutsOf({ checkDescription }: ReviewTask, { requirements }: Check, judged: number): readonly Message[] {
  const characters = longestCheck
  const total = requirements.length
  return [
    ...(checkDescription.length > characters
      ? [message('only the first {characters} characters of the check were read', { characters })]
      : []),
    ...(judged < total
      ? [message('only the first {judged} of {total} requirements were looked into', { judged, total })]
      : []),
  ]
}

/** The lines of the pages and parts that a check confines itself to; all of them where it names none that there are. */
function within({ pages, parts }: Check, lines: readonly EvidenceLine[]): readonly EvidenceLine[] {
  const ofPages = lines.filter(({ page }) => pages.includes(page))
  const chosen = ofPages.length > 0 ? ofPages : lines
  if (parts.length === 0) return chosen
  const named = parts.map((part) => part.replaceAll(/\s+/g, '').toLowerCase())
  const pagesOfParts = new Set(
    chosen.flatMap(({ page, text }) => {
      const folded = text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase()
      return named.some((part) => folded.includes(part)) ? [page] : []
    }),
  )
  return pagesOfParts.size === 0 ? chosen : chosen.filter(({ page }) => pagesOfParts.has(page))
}

function reviewOf(task: ReviewTask, outcomes: readonly Outcome[], extent: Extent): WrittenReview {
  const { result, confidence, evidenceStatus, decisive } = decide(outcomes, extent)
  const lines = evidenceStatus === 'insufficient' ? [] : decisive.flatMap((outcome) => outcome.lines)
  const citations = [...new Set(lines.map(({ text }) => text))].slice(0, 5)
  return {
    result,
    confidence,
    evidenceStatus,
    explanation: explain(task, { outcomes: decisive, ...extent }),
    shortExplanation: summariseShortly(task, { result, evidenceStatus, outcomes: decisive }),
    ...(lines[0] !== undefined && { pageNumber: lines[0].page }),
    citations,
  }
}

type Decision = {
  readonly result: 'pass' | 'fail'
  readonly confidence: number
  readonly evidenceStatus: EvidenceStatus
  /** What the result rests on. */
  readonly decisive: readonly Outcome[]
}

/** Whether all of the documents and of the check was looked into. */
type Extent = { readonly complete: boolean }

/** One violation is enough; a pass needs every requirement met, and nothing left unread. */
function decide(outcomes: readonly Outcome[], { complete }: Extent): Decision {
  const violated = outcomes.filter(({ status }) => status === 'violated')
  if (violated.length > 0) {
    const confidence = violated.reduce((most, { certainty }) => Math.max(most, certainty), 0)
    return { result: 'fail', confidence, evidenceStatus: 'sufficient', decisive: violated }
  }
  const open = outcomes.filter(({ status }) => status !== 'met')
  if (open.length > 0 || outcomes.length === 0) {
    const nothing = open.every(({ lines }) => lines.length === 0) && open.length === outcomes.length
    const evidenceStatus = nothing ? 'insufficient' : 'partial'
    return { result: 'fail', confidence: insufficient, evidenceStatus, decisive: open }
  }
  if (!complete) return { result: 'fail', confidence: insufficient, evidenceStatus: 'partial', decisive: outcomes }
  const confidence = outcomes.reduce((least, { certainty }) => Math.min(least, certainty), 1)
  return { result: 'pass', confidence, evidenceStatus: 'sufficient', decisive: outcomes }
}
