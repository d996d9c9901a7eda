import { type EvalCase, EvalError, message, nearestNames, tagsOf } from '../core/index.ts'
import { didYouMean } from '../core/basics/nearest-names.ts'

/** Selects cases of a dataset. When several criteria are given, a case must meet all of them. */
export type CaseChoice = {
  /** Id patterns in which `*` matches any text and `?` any character; at least one must match. */
  readonly filter?: readonly string[] | undefined
  /** Tags of which the case must have at least one. */
  readonly tag?: readonly string[] | undefined
  readonly first?: number | undefined
  readonly sample?: number | undefined
}

type ChooseCasesChoice = { readonly file: string; readonly random: () => number }

/**
 * Returns the ids of the selected cases in the order of the file.
 *
 * @throws {EvalError} `usage` when no case is selected
 */
export async function chooseCases(
  cases: Iterable<EvalCase> | AsyncIterable<EvalCase>,
  { filter, tag, first, sample }: CaseChoice,
  { file, random }: ChooseCasesChoice,
): Promise<readonly string[]> {
  const patterns = filter?.map(caseIdPattern)
  const ids: string[] = []
  const known = { ids: new Set<string>(), tags: new Set<string>() }
  for await (const { id, metadata } of cases) {
    const tags = tagsOf(metadata)
    note(known, id, tags)
    const isMeant =
      patterns?.some((pattern) => pattern.test(id)) !== false && tag?.some((one) => tags.includes(one)) !== false
    if (isMeant && (first === undefined || ids.length < first)) ids.push(id)
  }
  if (ids.length === 0) throw noneMeant({ filter, tag }, known, file)
  return sample === undefined ? ids : sampleOf(ids, sample, random)
}

/** Converts an id pattern of `--filter` to a regular expression. */
export function caseIdPattern(glob: string): RegExp {
  const pieces = glob.split(/(\*+|\?)/).map((piece) => {
    if (piece.startsWith('*')) return '.*'
    return piece === '?' ? '.' : piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  })
  return new RegExp(`^${pieces.join('')}$`, 'su')
}

/**
 * Draws each subset of the size with equal probability: Algorithm S (Knuth, The Art of Computer Programming 2, 3.4.2).
 */
function sampleOf(ids: readonly string[], size: number, random: () => number): readonly string[] {
  let left = Math.min(size, ids.length)
  return ids.filter((_, index) => {
    if (random() * (ids.length - index) >= left) return false
    left -= 1
    return true
  })
}

const EXAMPLES = 500

function note(known: { readonly ids: Set<string>; readonly tags: Set<string> }, id: string, tags: readonly string[]) {
  if (known.ids.size < EXAMPLES) known.ids.add(id)
  for (const tag of tags) if (known.tags.size < EXAMPLES) known.tags.add(tag)
}

function noneMeant(
  { filter, tag }: CaseChoice,
  known: { readonly ids: ReadonlySet<string>; readonly tags: ReadonlySet<string> },
  file: string,
): EvalError {
  const names = [...(filter ?? []), ...(tag ?? [])].map((name) => JSON.stringify(name)).join(', ')
  const sentence = message('no case of {file} fits {names}', { file, names })
  if (tag !== undefined && known.tags.size === 0) {
    return new EvalError('usage', sentence, {
      hint: message('No case has tags: they stand as `tags` in a case, or in a column of that name.'),
    })
  }
  const given = tag?.find((one) => !known.tags.has(one)) ?? filter?.[0] ?? ''
  const there = [...(tag?.includes(given) === true ? known.tags : known.ids)]
  const examples = message('There are {names} and so on.', { names: there.slice(0, 5).join(', ') })
  return new EvalError('usage', sentence, { hint: didYouMean(nearestNames(given, there), examples) })
}
