import { type Message, type Metric, type Score, message } from '../../../core/index.ts'
import { evidenceOfVerdict } from '../judged-verdict.ts'
import { reviewedCase } from './reviewed-case.ts'

/**
 * Scores a review 1 when the reviewer's verdict equals the expected one, else 0. No judge is needed. An answer that is
 * no review counts as the reviewer's error, never as a `fail` that happens to match.
 *
 * @example defineConfig({ metrics: [verdictMatch()] })
 */
export function verdictMatch(): Metric {
  const metric = 'verdict_match'
  return {
    name: metric,
    score(evalCase, transcript): Score {
      const reviewed = reviewedCase(metric, evalCase, transcript)
      if (reviewed.status !== 'reviewed') return reviewed
      const { expected } = reviewed.task
      const { result, confidence, evidenceStatus } = reviewed.review
      const passed = result === expected
      return {
        status: 'scored',
        metric,
        value: passed ? 1 : 0,
        threshold: 1,
        passed,
        ...(!passed && { reason: mistake(result, confidence) }),
        evidence: [evidenceOfVerdict({ expected, result, confidence, evidenceStatus })],
      }
    },
  }
}

function mistake(result: 'pass' | 'fail', confidence: number | undefined): Message {
  const stated = confidence === undefined ? '–' : confidence.toFixed(2)
  return result === 'pass'
    ? message('A violation was missed: pass instead of fail, confidence {confidence}', { confidence: stated })
    : message('A false alarm: fail instead of pass, confidence {confidence}', { confidence: stated })
}
