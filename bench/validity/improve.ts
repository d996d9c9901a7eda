import { alphaOfLook, lookAtSealed } from '../../src/improve/sealed-look.ts'
import { createRandom } from '../../src/statistics/index.ts'

type Random = () => number
type LoopOptions = { readonly loops: number; readonly cases: number; readonly seed: number }

/** How often a case passes: most of them nearly always, some now and then. */
const chances = [0.97, 0.97, 0.97, 0.97, 0.97, 0.97, 0.5, 0.5, 0.15, 0.15]
const repeats = 3
const edits = 30
const alpha = 0.05

/** What looking at sealed cases after every edit says, beside taking whatever has the higher mean on the same cases. */
export async function run(): Promise<void> {
  const { sealed, sameCases } = falseBetters({ loops: 1000, cases: 300, seed: 1 })
  console.log(`1,000 loops of ${edits} edits without effect, 300 cases: "better" in ${percent(sealed)} of them`)
  console.log(`the rule "higher mean on the same cases" in the same loops: ${percent(sameCases)}`)
  for (const cases of [150, 300, 600]) {
    console.log(
      `+8 points, ${cases} cases, found at the first look: ${percent(foundOf({ loops: 1000, cases, seed: 2 }))}`,
    )
  }
}

/**
 * Loops of edits that change nothing. The loop keeps the edit that looks best on open cases and looks at the sealed ones with
 * it each time, as somebody would who wants to hear "better".
 */
export function falseBetters({ loops, cases, seed }: LoopOptions) {
  const random = createRandom(seed)
  const sealedCount = Math.round(cases / 3)
  let sealed = 0
  let sameCases = 0
  for (let loop = 0; loop < loops; loop += 1) {
    const all = Array.from({ length: cases }, (_, index) => chances[index % chances.length] ?? 0.5)
    const base = all.map((chance) => played(chance, random))
    let isBetter = false
    let isHigher = false
    for (let look = 1; look <= edits && !isBetter; look += 1) {
      const candidate = all.map((chance) => played(chance, random))
      const differences = candidate.map((value, index) => value - (base[index] ?? 0))
      isHigher ||= differences.reduce((sum, value) => sum + value, 0) > 0
      isBetter = lookAtSealed(differences.slice(0, sealedCount), alphaOfLook(alpha, { look, betters: 0 })).isBetter
    }
    if (isBetter) sealed += 1
    if (isHigher) sameCases += 1
  }
  return { sealed: sealed / loops, sameCases: sameCases / loops }
}

/** How often a change that makes the rate 8 points higher is found at the first look, which costs as much as one whole run. */
export function foundOf({ loops, cases, seed }: LoopOptions): number {
  const random = createRandom(seed)
  const sealed = Array.from({ length: Math.round(cases / 3) }, (_, index) => chances[index % chances.length] ?? 0.5)
  let found = 0
  for (let loop = 0; loop < loops; loop += 1) {
    // Only the four in ten that do not pass nearly always can become better: each by 20 points.
    const differences = sealed.map(
      (chance) => played(chance > 0.9 ? chance : chance + 0.2, random) - played(chance, random),
    )
    if (lookAtSealed(differences, alphaOfLook(alpha, { look: 1, betters: 0 })).isBetter) found += 1
  }
  return found / loops
}

function played(chance: number, random: Random): number {
  let passed = 0
  for (let repeat = 0; repeat < repeats; repeat += 1) if (random() < chance) passed += 1
  return passed / repeats
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
