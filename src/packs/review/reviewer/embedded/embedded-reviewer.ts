import { setImmediate } from 'node:timers/promises'
import { type EvidenceStatus, type Message, type ReviewTask, message } from '../../../../core/index.ts'
import type { Reviewer, WrittenReview } from '../reviewer.ts'
import { type UnreadPages, declinedReview, unreadPages } from '../unread-pages.ts'
import type { Document } from '../../../../documents/index.ts'
import { explain } from './explanation.ts'
import { judgeRequirement, type Outcome } from './judge-requirement.ts'
import { rankedStatements } from './ranked-statements.ts'
import { readCheck, statementsWithin, type RequirementCheck } from './requirement.ts'
import { readStatements } from './statements.ts'

export type EmbeddedReviewerOptions = {
  /** Characters times requirements that are compared at most; the default takes some ten seconds. */
  readonly mostCompared?: number
}

/**
 * A reviewer without a model: offline, and the same answer to the same question. It judges requirements of forms that it
 * understands whole (a quantity, a date, a thing that is named, a mark of a checklist), where one place of the documents
 * answers. It understands no prose: of everything else it says that it cannot tell, and shows the nearest passages.
 */
export function embeddedReviewer({ mostCompared = 500_000_000 }: EmbeddedReviewerOptions = {}): Reviewer {
  return {
    id: 'embedded',
    sees: false,
    async review({ task, documents }, signal) {
      signal.throwIfAborted()
      const { statements, warnings } = await readStatements(documents, signal)
      const check = readCheck(task.checkDescription.slice(0, longestCheck))
      const said = rankedStatements(statementsWithin(check, statements))
      const characters = said.statements.reduce((sum, { text }) => sum + text.length, 0)
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
      const isUnseen = unread.length > 0 && told.length === 0
      return {
        answer: isUnseen
          ? declinedReview(unread, task.languageName)
          : JSON.stringify(
              limited(reviewOf(task, told, { complete: cuts.length === 0 && unread.length === 0 }), documents),
            ),
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
function unreadOf({ pages: named }: RequirementCheck, documents: readonly Document[]): readonly UnreadPages[] {
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
 * Whether it holds whatever stands on pages that nobody read: a place that says the opposite of what is asked. What was not
 * found, counted or dated may be otherwise there, and so may what was met.
 */
function standsAlone({ requirement: { form }, status, certainty }: Outcome): boolean {
  const isMeasured = form.kind === 'amount' && form.asked.kind !== 'count'
  return status === 'violated' && certainty >= 0.9 && (isMeasured || form.kind === 'state')
}

/** What rests on letters that were read off a picture is for a person to look at. */
function limited(review: EmbeddedReviewerProduct, documents: readonly Document[]): EmbeddedReviewerProduct {
  const isOcr = documents.some(({ pages }) => pages.some(({ ocr }) => ocr !== undefined))
  const { confidence } = review
  return isOcr && confidence !== null ? { ...review, confidence: Math.min(confidence, 0.8) } : review
}

/** What of a check was not looked into. */
function cutsOf(
  { checkDescription }: ReviewTask,
  { requirements }: RequirementCheck,
  judged: number,
): readonly Message[] {
  const [characters, total] = [longestCheck, requirements.length]
  return [
    ...(checkDescription.length > characters
      ? [message('only the first {characters} characters of the check were read', { characters })]
      : []),
    ...(judged < total
      ? [message('only the first {judged} of {total} requirements were looked into', { judged, total })]
      : []),
  ]
}

/** Whether all of the documents and of the check was looked into. */
type Extent = { readonly complete: boolean }

type EmbeddedReviewerProduct = Omit<WrittenReview, 'result' | 'confidence'> & Pick<Decision, 'result' | 'confidence'>

function reviewOf(task: ReviewTask, outcomes: readonly Outcome[], extent: Extent): EmbeddedReviewerProduct {
  const { result, confidence, evidenceStatus, decisive } = decide(outcomes, extent)
  const places = evidenceStatus === 'insufficient' ? [] : decisive.flatMap((outcome) => outcome.places)
  return {
    result,
    confidence,
    evidenceStatus,
    ...explain(task, { result, evidenceStatus, outcomes: decisive, ...extent }),
    ...(result !== 'not_evaluated' && places[0] !== undefined && { pageNumber: places[0].page }),
    citations: [...new Set(places.map(({ quote }) => quote))].slice(0, 5),
  }
}

type Decision = {
  readonly result: 'pass' | 'fail' | 'not_evaluated'
  /** None where there is no verdict. */
  readonly confidence: number | null
  readonly evidenceStatus: EvidenceStatus
  readonly decisive: readonly Outcome[]
}

/** One violation is enough; a pass needs every requirement met, and nothing left unread. */
function decide(outcomes: readonly Outcome[], { complete }: Extent): Decision {
  const by = (status: Outcome['status']) => outcomes.filter((outcome) => outcome.status === status)
  const [violated, unknown, lacking] = [by('violated'), by('unknown'), by('lacking')]
  if (violated.length > 0) {
    const confidence = violated.reduce((most, { certainty }) => Math.max(most, certainty), 0)
    return { result: 'fail', confidence, evidenceStatus: 'sufficient', decisive: violated }
  }
  if (unknown.length > 0 || outcomes.length === 0 || !complete) {
    const decisive = unknown.length > 0 ? unknown : outcomes
    return { result: 'not_evaluated', confidence: null, evidenceStatus: 'partial', decisive }
  }
  const confidence = outcomes.reduce((least, { certainty }) => Math.min(least, certainty), 1)
  if (lacking.length > 0) {
    const evidenceStatus = lacking.length === outcomes.length ? 'insufficient' : 'partial'
    return { result: 'fail', confidence, evidenceStatus, decisive: lacking }
  }
  return { result: 'pass', confidence, evidenceStatus: 'sufficient', decisive: outcomes }
}
