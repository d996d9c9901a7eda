import { isGated } from '../../../../src/core/run/run.ts'
import type { RunDetail } from '../../../../src/server/api/runs.ts'
import { sayFirst as say } from '../../words/say.ts'

const standings = {
  passed: { badge: 'passed', name: 'Passed the gate' },
  failed: { badge: 'failed', name: 'Failed the gate' },
  notGated: { badge: 'not-gated', name: 'No gate was set' },
  running: { badge: 'running', name: 'Running' },
  interrupted: { badge: 'interrupted', name: 'Interrupted, so there is no verdict' },
  stopped: { badge: 'stopped', name: 'Its process ended, so there is no verdict' },
  finished: { badge: 'finished', name: 'No verdict yet' },
} as const

/** The state or verdict of a run, for styles, as a badge and in words. A gate without rules has not passed. */
export function runStanding({ state, run }: Pick<RunDetail, 'state' | 'run'>) {
  const gate = run.summary?.gate
  const verdict = gate === undefined ? state : isGated(gate) ? (gate.passed ? 'passed' : 'failed') : 'notGated'
  const of = state === 'finished' ? verdict : state
  const { badge, name } = standings[of]
  return { of, badge, said: say(name) }
}
