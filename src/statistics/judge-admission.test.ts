import { describe, expect, it } from 'vitest'
import { judgeAdmission } from './judge-admission.ts'
import { createRandom } from './random.ts'

const required = { sensitivity: 0.8, specificity: 0.8 }

describe('the admission of a judge', () => {
  it('asks that both lower bounds reach what is required', () => {
    const good = { found: 96, of: 100 }
    expect(judgeAdmission({ failures: good, passes: good }, required)).toMatchObject({ outcome: 'admitted' })
    const passesAll = judgeAdmission({ failures: { found: 30, of: 100 }, passes: { found: 100, of: 100 } }, required)
    expect(passesAll).toMatchObject({ outcome: 'refused', needed: { failures: undefined } })
  })

  it('cannot be decided with few labels, and says how many it would take', () => {
    const few = judgeAdmission({ failures: { found: 9, of: 10 }, passes: { found: 10, of: 10 } }, required)
    expect(few).toMatchObject({ outcome: 'undecided', needed: { failures: 50, passes: 14 } })
    const none = judgeAdmission({ failures: { found: 0, of: 0 }, passes: { found: 14, of: 14 } }, required)
    expect(none).toMatchObject({ outcome: 'undecided', sensitivity: null, needed: { failures: 14, passes: 14 } })
  })

  it('admits a judge that is just too bad in at most one of twenty draws', () => {
    const random = createRandom(11)
    const draw = (rate: number, of: number) => ({
      found: Array.from({ length: of }, () => random() < rate).filter(Boolean).length,
      of,
    })
    const draws = Array.from({ length: 2000 }, () =>
      judgeAdmission({ failures: draw(0.8, 100), passes: draw(0.99, 100) }, required),
    )
    expect(draws.filter(({ outcome }) => outcome === 'admitted').length / 2000).toBeLessThanOrEqual(0.05)
    const fair = Array.from({ length: 500 }, () =>
      judgeAdmission({ failures: draw(0.92, 150), passes: draw(0.92, 150) }, required),
    )
    expect(fair.filter(({ outcome }) => outcome === 'refused').length / 500).toBe(0)
    expect(fair.filter(({ outcome }) => outcome === 'admitted').length / 500).toBeGreaterThan(0.9)
  })
})
