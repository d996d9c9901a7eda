import { describe, expect, it } from 'vitest'
import { branchFromSteps } from './branching.ts'
import { createRandom } from './random.ts'

describe('playing again from each step', () => {
  it('finds the step after which it does not pass any more', async () => {
    const found = await branchFromSteps({ steps: 6, play: async (kept) => kept < 4 })
    expect(found).toMatchObject({ decisive: 4, pointOfNoReturn: 4, decided: true })
    expect(found.chances.map(({ kept, value }) => [kept, value])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 0],
    ])
  })

  it('blames no step where it passes from everywhere, or from nowhere', async () => {
    expect(await branchFromSteps({ steps: 5, play: async () => true })).toMatchObject({
      decisive: undefined,
      decided: true,
    })
    expect(await branchFromSteps({ steps: 5, play: async () => false })).toMatchObject({
      decisive: undefined,
      pointOfNoReturn: 0,
    })
  })

  it('finds it of an agent that now and then fails and now and then recovers', async () => {
    const random = createRandom(1)
    const play = async (kept: number) => random() < (kept >= 3 ? 0.1 : 0.9)
    const found = await Array.fromAsync(
      { length: 40 },
      async () => (await branchFromSteps({ steps: 6, play })).decisive,
    )
    expect(found.filter((step) => step === 3).length).toBeGreaterThanOrEqual(39)
  })

  it('names none where the replays run out', async () => {
    const found = await branchFromSteps({ steps: 6, play: async (kept) => kept < 4, mostReplays: 5 })
    expect(found).toMatchObject({ decisive: undefined, decided: false, replays: 5 })
  })
})
