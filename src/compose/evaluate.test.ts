import { describe, expect, it } from 'vitest'
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

  it('that do not exist are named', async () => {
    const wrong = { ...base, repeats: 3 }
    await expect(evaluate(wrong)).rejects.toThrow('evaluate has no option repeats')
  })
})
