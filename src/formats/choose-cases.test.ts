import { describe, expect, it } from 'vitest'
import type { EvalCase } from '../core/index.ts'
import { createRandom } from '../statistics/random.ts'
import { chooseCases, type CaseChoice } from './choose-cases.ts'

const cases: readonly EvalCase[] = [
  { id: 'weather/kyoto.1', metadata: { tags: ['smoke', 'en'] } },
  { id: 'weather/oslo.1', metadata: { tags: 'en, slow' } },
  { id: 'orders-A17', metadata: { tags: '注文、smoke' } },
  { id: 'orders-B99' },
]

const chosen = (choice: CaseChoice, seed = 1) =>
  chooseCases(cases, choice, { file: 'all.jsonl', random: createRandom(seed) })

describe('chooseCases', () => {
  it.each<[CaseChoice, readonly number[]]>([
    [{}, [0, 1, 2, 3]],
    [{ filter: ['weather/*'] }, [0, 1]],
    [{ filter: ['*.1', 'orders-?17'] }, [0, 1, 2]],
    [{ filter: ['weather/kyoto.1'] }, [0]],
    [{ tag: ['smoke'] }, [0, 2]],
    [{ tag: ['slow', '注文'] }, [1, 2]],
    [{ tag: ['en'], filter: ['*oslo*'] }, [1]],
    [{ first: 2 }, [0, 1]],
    [{ first: 1, filter: ['orders*'] }, [2]],
    [{ first: 9 }, [0, 1, 2, 3]],
    [{ sample: 9 }, [0, 1, 2, 3]],
  ])('takes of %j', async (choice, positions) => {
    expect(await chosen(choice)).toEqual(positions.map((position) => cases[position]?.id))
  })

  it('takes no pattern for a regular expression', async () => {
    await expect(chosen({ filter: ['weather.kyoto.1'] })).rejects.toThrow('fits')
    await expect(chosen({ filter: ['(orders|weather)*'] })).rejects.toThrow('fits')
  })

  it('takes as many by chance as were asked for, the same for the same seed, each as often as the others', async () => {
    expect(await chosen({ sample: 2 }, 7)).toEqual(await chosen({ sample: 2 }, 7))
    const counts = new Map<string, number>()
    for (let seed = 0; seed < 2000; seed += 1) {
      const ids = await chosen({ sample: 2 }, seed)
      expect(ids).toHaveLength(2)
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    // Half of 2,000 each; 4.5 standard deviations are 100.
    expect([...counts.values()].filter((count) => Math.abs(count - 1000) < 100)).toHaveLength(4)
  })

  it.each<[CaseChoice, string, string]>([
    [{ tag: ['smok'] }, 'no case of all.jsonl fits "smok"', 'Did you mean smoke, slow?'],
    [{ filter: ['orders-A18'] }, 'no case of all.jsonl fits "orders-A18"', 'Did you mean orders-A17, orders-B99?'],
  ])('says what there is instead of %j', async (choice, sentence, hint) => {
    const refused = await chosen(choice).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'usage', message: sentence })
    const { hint: said } = refused as { hint: { text: string; values: Record<string, string> } }
    expect(said.text.replace('{names}', said.values['names'] ?? '')).toContain(hint)
  })
})
