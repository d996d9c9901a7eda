import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { Metric } from '../core/index.ts'
import type { FunctionAgent } from '../targets/index.ts'
import { evaluate } from './evaluate.ts'

afterEach(() => vi.restoreAllMocks())

const cases = 40

/** Seconds that each agent's answer took, on a clock that only work of ours moves: a second for each score. */
async function durationsWith(target: FunctionAgent, late: boolean): Promise<readonly (number | undefined)[]> {
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const work = () => {
    clock += 1000
    return { status: 'scored', metric: 'ours', value: 1, threshold: 0, passed: true } as const
  }
  const metric: Metric = { name: 'ours', score: late ? async () => Promise.resolve().then(work) : work }
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-duration-'))
  const rows = Array.from({ length: cases }, (_, index) => `${index},q${index},a`)
  writeFileSync(join(folder, 'q.csv'), `id,question,answer\n${rows.join('\n')}\n`)
  const { results } = await evaluate({
    dataset: join(folder, 'q.csv'),
    cwd: folder,
    target,
    metrics: [metric],
    store: ':memory:',
  })
  expect(results).toHaveLength(cases)
  return results.map(({ transcript }) => transcript.invocations[0]?.durationSeconds)
}

const agents: readonly (readonly [string, FunctionAgent, boolean])[] = [
  ['answers at once', () => 'a', false],
  ['answers at once, scored by a judge', () => 'a', true],
  ['promises its answer', async () => 'a', false],
  [
    'takes a few steps',
    async () => {
      for (let step = 0; step < 20; step += 1) await Promise.resolve()
      return 'a'
    },
    true,
  ],
]

it.each(agents)('an agent that %s is not charged with what scoring others takes', async (_how, agent, late) => {
  expect(await durationsWith(agent, late)).toEqual(Array.from({ length: cases }, () => 0))
})
