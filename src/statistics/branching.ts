import type { Estimate } from '../core/run/estimate.ts'
import { betaQuantile, regularizedIncompleteBeta } from './special-functions.ts'

export type BranchingOptions = {
  readonly steps: number
  /** Replays the case with its first `kept` steps and returns whether it passes; with all of them it only scores. */
  readonly play: (kept: number) => Promise<boolean>
  /** The drop of the pass probability that makes a step decisive. */
  readonly fall?: number
  /** A pass probability below this counts as none. */
  readonly none?: number
  readonly mostReplays?: number
}

/** The pass probability when the first `kept` steps are repeated and the rest is generated anew. */
type PassChance = Estimate & { readonly kept: number }

export type Branching = {
  /** The earliest step with such a drop; undefined when there is none, or the replays did not suffice to find it. */
  readonly decisive: number | undefined
  /** The first step after which the case cannot pass any more. */
  readonly pointOfNoReturn: number | undefined
  readonly chances: readonly PassChance[]
  readonly replays: number
  /** True when the replays sufficed to decide. */
  readonly decided: boolean
}

const sure = 0.95
const first = 2

type Arm = { passes: number; plays: number }

/**
 * Finds the step that broke a result by replaying the case from each of its steps. The pass probability with k steps
 * kept has a Beta(1, 1) prior; step k is decisive when the posterior probability of a drop by `fall` from k − 1 to k is
 * large and that of every earlier step small, with the error divided among the steps. Steps are decided in order, and
 * each replay goes to the less certain of the two probabilities, so that most are played twice.
 */
export async function branchFromSteps(options: BranchingOptions): Promise<Branching> {
  const { steps, play, fall = 0.5, none = 0.1, mostReplays = 20 * (steps + 1) } = options
  const arms = Array.from({ length: steps + 1 }, (): Arm => ({ passes: 0, plays: 0 }))
  let replays = 0
  const replay = async (kept: number) => {
    const arm = arms[kept]
    if (arm === undefined) return
    arm.passes += (await play(kept)) ? 1 : 0
    arm.plays += 1
    replays += 1
  }
  const enough = 1 - (1 - sure) / Math.max(1, steps)
  const isDecisive = async (step: number): Promise<boolean | undefined> => {
    for (;;) {
      const [before, after] = [arms[step - 1], arms[step]]
      if (before === undefined || after === undefined) return false
      if (before.plays >= first && after.plays >= first) {
        const chance = chanceOfFall(before, after, fall)
        if (chance >= enough) return true
        if (chance <= 1 - enough) return false
      }
      if (replays >= mostReplays) return undefined
      await replay(before.plays <= after.plays ? step - 1 : step)
    }
  }
  let decisive: number | undefined
  let decided = true
  for (let step = 1; step <= steps && decisive === undefined; step += 1) {
    const answer = await isDecisive(step)
    if (answer === undefined) decided = false
    if (answer === true && decided) decisive = step
  }
  const chances = arms.flatMap(({ passes, plays }, kept) =>
    plays === 0 ? [] : [{ kept, ...betaInterval(passes, plays) }],
  )
  const lost = chances.findIndex((_, index) =>
    chances.slice(index).every(({ high, value }) => value <= none || high <= none),
  )
  return { decisive, pointOfNoReturn: lost < 0 ? undefined : chances[lost]?.kept, chances, replays, decided }
}

function betaInterval(passes: number, plays: number): Estimate {
  const [a, b] = [passes + 1, plays - passes + 1]
  return {
    value: passes / plays,
    low: betaQuantile(0.025, a, b),
    high: betaQuantile(0.975, a, b),
    n: plays,
    level: 0.95,
    method: 'beta-binomial',
  }
}

const slices = 50

/** Returns the posterior probability that the pass rate drops by `fall`, summed over quantiles of the second rate. */
function chanceOfFall(before: Arm, after: Arm, fall: number): number {
  let sum = 0
  for (let slice = 0; slice < slices; slice += 1) {
    const low = betaQuantile((slice + 0.5) / slices, after.passes + 1, after.plays - after.passes + 1)
    if (low + fall >= 1) continue
    sum += 1 - regularizedIncompleteBeta(low + fall, before.passes + 1, before.plays - before.passes + 1)
  }
  return sum / slices
}
