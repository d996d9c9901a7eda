import { expect, it } from 'vitest'
import { type Score, type ScoredCase, type Verdict, message } from '../../../core/index.ts'
import { runbookSet } from './runbook-set.ts'

const rule = { passLine: 0.7, share: 0.7, mean: 0.7 }

it.each([
  { averages: Array.from({ length: 10 }, () => 70), passed: 10, accepted: true },
  { averages: [...Array.from({ length: 7 }, () => 70.5), 69, 69, 68.5], passed: 7, accepted: true },
  { averages: [...Array.from({ length: 7 }, () => 70.5), 69, 69, 67.5], passed: 7, accepted: false },
  { averages: [...Array.from({ length: 6 }, () => 95), 60, 60, 60, 60], passed: 6, accepted: false },
  { averages: [...Array.from({ length: 9 }, () => 72), 64, 64, 64], passed: 9, accepted: true },
  { averages: [...Array.from({ length: 8 }, () => 90), 64, 64, 64, 64], passed: 8, accepted: false },
])('accepts $averages: $accepted', ({ averages, passed, accepted }) => {
  const summary = summaryOf(averages.map((average) => panelScore(average / 100)))
  expect(summary).toMatchObject({ total: averages.length, passed, accepted })
})

it('counts who broke, and takes what has no score for 0 in one mean and leaves it out of the other', () => {
  const summary = summaryOf(
    panelScore(0.9),
    { status: 'error', metric: 'runbook_panel', blame: 'judge', reason: message('not readable') },
    { status: 'not-evaluated', metric: 'runbook_panel', reason: message('the agent failed') },
    { status: 'not-evaluated', metric: 'runbook_panel', reason: message('the judge abstains') },
  )
  expect(summary).toEqual({
    total: 4,
    judged: 1,
    judgeErrors: 1,
    agentErrors: 1,
    notEvaluated: 1,
    passed: 1,
    passShare: 0.25,
    mean: 0.225,
    judgedMean: 0.9,
    rule,
    accepted: false,
  })
})

it('says how often exactly the expected flags were raised', () => {
  const set = runbookSet(rule).start()
  for (const [position, passed] of [true, true, false].entries()) {
    set.add(scoredCase(position, [panelScore(0.8), flagScore(passed)], 'failed'))
  }
  expect(set.summary()?.flags).toEqual({ checked: 3, right: 2 })
})

function panelScore(value: number): Score {
  return { status: 'scored', metric: 'runbook_panel', value, threshold: 0.7, passed: value >= 0.7 }
}

function summaryOf(...scores: readonly (Score | readonly Score[])[]) {
  const set = runbookSet(rule).start()
  for (const [position, score] of scores.flat().entries()) {
    const broke = score.status === 'error' || (score.status === 'not-evaluated' && score.reason.text.includes('failed'))
    set.add(scoredCase(position, [score], broke ? 'error' : 'not-evaluated'))
  }
  return set.summary()
}

function scoredCase(position: number, scores: Score[], verdict: Verdict): ScoredCase {
  return { position, repeat: 0, caseId: String(position), scores, verdict, cost: { toolCalls: 0 } }
}

function flagScore(passed: boolean): Score {
  return { status: 'scored', metric: 'expected_flags', value: passed ? 1 : 0.5, passed }
}
