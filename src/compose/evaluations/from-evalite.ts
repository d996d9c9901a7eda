import { valueInCode } from '../metrics/scorers.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { EvalError, message } from '../../core/index.ts'
import type { CaseInCode } from '../../formats/code/case-in-code.ts'

type EvaliteRow = Readonly<Record<string, unknown>>
type EvaliteTask = (input: unknown) => unknown

/** Converts Evalite's `data`, `task`, `scorers` and Braintrust's `scores`, `trialCount`; other settings stay. */
export function fromEvalite(name: string, settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { data, task, scores, scorers = scores, trialCount, ...others } = settings
  if (data === undefined && task === undefined && scorers === undefined) return settings
  for (const [theirs, ours] of [
    ['data', 'cases'],
    ['task', 'agent'],
    ['scorers', 'metrics'],
    ['scores', 'metrics'],
    ['scores', 'scorers'],
    ['trialCount', 'repeat'],
  ] as const) {
    if (settings[theirs] === undefined || settings[ours] === undefined) continue
    throw new EvalError(
      'config',
      message('{one} and {other} say the same: leave one of them out', { one: theirs, other: ours }),
    )
  }
  if (task !== undefined && typeof task !== 'function') {
    throw new EvalError('config', message('task of the evaluation "{name}" takes a function of the input', { name }))
  }
  return {
    ...others,
    ...(data !== undefined && { cases: typeof data === 'string' ? data : async () => casesOf(data, name) }),
    ...(task !== undefined && { agent: agentOf(task as EvaliteTask) }),
    ...(scorers !== undefined && { metrics: scorers }),
    ...(trialCount !== undefined && { repeat: trialCount }),
  }
}

async function casesOf(data: unknown, name: string): Promise<readonly CaseInCode[]> {
  const rows: unknown = typeof data === 'function' ? await (data as () => unknown)() : await data
  if (!Array.isArray(rows) || !rows.every(isObject) || !rows.every((row) => 'input' in row)) {
    throw new EvalError(
      'config',
      message('data of the evaluation "{name}" takes a list of rows with input', { name }),
      {
        hint: message('For example: {example}', {
          example: "data: [{ input: 'Capital of France?', expected: 'Paris' }]",
        }),
      },
    )
  }
  // When rows are marked with `only`, all others are skipped.
  const only = rows.filter((row: EvaliteRow) => row['only'] === true)
  return (only.length > 0 ? only : rows).map((row: EvaliteRow) => caseOf(row))
}

function caseOf({ id, input, expected, metadata, tags }: EvaliteRow): CaseInCode {
  const answer = expected === undefined || expected === null ? undefined : written(expected)
  return {
    ask: written(input),
    ...(typeof id === 'string' && { id }),
    ...(answer !== undefined && answer !== '' && { answer }),
    ...(Array.isArray(tags) && { tags: tags.map(String) }),
    ...(isObject(metadata) && { metadata: metadata as NonNullable<CaseInCode['metadata']> }),
  } as CaseInCode
}

/** The task receives the original input and may return any value. */
function agentOf(task: EvaliteTask) {
  return async (asked: string) => {
    const said = await task(valueInCode(asked))
    // Streams are read together with all other answers.
    if (typeof said === 'object' && said !== null && Symbol.asyncIterator in said) return said
    return said === undefined || said === null ? '' : written(said)
  }
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
