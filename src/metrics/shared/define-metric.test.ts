import { describe, expect, it } from 'vitest'
import { EvalError } from '../../core/index.ts'
import { type MetricOutcome, defineMetric } from './define-metric.ts'

describe('defineMetric', () => {
  it('takes a number from 0 to 1', async () => {
    expect(await scoreOf(0.5, 0.5)).toEqual({
      status: 'scored',
      metric: 'mine',
      value: 0.5,
      threshold: 0.5,
      passed: true,
    })
    expect(await scoreOf(0.99)).toMatchObject({ passed: false, threshold: 1 })
  })

  it('takes true, false and promises of them', async () => {
    expect(await scoreOf(true)).toMatchObject({ value: 1, passed: true })
    expect(await scoreOf(Promise.resolve(false))).toMatchObject({ value: 0, passed: false })
  })

  it('takes the value with more about it', async () => {
    const parts = [{ name: 'words', value: 7 }]
    expect(await scoreOf({ value: 0.2, passed: true, reason: 'short {enough}', parts })).toMatchObject({
      value: 0.2,
      passed: true,
      reason: { text: '{reason}', values: { reason: 'short {enough}' } },
      parts,
    })
  })

  it.each([null, undefined])('is not evaluated when the function returns %s', async (outcome) => {
    expect(await scoreOf(outcome)).toMatchObject({ status: 'not-evaluated', metric: 'mine' })
  })

  it.each([Number.NaN, 1.2, -0.1, '0.5', [], {}, { value: 2 }, { value: null }, { value: 1, resaon: 'typo' }])(
    'refuses %j, naming the metric',
    async (outcome) => {
      await expect(scoreOf(outcome)).rejects.toThrow(EvalError)
      await expect(scoreOf(outcome)).rejects.toThrow(/^Metric mine returned something that is not a score for case c: /)
    },
  )

  it('lets an error of the function through', async () => {
    const broken = defineMetric('mine', () => {
      throw new RangeError('broken')
    })
    await expect(broken.score({ id: 'c' }, { invocations: [] }, {})).rejects.toThrow(RangeError)
  })
})

async function scoreOf(outcome: unknown, threshold?: number) {
  // Nothing stops a JavaScript file from returning what the type does not allow.
  const metric = defineMetric('mine', () => outcome as MetricOutcome, threshold === undefined ? {} : { threshold })
  return metric.score({ id: 'c' }, { invocations: [] }, {})
}
