import { expect, it } from 'vitest'
import { type InvocationScore, type Score, message, notReported } from '../core/index.ts'
import { type KeptScore, keptScore, scoreFrom } from './score-rows.ts'

const right: InvocationScore = { status: 'scored', value: 1, passed: true, parts: [{ name: 'recall', value: 1 }] }
const half: InvocationScore = { status: 'scored', value: 0.5, passed: false }
const scored = { status: 'scored', metric: 'rouge', value: 1, threshold: 0.8, passed: true } as const
const measured = { status: 'measured', metric: 'calls', value: 2, unit: 'calls' } as const
const abstained = { status: 'not-evaluated', metric: 'tone', reason: message('The judge abstains') } as const

it.each<[string, Score, number]>([
  ['an unreported quantity', notReported('token_usage_v1'), 106],
  ['one whose reason says more', { ...notReported('tokens'), reason: message('{who}', { who: 'nobody' }) }, 0],
  ['one that is asked for', { ...notReported('tokens'), informational: false }, 0],
  ['the score of one exchange', { ...scored, invocations: [right] }, 60],
  ['the scores of two', { ...scored, invocations: [right, half] }, 18],
  ['an exchange with another value', { ...scored, invocations: [half] }, 18],
  ['a quantity', { ...measured, invocations: [{ status: 'measured', value: 2 }] }, 49],
  ['an abstention', { ...abstained, invocations: [{ status: 'not-evaluated', reason: message('silent') }] }, 25],
  ['no exchange', { ...scored, invocations: [] }, 18],
  ['none at all', scored, 18],
  ['a failure', { status: 'error', metric: 'tone', blame: 'judge', reason: message('down') }, 0],
])('keeps %s without what is said twice, and gives it back as it was', (_what, score, saved) => {
  const kept = JSON.stringify(keptScore(score))
  expect(JSON.stringify(score).length - kept.length).toBe(saved)
  expect(JSON.stringify(scoreFrom(JSON.parse(kept) as KeptScore))).toBe(JSON.stringify(score))
})

it('reads scores that were kept whole', () => {
  const whole: Score = { ...scored, invocations: [right] }
  expect(scoreFrom(whole as KeptScore)).toEqual(whole)
  expect(scoreFrom(notReported('tokens'))).toEqual(notReported('tokens'))
})
