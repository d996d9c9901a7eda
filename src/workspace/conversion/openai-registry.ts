import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isObject } from '../../core/basics/is-object.ts'
import { type JsonObject, type Message, EvalError, message } from '../../core/index.ts'
import { isPathInside } from '../../files/path-inside.ts'

/** The samples file that a file of the OpenAI evals registry names, and notes on what its class measures. */
export type RegistryEval = { readonly samples: string; readonly notes: readonly Message[] }

/**
 * Returns undefined for a document that is no registry file.
 *
 * @throws {EvalError} `format` where there are no samples
 */
export async function registryEval(document: unknown, file: string): Promise<RegistryEval | undefined> {
  const all = isObject(document) ? Object.entries(document) : []
  const evals = all.flatMap(([name, one]) => {
    if (!isObject(one) || typeof one['class'] !== 'string' || !isObject(one['args'])) return []
    const { samples_jsonl: samples } = one['args']
    return typeof samples === 'string' ? [{ name, kind: one['class'], args: one['args'], samples }] : []
  })
  const [first, ...others] = evals
  if (first === undefined) return undefined
  const { name, kind, args, samples } = first
  return { samples: await pathOf(samples, file), notes: [classNote(name, kind, args), ...othersNote(others)] }
}

function othersNote(others: readonly { readonly name: string }[]): readonly Message[] {
  if (others.length === 0) return []
  const names = others.map(({ name }) => name).join(', ')
  return [message('the first eval of the registry is converted; others by their own samples: {names}', { names })]
}

/** `registry/evals/x.yaml` names files that lie in `registry/data`. */
async function pathOf(samples: string, file: string): Promise<string> {
  const folder = dirname(file)
  const places = [resolve(folder, '../data', samples), resolve(folder, 'data', samples), resolve(folder, samples)]
  for (const place of places) {
    if (existsSync(place) && (await isPathInside(place, resolve(folder, '..')))) return place
  }
  throw new EvalError('format', message('{file} names samples that are not there: {samples}', { file, samples }), {
    hint: message('They belong into the folder {folder}.', { folder: resolve(folder, '../data') }),
  })
}

const criteria: Readonly<Record<string, string>> = {
  Match: 'exact_match',
  MultipleChoice: 'exact_match',
  Includes: 'contains',
  FuzzyMatch: 'response_match_score',
  JsonMatch: 'json_match',
}

function classNote(name: string, kind: string, args: JsonObject): Message {
  const word = kind.slice(kind.lastIndexOf(':') + 1)
  const criterion = word === 'ModelBasedClassify' ? gradedBy(args['modelgraded_spec']) : criteria[word]
  return criterion === undefined
    ? message('what the class {kind} of {name} measures is code of its own: a check in an evaluation in code', {
        kind,
        name,
      })
    : message('{name} is of the class {kind}: the criterion for it is {criterion}', { name, kind: word, criterion })
}

function gradedBy(spec: unknown): string {
  return spec === 'fact' ? 'final_response_match_v2' : 'rubric_based_final_response_quality_v1'
}
