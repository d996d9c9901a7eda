import { describe, expect, it } from 'vitest'
import type { JudgedItem } from '../../core/index.ts'
import { createRandom } from '../../statistics/index.ts'
import { judgeDrift } from './judge-drift.ts'
import { raceJudges } from './race-judges.ts'

describe('a race of judges', () => {
  it('tells a good one from a bad one, and names those that nobody can tell apart', () => {
    const race = raceJudges(
      [contender('bad', 0.4), contender('good', 0.05, 2), contender('as good', 0.06, 3), contender('fair', 0.2, 4)],
      { seed: 1 },
    )
    expect(race).toMatchObject({ results: 300, cases: 300, tied: 0, best: expect.arrayContaining(['good', 'as good']) })
    expect(race.judges.map(({ name }) => name).slice(2)).toEqual(['fair', 'bad'])
    expect(race.differences).toHaveLength(6)
    expect(
      race.differences.filter(({ apart }) => !apart).map(({ first, second }) => [first, second].toSorted()),
    ).toEqual([['as good', 'good']])
    for (const { p, adjustedP, apart, difference } of race.differences) {
      expect(adjustedP).toBeGreaterThanOrEqual(p)
      expect(difference.low > 0 || difference.high < 0).toBe(apart)
    }
    const levels = race.differences.map(({ difference }) => difference.level)
    expect(Math.max(...levels)).toBeCloseTo(1 - 0.05 / 6, 12)
    expect(Math.min(...levels)).toBeCloseTo(1 - 0.05, 12)
  })

  it('does not let a judge win by its silence', () => {
    const silent = contender('silent', 0, 5)
    const items = silent.items.map((item, index) => (index % 2 === 0 ? withoutJudge(item) : item))
    const race = raceJudges([{ ...silent, items }, contender('talkative', 0.2, 6)], { seed: 1 })
    expect(race.judges).toMatchObject([{ name: 'talkative' }, { name: 'silent', answered: 150, kappa: { value: 1 } }])
    expect(race.differences).toMatchObject([{ apart: true }])
  })

  it('counts results of one case together, and leaves out what people are tied on', () => {
    const [one, other] = [contender('one', 0.1, 7), contender('other', 0.25, 8)]
    const copied = [one, other].map((judge) => ({
      ...judge,
      items: judge.items
        .slice(0, 30)
        .flatMap((item) => [0, 1, 2, 3, 4].map((copy) => ({ ...item, id: `${item.id} ${copy}` }))),
    }))
    const single = [one, other].map((judge) => ({ ...judge, items: judge.items.slice(0, 30) }))
    const [many, once] = [raceJudges(copied, { seed: 1 }), raceJudges(single, { seed: 1 })]
    expect(many).toMatchObject({ results: 150, cases: 30 })
    expect(many.differences[0]?.p).toBeCloseTo(once.differences[0]?.p ?? 0, 12)
    const tied = { ...one, items: one.items.map((item, index) => (index < 10 ? { ...item, people: {} } : item)) }
    expect(raceJudges([tied, { ...tied, name: 'same' }], { seed: 1 })).toMatchObject({ results: 290, tied: 10 })
  })

  it('rarely tells judges apart that are equally good', () => {
    const races = Array.from({ length: 40 }, (_, index) =>
      raceJudges(
        [0, 1, 2, 3].map((which) => contender(`judge ${which}`, 0.15, 1000 + 10 * index + which, 100)),
        { seed: 1 },
      ),
    )
    const wrong = races.filter(({ differences }) => differences.some(({ apart }) => apart)).length
    expect(wrong).toBeLessThanOrEqual(5)
  })
})

describe('the drift of a judge', () => {
  it('is there where it became lenient, not where it says the same, and open with few results', () => {
    const before = contender('then', 0.05, 11)
    const lenient = before.items.map((item, index) => (index % 6 === 0 ? { ...item, judge: { passed: true } } : item))
    expect(judgeDrift(before, { judge: 'now', items: lenient }, { seed: 1 })).toMatchObject({
      outcome: 'changed',
      results: 300,
      passes: { difference: { value: expect.closeTo(0.06, 1) } },
    })
    expect(judgeDrift(before, before, { seed: 1 })).toMatchObject({ outcome: 'not-changed', flipped: 0 })
    const few = { judge: 'now', items: before.items.slice(0, 20) }
    const open = judgeDrift(before, few, { seed: 1 })
    expect(open).toMatchObject({ outcome: 'cannot-tell', results: 20 })
    // Nine of twenty would have to change for seven to do so four times out of five.
    expect(open.detectable).toBeCloseTo(0.44, 1)
  })

  it('is about results that both have, and says nothing where there are none', () => {
    const before = contender('then', 0.05, 12)
    const others = before.items.map((item) => ({ ...item, id: `other ${item.id}` }))
    expect(judgeDrift(before, { judge: 'now', items: others }, { seed: 1 })).toEqual({
      outcome: 'cannot-tell',
      results: 0,
      answered: 0,
      flipped: 0,
      relevant: 0.05,
      judges: { first: 'then', second: 'now' },
    })
  })

  it('is rarely there where a judge only wavers', () => {
    const changed = Array.from({ length: 200 }, (_, index) =>
      judgeDrift(contender('then', 0.1, index, 100), contender('now', 0.1, 5000 + index, 100), { seed: 1 }),
    ).filter(({ outcome }) => outcome === 'changed').length
    expect(changed).toBeLessThanOrEqual(14)
  })
})

/** A judge that is wrong so often, on results of which two in three pass. */
function contender(name: string, error: number, seed = 1, count = 300) {
  const truths = createRandom(42)
  const random = createRandom(seed)
  const items = Array.from({ length: count }, (_, index): JudgedItem => {
    const right = truths() < 2 / 3
    const judge = { passed: random() < error ? !right : right }
    return { id: `r${index}`, name: `r${index}`, case: `c${index}`, people: { passed: right }, judge }
  })
  return { name, judge: name, items }
}

function withoutJudge({ judge: _judge, ...item }: JudgedItem): JudgedItem {
  return item
}
