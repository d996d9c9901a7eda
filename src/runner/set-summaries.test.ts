import { expect, it } from 'vitest'
import { z } from 'zod'
import { type ScoredCase, type SetMetric, toEnglish } from '../core/index.ts'
import { setSummaries } from './set-summaries.ts'

const passes: SetMetric = {
  name: 'passes',
  schema: z.object({ passed: z.number(), share: z.number().nullable() }),
  start() {
    let [passed, all] = [0, 0]
    return {
      add({ verdict }) {
        all += 1
        passed += verdict === 'passed' ? 1 : 0
      },
      summary: () => ({ passed, share: all === 0 ? null : passed / all }),
    }
  },
}

it('keeps what each set metric says under its name', () => {
  expect(summaryOf([passes], ['passed', 'failed'])).toEqual({ sets: { passes: { passed: 1, share: 0.5 } } })
})

it('keeps nothing of one that has nothing to say', () => {
  const silent: SetMetric = { ...passes, start: () => ({ add: () => undefined, summary: () => undefined }) }
  expect(summaryOf([silent], ['passed'])).toEqual({})
  expect(summaryOf([], ['passed'])).toEqual({})
})

it('starts anew for each run, on an object that may have a state of its own', () => {
  class Counting implements SetMetric {
    readonly name = 'counting'
    readonly schema = z.number()
    readonly step = 2
    start() {
      const { step } = this
      let sum = 0
      return { add: () => void (sum += step), summary: () => sum }
    }
  }
  const counting = new Counting()
  expect(summaryOf([counting], ['passed', 'failed'])).toEqual({ sets: { counting: 4 } })
  expect(summaryOf([counting], ['passed'])).toEqual({ sets: { counting: 2 } })
})

const breaking: readonly (readonly [string, SetMetric['start']])[] = [
  [
    'no start',
    () => {
      throw new Error('no start')
    },
  ],
  [
    'no case',
    () => ({
      add() {
        throw new Error('no case')
      },
      summary: () => ({ passed: 1, share: 1 }),
    }),
  ],
  [
    'no end',
    () => ({
      add: () => undefined,
      summary() {
        throw new Error('no end')
      },
    }),
  ],
  [
    'passed: Invalid input: expected number, received string; share: Invalid input: expected number, received NaN',
    () => ({ add: () => undefined, summary: () => ({ passed: '1', share: Number.NaN }) }),
  ],
]

it.each(breaking)('says that one broke (%s), and keeps what the others say', (problem, start) => {
  const { sets, notes = [] } = summaryOf([{ ...passes, name: 'broken', start }, passes], ['passed'])
  expect(sets).toEqual({ passes: { passed: 1, share: 1 } })
  expect(notes.map(toEnglish)).toEqual([`the set metric broken says nothing: ${problem}`])
})

function summaryOf(metrics: readonly SetMetric[], verdicts: readonly ScoredCase['verdict'][]) {
  const counter = setSummaries(metrics)
  for (const [position, verdict] of verdicts.entries()) {
    counter.add({ position, repeat: 0, caseId: String(position), scores: [], verdict, cost: { toolCalls: 0 } })
  }
  return counter.summary()
}
