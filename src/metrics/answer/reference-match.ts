import {
  type EvalCase,
  type Metric,
  type Score,
  type Transcript,
  jsonObjectOf,
  message,
  referencesOf,
  responseTextOf,
} from '../../core/index.ts'
import { pairInvocations } from '../shared/pair-invocations.ts'

type ReferenceMatchOptions = {
  /** Makes the metric for answers that differ in wording from their reference. It is called at most once. */
  readonly comparing: () => Promise<Metric>
}

/**
 * Checks that each final response says what its reference says: numbers, names, dates, units and negation have to
 * agree, the wording may differ. It is not evaluated where words alone do not decide. References that are JSON objects
 * are compared as JSON.
 */
export function referenceMatch({ comparing }: ReferenceMatchOptions): Metric {
  const metric = 'reference_match'
  let made: Promise<Metric> | undefined
  return {
    name: metric,
    async score(evalCase, transcript, context) {
      if (isSaidWordByWord(evalCase, transcript)) {
        return { status: 'scored', metric, value: 1, threshold: 1, passed: true }
      }
      if (hasOnlyObjects(evalCase)) {
        const { jsonMatch } = await import('./json-match.ts')
        return { ...(await jsonMatch().score(evalCase, transcript, context)), metric }
      }
      const score = await (await (made ??= comparing())).score(evalCase, transcript, context)
      return sayingWhoCanTell(withReasonOnce({ ...score, metric }))
    },
  }
}

function hasOnlyObjects({ conversation = [] }: EvalCase): boolean {
  const references = conversation.flatMap((turn) => referencesOf(turn))
  return references.length > 0 && references.every((reference) => jsonObjectOf(reference) !== undefined)
}

function isSaidWordByWord(evalCase: EvalCase, transcript: Transcript): boolean {
  const pairs = pairInvocations(evalCase, transcript)
  if (pairs === undefined || pairs.length === 0) return false
  return pairs.every(({ expected, actual }) => {
    if (expected === undefined || actual === undefined) return false
    const answer = plain(responseTextOf(actual) ?? '')
    return answer !== '' && referencesOf(expected).some((reference) => plain(reference) === answer)
  })
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ')
}

/** A single exchange has the same reason as the score, so its row of evidence would repeat it. */
function withReasonOnce(score: Score): Score {
  if (!('evidence' in score) || score.evidence === undefined) return score
  const evidence = score.evidence.filter((shown) => shown.kind !== 'verdicts' || shown.rows.length > 1)
  return { ...score, evidence }
}

/** Suggests a model as judge when the comparison was undecided, but not when there was nothing to compare. */
function sayingWhoCanTell(score: Score): Score {
  const isOpen = score.status === 'not-evaluated' && (score.invocations ?? []).some((turn) => 'judged' in turn)
  if (!isOpen) return score
  const reason = message(
    'words do not tell whether the answer says what the reference says; a model can: --metric final_response_match_v2 --judge MODEL',
  )
  return { ...score, reason }
}
