import { createHash } from 'node:crypto'
import { EvalError, message, stringifyJson, type EvalCase } from '../../core/index.ts'
import { isSimulated } from '../check-stream.ts'
import { sameId } from '../kit/same-ids.ts'
import type { OpenDatasetOptions, OpenedDataset } from '../open-dataset.ts'
import { refuseUnknownIds } from '../selected-cases.ts'
import type { CaseInCode } from './case-in-code.ts'
import { codeFormat } from './code-format.ts'
import { readCase } from './read-case.ts'
import { notTaken } from './shown.ts'
import { spoolCases, type SpooledCases } from './spool-cases.ts'

/** Cases written in code: a list, an iterable that yields them one by one, or a function that returns either. */
export type CasesInCode<Case = CaseInCode> =
  | Iterable<Case>
  | AsyncIterable<Case>
  | (() => Iterable<Case> | AsyncIterable<Case> | Promise<Iterable<Case>>)

/** Cases that are read once, when a run first needs them, and are then shared by all runs. */
export type CodeCases = {
  readonly open: (options: Pick<OpenDatasetOptions, 'selected' | 'check'>) => Promise<OpenedDataset>
}

type CodeOptions = {
  readonly id: string
  /** The name of the list in error messages (default `cases`). */
  readonly called?: string
}

/**
 * Checks every case as it is yielded. Cases of a list stay in memory; of other sources the first thousand are held in
 * memory and the rest in an unlinked temporary file.
 *
 * @throws {EvalError} `format` when opened; it names the case and the field, or what the caller's code threw
 */
export function codeCases(source: CasesInCode, { id, called = 'cases' }: CodeOptions): CodeCases {
  let reading: Promise<ReadCases> | undefined
  return {
    async open({ selected, check }) {
      const read = await (reading ??= readCases(source, called))
      const wanted = selected === undefined ? undefined : new Set(selected)
      const isMeant = ({ id: name }: EvalCase) => wanted === undefined || wanted.has(name)
      await refuseUnknownIds(
        (selected ?? []).filter((name) => !read.ids.has(name)),
        () => [[...read.ids.keys()]],
        called,
      )
      let count = 0
      let simulated = 0
      for await (const evalCase of read.cases()) {
        if (!isMeant(evalCase)) continue
        count += 1
        if (isSimulated(evalCase)) simulated += 1
        check?.(evalCase)
      }
      const cases = wanted === undefined ? read.cases : () => filtered(read.cases(), isMeant)
      return { dataset: { id, cases }, format: codeFormat, sha256: read.sha256, count, total: read.ids.size, simulated }
    },
  }
}

async function* filtered(cases: ReturnType<SpooledCases['cases']>, isMeant: (evalCase: EvalCase) => boolean) {
  for await (const evalCase of cases) if (isMeant(evalCase)) yield evalCase
}

type ReadCases = Pick<SpooledCases, 'cases'> & { readonly sha256: string; readonly ids: ReadonlyMap<string, number> }

async function readCases(source: CasesInCode, called: string): Promise<ReadCases> {
  const given = await sourceOf(source, called)
  const ids = new Map<string, number>()
  const hash = createHash('sha256')
  const kept = Array.isArray(given) ? keepCases() : spoolCases()
  let index = 0
  for await (const value of yielded(given, called, () => index)) {
    const evalCase = named(readCase(value, called, index), { called, index, ids })
    ids.set(evalCase.id, index)
    index += 1
    // Functions and patterns, which JSON cannot hold, are in the metadata as text.
    hash.update(stringifyJson(evalCase)).update('\n')
    kept.add(evalCase)
  }
  return { cases: kept.cases, sha256: hash.digest('hex'), ids }
}

type Source = Iterable<unknown> | AsyncIterable<unknown>

async function sourceOf(source: unknown, called: string): Promise<Source> {
  const given: unknown = typeof source === 'function' ? await callIn(called, () => source() as unknown) : await source
  const isYielding =
    typeof given === 'object' && given !== null && (Symbol.iterator in given || Symbol.asyncIterator in given)
  if (isYielding) return given as Source
  throw notTaken(
    called,
    given,
    (at) => message('{place} takes a list, a file, or what yields cases one by one, not {given}', at),
    message('A list is like {example}.', { example: "[{ ask: 'How warm is it in Kyoto?', answer: /34/ }]" }),
  )
}

async function* yielded(source: Source, called: string, index: () => number): AsyncGenerator {
  const values = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  let isDone = false
  try {
    while (!isDone) {
      const next = await callIn(`${called}[${index()}]`, () => values.next())
      isDone = next.done === true
      if (!isDone) yield next.value
    }
  } finally {
    if (!isDone) await values.return?.()
  }
}

/** Runs the caller's code and turns whatever it throws into an EvalError. */
async function callIn<Value>(place: string, work: () => Value): Promise<Awaited<Value>> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof EvalError) throw cause
    const problem = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
    const at = cause instanceof Error ? frameOf(cause) : undefined
    throw new EvalError(
      'format',
      at === undefined
        ? message('{place}: the code that yields it threw {problem}', { place, problem })
        : message('{place}: the code that yields it threw {problem} ({at})', { place, problem, at }),
      { cause },
    )
  }
}

function frameOf({ stack = '' }: Error): string | undefined {
  return /(?<![^\s()])(?:file:\/\/)?(\/[^\s()]+:\d+:\d+)/.exec(stack)?.[1]
}

type OpenCasesPlace = { readonly called: string; readonly index: number; readonly ids: ReadonlyMap<string, number> }

function named(read: ReturnType<typeof readCase>, { called, index, ids }: OpenCasesPlace): EvalCase {
  if (read.id === undefined) {
    const name = nameFrom(read)
    return { ...read, id: name === undefined || ids.has(name) ? `${name ?? 'case'}-${index + 1}` : name }
  }
  const earlier = ids.get(read.id)
  if (earlier === undefined) return { ...read, id: read.id }
  throw sameId(read.id, `${called}[${index}]`, `${called}[${earlier}]`)
}

const LONGEST_NAME = 60

/** Derives an id from the first message, so that it survives insertions: `How warm is it?` → `how-warm-is-it`. */
function nameFrom({ conversation, scenario }: Partial<EvalCase>): string | undefined {
  const text = conversation?.[0]?.userContent.parts?.find((part) => part.text !== undefined)?.text
  const words = (text ?? scenario?.startingPrompt ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
  const name = [...words]
    .slice(0, LONGEST_NAME)
    .join('')
    .replace(/(?<!-)-+$/, '')
  return name === '' ? undefined : name
}

function keepCases(): SpooledCases {
  const cases: EvalCase[] = []
  return {
    add: (evalCase) => void cases.push(evalCase),
    cases: () => cases,
  }
}
