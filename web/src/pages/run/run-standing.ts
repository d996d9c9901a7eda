import { isGated } from '../../../../src/core/run/run.ts'
import type { RunDetail } from '../../../../src/server/api/runs.ts'
import type { Words } from '../../words/words.ts'

const badges = { passed: 'passed', failed: 'failed', notGated: 'not-gated' } as const

/** The state or verdict of a run, for styles, as a badge and in words. A gate without rules has not passed. */
export function runStanding({ state, run }: Pick<RunDetail, 'state' | 'run'>, { run: texts, verdict }: Words) {
  const gate = run.summary?.gate
  if (state !== 'finished') return { of: state, badge: state, said: texts[state] } as const
  if (gate === undefined) return { of: state, badge: state, said: verdict.none } as const
  const of = isGated(gate) ? (gate.passed ? 'passed' : 'failed') : 'notGated'
  return { of, badge: badges[of], said: texts[of] } as const
}
