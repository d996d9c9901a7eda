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
  /** Compares answers that are not their reference word by word; made when the first one is met. */
  readonly comparing: () => Promise<Metric>
}

/**
 * Whether each final response says what its reference says: its numbers, names, dates, units and negation have to agree, the
 * wording may differ. Where words do not tell, it is not evaluated. References that are JSON objects are compared as such.
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

/** The reason of a single exchange is the reason of the score, which need not be told twice. */
function withReasonOnce(score: Score): Score {
  if (!('evidence' in score) || score.evidence === undefined) return score
  const evidence = score.evidence.filter((shown) => shown.kind !== 'verdicts' || shown.rows.length > 1)
  return { ...score, evidence }
}

/** What this comparison leaves open a model may tell; that there is nothing to compare it cannot mend. */
function sayingWhoCanTell(score: Score): Score {
  const isOpen = score.status === 'not-evaluated' && (score.invocations ?? []).some((turn) => 'judged' in turn)
  if (!isOpen) return score
  const reason = message(
    'words do not tell whether the answer says what the reference says; a model can: --metric final_response_match_v2 --judge MODEL',
  )
  return { ...score, reason }
}
