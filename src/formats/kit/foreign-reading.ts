import { type JsonPath, type Message, type Origin, EvalError, message } from '../../core/index.ts'

export type Reading = {
  readonly path: (string | number)[]
  readonly problems: ForeignReadingProblem[]
  /** Drops unknown keys instead of refusing them, for files written by a newer version of the other tool. */
  readonly lenient: boolean
  /** Called with each key that is skipped although its author may have meant it. */
  readonly onPassedOver?: ((path: JsonPath) => void) | undefined
}

type ForeignReadingProblem = {
  readonly path: JsonPath
  readonly sentence: (place: string) => Message
  readonly hint: ProblemHint | undefined
}

type ProblemHint = { readonly meant: string } | { readonly known: readonly string[] }

/** @throws {EvalError} that describes the first problem and counts the others */
export function finishReading<T>(value: T, reading: Reading, origin: Origin): T {
  const [first, ...others] = reading.problems
  if (first === undefined) return value
  throw new EvalError('format', first.sentence(sourcePlace(first.path, origin)), {
    hint: hintFor(first, others.length),
  })
}

export function startReading(origin: Origin): Reading {
  const { note, lenient = false } = origin
  const noted = new Set<string>()
  const onPassedOver = (path: JsonPath) => {
    const everywhere = path.filter((step) => typeof step === 'string').join('.')
    if (noted.has(everywhere)) return
    noted.add(everywhere)
    note?.(
      message('{place}: this key is unknown and passed over, here and wherever it comes again', {
        place: sourcePlace(path, origin),
      }),
    )
  }
  return { path: [], problems: [], lenient, onPassedOver: note === undefined ? undefined : onPassedOver }
}

/**
 * Notes a problem at the current place, or at `key` below it. The returned stand-in is never used, because
 * `finishReading` throws.
 */
export function report<T>(
  reading: Reading,
  sentence: ForeignReadingProblem['sentence'],
  options: { key?: string | number; hint?: ProblemHint | undefined } = {},
): T {
  const path = options.key === undefined ? [...reading.path] : [...reading.path, options.key]
  reading.problems.push({ path, sentence, hint: options.hint })
  return undefined as T
}

/** Formats a position for people and editors: `set.json:12: eval_cases[3].eval_id`. */
export function sourcePlace(path: JsonPath, origin: Origin): string {
  const line = origin.lineOf?.(path)
  const caseName = origin.caseAt?.(path)
  const file = [
    line === undefined ? origin.file : `${origin.file}:${line}`,
    ...(caseName === undefined ? [] : [JSON.stringify(caseName)]),
  ].join(': ')
  return path.length === 0 ? file : `${file}: ${pathText(path)}`
}

function pathText(path: JsonPath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
}

function hintFor({ hint }: ForeignReadingProblem, further: number): Message | undefined {
  if (hint === undefined) return further === 0 ? undefined : message('Further problems in it: {further}.', { further })
  if ('meant' in hint) {
    return further === 0
      ? message('Did you mean "{name}"?', { name: hint.meant })
      : message('Did you mean "{name}"? Further problems in it: {further}.', { name: hint.meant, further })
  }
  const names = hint.known.join(', ')
  return further === 0
    ? message('Known here: {names}.', { names })
    : message('Known here: {names}. Further problems in it: {further}.', { names, further })
}
