import type { Approval, ApprovalMethod, ApprovalTarget } from '../src/statistics/review-measures.ts'
import { type ApprovalLadder, type Rung, approvalLadder, rungAt } from '../src/statistics/approval/approval-ladder.ts'
import { certify } from '../src/statistics/approval/approval-threshold.ts'
import { createRandom, normalCdf } from '../src/statistics/index.ts'

const sizes = [100, 200, 500, 1000, 2000] as const
const prevalences = [0.02, 0.05, 0.1, 0.2, 0.5] as const
const alpha = 0.1
const delta = 0.05

/** Whether certified thresholds keep what they promise: simulated reviewers whose true rates are known, calibrated again and again. */
export async function run(): Promise<void> {
  const calibrations = 2000
  const limit = delta + 2 * Math.sqrt((delta * (1 - delta)) / calibrations)
  console.log(
    `${calibrations} calibrations a cell, target ${percent(alpha)} %, delta ${percent(delta)} %; a promise of ${percent(1 - delta)} % ` +
      `holds with at most ${percent(limit)} % broken. Cells, in %: broken / refused / mean share approved`,
  )
  const cells = sizes.flatMap((size) =>
    prevalences.map((prevalence) => simulateCell({ size, prevalence, calibrations, seed: 7 })),
  )
  for (const procedure of procedures) {
    const tallies = cells.map((cell) => ({ ...cell, ...tallyOf(cell.tallies, procedure.name) }))
    console.log(`\n${procedure.name}: ${verdictOn(procedure, tallies, limit)}`)
    console.log(
      `${'violations'.padStart(10)} ${prevalences.map((share) => `${percent(share, 0)} %`.padStart(20)).join(' ')}`,
    )
    for (const size of sizes) {
      const texts = tallies
        .filter((cell) => cell.size === size)
        .map(({ broken, refused, approved }) =>
          [broken, refused, approved].map((sum) => percent(sum / calibrations)).join(' / '),
        )
      console.log(`${`${size} rows`.padStart(10)} ${texts.map((text) => text.padStart(20)).join(' ')}`)
    }
  }
}

function verdictOn({ promise }: Procedure, tallies: readonly (Cell & Tracker)[], limit: number): string {
  if (promise === 'mean') {
    const worst = Math.max(...tallies.map(({ excess }) => excess))
    const text = `true share less target, in the mean, at most ${worst.toFixed(2)} standard errors (aim: at most 2)`
    return worst > 2 ? `${text}: MISSED` : text
  }
  const worst = Math.max(...tallies.map(({ broken, calibrations }) => broken / calibrations))
  if (promise === 'none') return `promises nothing; broken up to ${percent(worst)} %`
  const text = `broken at most ${percent(worst)} % (aim: at most ${percent(limit)} %)`
  return worst > limit ? `${text}: MISSED` : text
}

type Tracker = {
  readonly name: string
  broken: number
  refused: number
  /** Sum of the true shares approved. */
  approved: number
  /** The mean of the true target less alpha, in standard errors. */
  excess: number
}

type Cell = { readonly size: number; readonly prevalence: number; readonly calibrations: number; readonly seed: number }

/** Draws labelled rows again and again, chooses thresholds from them and holds these against the truth. */
export function simulateCell(cell: Cell): Cell & { readonly tallies: readonly Tracker[] } {
  const { size, prevalence, calibrations, seed } = cell
  const random = createRandom(seed * 1_000_003 + size * 1000 + Math.round(prevalence * 100))
  const tallies = procedures.map(({ name }) => ({ name, broken: 0, refused: 0, approved: 0, excess: 0 }))
  const risks = procedures.map(() => ({ sum: 0, squares: 0 }))
  for (let calibration = 0; calibration < calibrations; calibration += 1) {
    const ladder = approvalLadder(
      Array.from({ length: size }, () => {
        const bad = random() < prevalence
        return { score: logistic((bad ? meanOfBad : meanOfGood) + normal(random)), bad }
      }),
    )
    for (const [index, procedure] of procedures.entries()) {
      const [tracker, risk] = [tallies[index], risks[index]]
      if (tracker === undefined || risk === undefined) continue
      const threshold = procedure.choose(ladder)
      if (threshold === undefined) {
        tracker.refused += 1
        continue
      }
      const truth = truthAt(threshold, prevalence)
      if (truth[procedure.target] > alpha) tracker.broken += 1
      tracker.approved += truth.approved
      risk.sum += truth[procedure.target]
      risk.squares += truth[procedure.target] ** 2
    }
  }
  for (const [index, { sum, squares }] of risks.entries()) {
    const mean = sum / calibrations
    const error = Math.sqrt((squares / calibrations - mean ** 2) / calibrations)
    const tracker = tallies[index]
    if (tracker !== undefined) tracker.excess = (mean - alpha) / error
  }
  return { ...cell, tallies }
}

/** The logit of a score is normal, with variance 1, around these. */
const meanOfGood = 1.5
const meanOfBad = -0.5

function truthAt(threshold: number, prevalence: number) {
  const logit = Math.log(threshold / (1 - threshold))
  const missRate = normalCdf(meanOfBad - logit)
  const both = prevalence * missRate
  const approved = both + (1 - prevalence) * normalCdf(meanOfGood - logit)
  return { 'miss-rate': missRate, 'bad-among-approved': both / approved, 'bad-and-approved': both, approved }
}

type Procedure = {
  readonly name: string
  readonly target: ApprovalTarget
  readonly promise: 'probability' | 'mean' | 'none'
  readonly choose: (ladder: ApprovalLadder) => number | undefined
}

const procedures: readonly Procedure[] = [
  naive('miss-rate', ({ missed }, { violations }) => missed <= alpha * violations),
  certified('miss-rate', 'clopper-pearson'),
  naive('bad-among-approved', ({ missed, approved }) => missed <= alpha * approved),
  certified('bad-among-approved', 'fixed-sequence'),
  certified('bad-among-approved', 'sgr'),
  naive('bad-and-approved', ({ missed }, { n }) => missed <= alpha * n),
  certified('bad-and-approved', 'binomial'),
  { ...certified('bad-and-approved', 'conformal-risk-control'), promise: 'mean' },
]

function certified(target: ApprovalTarget, method: ApprovalMethod): Procedure {
  return {
    name: `${target}, ${method}`,
    target,
    promise: 'probability',
    choose: (ladder) => thresholdOf(certify(ladder, { target, method, alpha, delta })),
  }
}

function thresholdOf(approval: Approval): number | undefined {
  return approval.status === 'certified' ? approval.threshold : undefined
}

/** What a person does at a curve: take the lowest threshold that meets the target on these rows. */
function naive(target: ApprovalTarget, meets: (rung: Rung, ladder: ApprovalLadder) => boolean): Procedure {
  return {
    name: `${target}, chosen by eye`,
    target,
    promise: 'none',
    choose(ladder) {
      for (let index = ladder.thresholds.length - 1; index >= 0; index -= 1) {
        const rung = rungAt(ladder, index)
        if (rung !== undefined && meets(rung, ladder)) return rung.threshold
      }
      return undefined
    },
  }
}

function tallyOf(tallies: readonly Tracker[], name: string): Tracker {
  const tracker = tallies.find((one) => one.name === name)
  if (tracker === undefined) throw new Error(`no tally of ${name}`)
  return tracker
}

/** Box & Muller (1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function percent(share: number, digits = 1): string {
  return (share * 100).toFixed(digits)
}
