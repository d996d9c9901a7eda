import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { SetMetric } from '../core/index.ts'
import { defineMetric } from '../metrics/shared/define-metric.ts'
import { evaluate } from './evaluate.ts'

const base = { dataset: 'q.csv', target: () => 'A', store: ':memory:' }

describe('options of evaluate', () => {
  it.each([
    ['repeat', 1.5],
    ['repeat', '3'],
    ['repeat', 0],
    ['concurrency', 0],
    ['judge', 5],
    ['maxCost', '1'],
    ['failOn', 'failed'],
    ['timeoutMs', -5],
    ['attempts', 2.5],
    ['selected', 'one'],
    ['onlyMetrics', []],
    ['config', 5],
    ['runbooks', 5],
    ['cwd', {}],
    ['metrics', 'responseMatch'],
    ['metrics', {}],
    ['reporters', 5],
    ['store', false],
    ['store', ''],
    ['signal', 5],
  ])('%s: %o is an error of usage that names the option', async (option, value) => {
    const wrong = { ...base, [option]: value }
    await expect(evaluate(wrong)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(new RegExp(`^${option} takes .*, not `)),
    })
  })

  it('of a review are checked too', async () => {
    const wrong = { ...base, review: { maxMissRate: 5 } }
    await expect(evaluate(wrong)).rejects.toThrow('maxMissRate takes a share between 0 and 1, not 5')
  })

  it('with a target of no kind say which kinds there are', async () => {
    const wrong = { ...inFolder(), target: 5 as never } // plain JavaScript can say anything
    await expect(evaluate(wrong)).rejects.toMatchObject({
      code: 'config',
      message: 'the target is none of the kinds there are',
    })
  })

  it('that do not exist are named', async () => {
    const wrong = { ...base, repeats: 3 }
    await expect(evaluate(wrong)).rejects.toThrow('evaluate has no option repeats')
  })
})

describe('metrics of evaluate', () => {
  it.each([
    ['of another name', { status: 'scored', metric: 'n', value: 0, threshold: 1, passed: false }],
    ['that passed in words only', { status: 'scored', metric: 'm', value: 0, threshold: 1, passed: 'no' }],
    ['of no known status', { status: 'fail', metric: 'm' }],
    ['that is a number', 5],
    ['that is nothing', undefined],
    ['with a value in words', { status: 'scored', metric: 'm', value: '0.3', passed: true }],
  ])('that give a score %s are errors of the metric, which close the gate', async (_what, given) => {
    const wrong = { name: 'm', score: async () => given as never } // plain JavaScript can say anything
    const good = defineMetric('good', () => 1)
    const { passed, results } = await evaluate({ ...inFolder(), metrics: [good, wrong] })
    expect(passed).toBe(false)
    expect(results[0]?.scores.slice(0, 2)).toMatchObject([
      { metric: 'good', status: 'scored', passed: true },
      { metric: 'm', status: 'error', blame: 'metric', reason: { text: expect.stringContaining('is not a score') } },
    ])
  })
})

describe('set metrics of evaluate', () => {
  it('see every result, and what they say stands in the summary under their names', async () => {
    const { run } = await evaluate({ ...inFolder(), setMetrics: [counter('answered'), counter('asked')] })
    expect(run.summary?.sets).toEqual({ answered: { cases: ['a', 'b'] }, asked: { cases: ['a', 'b'] } })
  })

  it('that say nothing leave nothing behind', async () => {
    const silent: SetMetric = { ...counter('silent'), start: () => ({ add() {}, summary: () => undefined }) }
    const { run } = await evaluate({ ...inFolder(), setMetrics: [silent] })
    expect(run.summary?.sets?.['silent']).toBeUndefined()
    expect(run.status).toBe('finished')
  })

  it('of one name are refused', async () => {
    const twice = evaluate({ ...inFolder(), setMetrics: [counter('cost'), counter('cost')] })
    await expect(twice).rejects.toThrow('there are two set metrics named cost')
  })

  it.each([[5], [['cost']], [[{ name: 'cost' }]], [[{ ...counter('cost'), start: 1 }]]])(
    'that are none are refused: %o',
    async (wrong) => {
      const options = { ...inFolder(), setMetrics: wrong as never } // plain JavaScript can say anything
      await expect(evaluate(options)).rejects.toThrow('setMetrics of evaluate is no list of set metrics')
    },
  )
})

function counter(name: string): SetMetric<{ cases: string[] }> {
  return {
    name,
    schema: z.object({ cases: z.array(z.string()) }),
    start() {
      const cases: string[] = []
      return { add: ({ caseId }) => void cases.push(caseId), summary: () => ({ cases }) }
    },
  }
}

function inFolder() {
  const cwd = mkdtempSync(join(tmpdir(), 'shinsa-evaluate-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  writeFileSync(join(cwd, 'q.csv'), 'id,question,answer\na,A or B?,A\nb,B or A?,A\n')
  return { ...base, cwd }
}
