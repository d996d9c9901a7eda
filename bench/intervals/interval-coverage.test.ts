import { describe, expect, it } from 'vitest'
import { intervalCells } from './interval-cells.ts'
import { coverageOf, misses } from './interval-coverage.ts'

/** Wilson's interval of a rate of .99 in ten cases covers .904, exactly: one failure of ten is above it. */
const knownToMiss = new Set(['n 10, rate 0.99'])

// The whole simulation is `npm run bench -- intervals`; these are few samples of few cells, the same ones each time.
describe('the intervals of reports', () => {
  const measured = intervalCells([10, 30]).map((cell, index) => coverageOf(cell, { samples: 60, seed: 1000 + index }))
  const byStatistic = [...Map.groupBy(measured, ({ statistic }) => statistic)]

  it.each(byStatistic)('cover the true value: %s', (_statistic, cells) => {
    const defined = cells.reduce((sum, cell) => sum + cell.defined, 0)
    const covered = cells.reduce((sum, cell) => sum + cell.covered, 0)
    expect(covered / defined).toBeGreaterThanOrEqual(0.935)
    expect(cells.filter((cell) => misses(cell) && !knownToMiss.has(cell.name)).map(({ name }) => name)).toEqual([])
  })

  it('are simulated for these statistics', () => {
    expect(byStatistic.map(([statistic]) => statistic)).toMatchInlineSnapshot(`
      [
        "rate",
        "mean",
        "win rate",
        "rate of repeats",
        "pass@3",
        "pass^3",
        "difference of rates",
        "difference of means",
        "kappa",
        "AC1",
        "weighted kappa",
        "alpha",
        "corrected rate",
        "stratified rate",
        "mutation score",
        "corrected difference",
        "Rogan–Gladen",
      ]
    `)
  })
})
