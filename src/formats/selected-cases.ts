import { type EvalCase, EvalError, message, nearestNames } from '../core/index.ts'

/** The selected cases in the order of the file; all of them without a selection. @throws {EvalError} for ids that are nowhere */
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

/** ADK passes over ids that a set does not have; a mistyped one would be a case that is never evaluated. */
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
  const names = (near.length > 0 ? near : examples).join(', ')
  throw new EvalError(
    'usage',
    message('{file} has no {count|case|cases} {ids}', { file, count: missing.length, ids: missing.join(', ') }),
    {
      hint:
        near.length > 0
          ? message('Did you mean {names}?', { names })
          : message('Its cases are called {names} and so on.', { names }),
    },
  )
}
