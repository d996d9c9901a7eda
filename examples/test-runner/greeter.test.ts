import { fileURLToPath } from 'node:url'
import { evaluate } from 'shinsa'
import { exactMatch, toolRules } from 'shinsa/metrics'
import { describe, expect, it } from 'vitest'
import { greeter } from './greeter.ts'

const dataset = fileURLToPath(new URL('greetings.csv', import.meta.url))

describe('greeter', () => {
  it('passes every case of its dataset', async () => {
    const { passed, results, run } = await evaluate({
      dataset,
      target: greeter,
      metrics: [exactMatch(), toolRules({ required: ['part_of_day'], counts: { '*': { max: 1 } } })],
      repeat: 2,
      store: ':memory:',
    })
    expect(results.filter((result) => result.verdict !== 'passed')).toEqual([])
    expect(run.summary?.passRate).toMatchObject({ value: 1 })
    expect(passed).toBe(true)
  })
})
