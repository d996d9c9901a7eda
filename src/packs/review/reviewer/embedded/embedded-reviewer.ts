import { setImmediate } from 'node:timers/promises'
import { compact } from '../../../../core/basics/compact.ts'
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
  /** Maximum product of characters and requirements; the default takes about ten seconds. */
  readonly mostCompared?: number
}

/**
 * A reviewer that needs no model or network and always gives the same answer. It judges only requirements that it
 * understands completely: a quantity, a date, a named thing or a mark in a checklist. It abstains from all others and
 * shows the nearest passages.
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
        // Many requirements on a long document take minutes, so a timeout must be able to interrupt.
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

/** Documents with unread pages are reported elsewhere. */
function hasNothing(document: Document): boolean {
  return isBlank(document) && document.pages.every(({ unread }) => unread !== true)
}

function nothingToCompare({ name }: Document): Message {
  return message('{name}: there is no text to compare', { name })
}

/**
 * Returns the unread pages, limited to those that the check names if they exist. If no document has any text, all pages
 * are unread, because nothing can be said to be missing.
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
 * Returns whether the outcome holds whatever the unread pages say. Only contradictions do: things that were not found,
 * counted or dated may be on those pages, and even met requirements may be contradicted there.
 */
function standsAlone({ requirement: { form }, status, certainty }: Outcome): boolean {
  const isMeasured = form.kind === 'amount' && form.asked.kind !== 'count'
  return status === 'violated' && certainty >= 0.9 && (isMeasured || form.kind === 'state')
}

/** OCR may have misread letters, so the confidence stays low enough for a person to check the result. */
function limited(review: EmbeddedReviewerProduct, documents: readonly Document[]): EmbeddedReviewerProduct {
  const isOcr = documents.some(({ pages }) => pages.some(({ ocr }) => ocr !== undefined))
  const { confidence } = review
  return isOcr && confidence !== null ? { ...review, confidence: Math.min(confidence, 0.8) } : review
}

function cutsOf(
  { checkDescription }: ReviewTask,
  { requirements }: RequirementCheck,
  judged: number,
): readonly Message[] {
  const [characters, total] = [longestCheck, requirements.length]
  return compact([
    checkDescription.length > characters &&
      message('only the first {characters} characters of the check were read', { characters }),
    judged < total && message('only the first {judged} of {total} requirements were looked into', { judged, total }),
  ])
}

/** `complete` means that all documents and the whole check were examined. */
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
  /** Null when there is no verdict. */
  readonly confidence: number | null
  readonly evidenceStatus: EvidenceStatus
  readonly decisive: readonly Outcome[]
}

/** One violation fails the check. It passes if all requirements are met and everything was read. */
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
