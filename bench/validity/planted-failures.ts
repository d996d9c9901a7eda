import { createRandom } from '../../src/statistics/random.ts'

export type Planted = { readonly mode: number; readonly features: readonly string[] }

/** Failures of so many modes: each mode has three signs, of which a failure shows most, beside what any failure may have. */
export function plantedFailures(count: number, modes: number, seed: number): readonly Planted[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    // The first modes are the most frequent.
    const mode = Math.min(modes - 1, Math.floor(modes * random() ** 1.5))
    const own = [`call missing tool${mode}`, `error class${mode}`, `argument tool${mode}.id other text`]
    const kept = own.filter(() => random() < 0.85)
    const signs = kept.length === 0 ? own.slice(0, 1) : kept
    const common = [
      `metric metric${mode % 3}`,
      ...(random() < 0.3 ? [`turn ${random() < 0.5 ? 'first' : 'last'}`] : []),
    ]
    const noise = random() < 0.3 ? [`call extra other${Math.floor(random() * 40)}`] : []
    return { mode, features: [...signs, ...common, ...noise].toSorted() }
  })
}

/** Failures that have nothing in common but what chance brings. */
export function unrelatedFailures(count: number, seed: number): readonly (readonly string[])[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () =>
    Array.from({ length: 4 }, () => `call missing tool${Math.floor(random() * 60)}`),
  )
}
