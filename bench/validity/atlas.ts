import { adjustedRand, groupFailures } from '../../src/failures/failure-groups.ts'
import { plantedFailures, unrelatedFailures } from './planted-failures.ts'

const simulations = 50

/** Whether planted modes come out as groups, and failures without any as silence. */
export async function run(): Promise<void> {
  for (const [count, modes] of [
    [12, 3],
    [24, 3],
    [50, 5],
    [100, 8],
  ] as const) {
    const found = seeds().map((seed) => agreementOf(count, modes, seed))
    const said = found.filter((agreement) => agreement !== null).toSorted((one, other) => one - other)
    const enough = said.filter((agreement) => agreement >= 0.7).length
    console.log(
      `${count} failures of ${modes} modes, ${simulations} times: grouped ${said.length}, adjusted Rand index at least 0.7 in ` +
        `${enough}, median ${said[said.length >> 1]?.toFixed(2)}, lowest ${said[0]?.toFixed(2)}`,
    )
  }
  for (const count of [12, 24, 50, 100]) {
    const silent = seeds().filter((seed) => groupFailures(unrelatedFailures(count, seed), seed) === null).length
    console.log(`${count} failures that have nothing in common: silent in ${silent} of ${simulations}`)
  }
}

function seeds(): readonly number[] {
  return Array.from({ length: simulations }, (_, index) => 1000 + index)
}

function agreementOf(count: number, modes: number, seed: number): number | null {
  const planted = plantedFailures(count, modes, seed)
  const groups = groupFailures(
    planted.map(({ features }) => features),
    seed,
  )
  if (groups === null) return null
  return adjustedRand(
    groups.labels,
    planted.map(({ mode }) => mode),
  )
}
