// npm run bench -- intervals   what the intervals of reports cover of true values that are known.
import { createRandom } from '../../src/statistics/random.ts'
import { wilsonInterval } from '../../src/statistics/proportion.ts'
import { intervalCells, type IntervalCell } from './interval-cells.ts'

export type CellCoverage = {
  readonly statistic: string
  readonly name: string
  /** Samples in which the statistic is defined, of all. */
  readonly defined: number
  readonly samples: number
  readonly covered: number
  /** Samples whose interval lies below the truth, and above it. */
  readonly below: number
  readonly above: number
}

export function coverageOf(
  { statistic, name, truth, sample }: IntervalCell,
  { samples, seed }: { readonly samples: number; readonly seed: number },
): CellCoverage {
  const random = createRandom(seed)
  let [defined, below, above] = [0, 0, 0]
  for (let one = 0; one < samples; one += 1) {
    const bounds = sample(random)
    if (bounds === null) continue
    defined += 1
    if (bounds.high < truth - 1e-9) below += 1
    if (bounds.low > truth + 1e-9) above += 1
  }
  return { statistic, name, defined, samples, covered: defined - below - above, below, above }
}

/** Whether a cell surely misses what it is to hold: .93 covered, at most .05 on either side. */
export function misses({ defined, covered, below, above }: CellCoverage): boolean {
  if (defined < fewest) return false
  return (
    wilsonInterval(covered, defined, 0.99).high < 0.93 ||
    [below, above].some((tail) => wilsonInterval(tail, defined, 0.99).low > 0.05)
  )
}

/** Of fewer samples with a value nothing is said. */
const fewest = 50

/** With `SAMPLES` samples a cell, `SEED`, and `ONLY` the statistics that this pattern names. */
export async function run(): Promise<void> {
  const samples = Number(process.env.SAMPLES ?? 2000)
  const seed = Number(process.env.SEED ?? 1)
  const only = new RegExp(process.env.ONLY ?? '')
  const cells = intervalCells().filter(({ statistic }) => only.test(statistic))
  const measured = cells.map((cell, index) => coverageOf(cell, { samples, seed: seed * 10_000 + index }))
  console.log(`${samples} samples a cell, seed ${seed}\n`)
  console.log('| statistic | cells | mean | lowest | most below the truth | most above | miss |')
  console.log('|---|---|---|---|---|---|---|')
  for (const [statistic, own] of Map.groupBy(measured, (cell) => cell.statistic)) {
    const told = own.filter(({ defined }) => defined >= fewest)
    const share = (of: (cell: CellCoverage) => number) => told.map((cell) => of(cell) / cell.defined)
    const covered = share((cell) => cell.covered)
    const mean = covered.reduce((sum, one) => sum + one, 0) / told.length
    const most = [share((cell) => cell.below), share((cell) => cell.above)].map((one) => Math.max(...one).toFixed(3))
    console.log(
      `| ${statistic} | ${told.length} | ${mean.toFixed(3)} | ${Math.min(...covered).toFixed(3)} | ${most.join(' | ')} | ${told.filter(misses).length} |`,
    )
  }
  const missed = measured.filter(misses)
  if (missed.length > 0) console.log('\nmissed:')
  for (const { statistic, name, defined, covered, below, above } of missed) {
    const [of, under, over] = [covered, below, above].map((one) => (one / defined).toFixed(3))
    console.log(`${statistic}, ${name}: ${of} of ${defined}, ${under} below the truth, ${over} above`)
  }
}
