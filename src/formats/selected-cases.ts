import { type EvalCase, EvalError, message, nearestNames } from '../core/index.ts'
import { didYouMean } from '../core/basics/nearest-names.ts'

/** Returns the selected cases in file order; all without a selection. @throws {EvalError} for unknown ids */
export async function pickCases(
  cases: readonly EvalCase[],
  selected: readonly string[] | undefined,
  file: string,
): Promise<readonly EvalCase[]> {
  if (selected === undefined) return cases
  const wanted = new Set(selected)
  const picked = cases.filter(({ id }) => wanted.has(id))
  const there = new Set(picked.map(({ id }) => id))
  await refuseUnknownIds(
    selected.filter((id) => !there.has(id)),
    () => [cases.map(({ id }) => id)],
    file,
  )
  return picked
}

/** ADK skips ids that a set does not have; here they are an error, because a mistyped id would never be evaluated. */
export async function refuseUnknownIds(
  missing: readonly string[],
  idBatches: () => Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
  file: string,
): Promise<void> {
  const [first] = missing
  if (first === undefined) return
  let near: readonly string[] = []
  let examples: readonly string[] = []
  for await (const ids of idBatches()) {
    near = nearestNames(first, [...near, ...ids])
    if (examples.length < 5) examples = [...examples, ...ids].slice(0, 5)
  }
  throw new EvalError(
    'usage',
    message('{file} has no {count|case|cases} {ids}', { file, count: missing.length, ids: missing.join(', ') }),
    { hint: didYouMean(near, message('Its cases are called {names} and so on.', { names: examples.join(', ') })) },
  )
}
