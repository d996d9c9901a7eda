import { setImmediate } from 'node:timers/promises'
import type { EvidenceStatus, ReviewTask } from '../../../core/index.ts'
import { message } from '../../../core/index.ts'
import type { Reviewer, WrittenReview } from '../reviewer.ts'
import { evidenceLines } from './evidence-line.ts'
import type { EvidenceLine } from './evidence-line.ts'
import { explain, summariseShortly } from './explanation.ts'
import { judgeRequirement } from './judge-requirement.ts'
import type { Outcome } from './judge-requirement.ts'
import { readCheck } from './requirement.ts'
import type { Check } from './requirement.ts'

/** What a review has as its confidence when the documents do not tell, as the instructions for reviewers ask. */
const insufficient = 0.4

/**
 * A reviewer without a model: offline, and the same answer to the same question. It finds the lines that a check is about and
 * compares quantities, conditions and presence. It understands no prose: where nothing can be compared, it says that the
 * evidence is insufficient.
 */
export function embeddedReviewer(): Reviewer {
  return {
    id: 'embedded',
    async review({ task, documents }, signal) {
      signal.throwIfAborted()
      const unread = documents.filter(({ pages }) => pages.every(({ text }) => text.trim() === ''))
      const check = readCheck(task.checkDescription)
      const lines = within(check, evidenceLines(documents))
      const outcomes: Outcome[] = []
      for (const requirement of check.requirements) {
        // Many requirements of a long document take minutes, and a time limit has to get its turn.
        await setImmediate()
        signal.throwIfAborted()
        outcomes.push(judgeRequirement(requirement, lines))
      }
      return {
        answer: JSON.stringify(reviewOf(task, outcomes)),
        sources: [],
        modelCalls: 0,
        warnings: unread.map(({ name }) =>
          message('{name}: there is no text to compare; images need a model that sees', { name }),
        ),
      }
    },
  }
}

/** The lines of the pages and parts that a check confines itself to; all of them where it names none that there are. */
function within({ pages, parts }: Check, lines: readonly EvidenceLine[]): readonly EvidenceLine[] {
  const ofPages = lines.filter(({ page }) => pages.includes(page))
  const chosen = ofPages.length > 0 ? ofPages : lines
  const named = parts.map((part) => part.replaceAll(/\s+/g, '').toLowerCase())
  const pagesOfParts = new Set(
    chosen.flatMap(({ page, text }) => {
      const folded = text.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase()
      return named.some((part) => folded.includes(part)) ? [page] : []
    }),
  )
  return pagesOfParts.size === 0 ? chosen : chosen.filter(({ page }) => pagesOfParts.has(page))
}

function reviewOf(task: ReviewTask, outcomes: readonly Outcome[]): WrittenReview {
  const { result, confidence, evidenceStatus, decisive } = decide(outcomes)
  const lines = evidenceStatus === 'insufficient' ? [] : decisive.flatMap((outcome) => outcome.lines)
  const citations = [...new Set(lines.map(({ text }) => text))].slice(0, 5)
  return {
    result,
    confidence,
    evidenceStatus,
    explanation: explain(task, { result, outcomes: decisive }),
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

/** One violation is enough; a pass needs every requirement met. */
function decide(outcomes: readonly Outcome[]): Decision {
  const violated = outcomes.filter(({ status }) => status === 'violated')
  if (violated.length > 0) {
    const confidence = Math.max(...violated.map(({ certainty }) => certainty))
    return { result: 'fail', confidence, evidenceStatus: 'sufficient', decisive: violated }
  }
  const open = outcomes.filter(({ status }) => status !== 'met')
  if (open.length > 0 || outcomes.length === 0) {
    const nothing = open.every(({ lines }) => lines.length === 0) && open.length === outcomes.length
    const evidenceStatus = nothing ? 'insufficient' : 'partial'
    return { result: 'fail', confidence: insufficient, evidenceStatus, decisive: open }
  }
  const confidence = Math.min(...outcomes.map(({ certainty }) => certainty))
  return { result: 'pass', confidence, evidenceStatus: 'sufficient', decisive: outcomes }
}
