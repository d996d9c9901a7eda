import { isScalar } from '../../formats/table/reference-cell.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { EvalError, message } from '../../core/index.ts'
import type { TargetSetting } from '../config/kind-config.ts'
import type { EvaluationInCode } from './evaluation.ts'

/** Returns the names of an evaluation's arms, the current agent first; empty for an evaluation with one agent. */
export function armNames({ settings: { arms, matrix } }: EvaluationInCode): readonly string[] {
  if (arms !== undefined) return Object.keys(arms)
  return matrix === undefined ? [] : combinations(matrix).map(({ name }) => name)
}

export async function agentOfArm({ settings }: EvaluationInCode, arm: string): Promise<TargetSetting | undefined> {
  const { arms, matrix = {}, agentFor } = settings
  if (arms !== undefined) return arms[arm]
  const found = combinations(matrix).find(({ name }) => name === arm)
  return found && agentFor?.(found.variant)
}

type Combination = { readonly name: string; readonly variant: Readonly<Record<string, unknown>> }

function combinations(matrix: NonNullable<EvaluationInCode['settings']['matrix']>): readonly Combination[] {
  let all: readonly Combination[] = [{ name: '', variant: {} }]
  for (const [key, values] of Object.entries(matrix)) {
    const named = namedValues(key, values)
    all = all.flatMap(({ name, variant }) =>
      named.map(([own, value]) => ({
        name: name === '' ? own : `${name} × ${own}`,
        variant: { ...variant, [key]: value },
      })),
    )
  }
  return all
}

/** Values in a list are their own names, so they must be texts, numbers or booleans. */
function namedValues(key: string, values: unknown): readonly (readonly [string, unknown])[] {
  if (isObject(values) && Object.keys(values).length > 0) return Object.entries(values)
  const list: readonly unknown[] = Array.isArray(values) ? values : []
  if (list.length > 0 && list.every(isScalar)) {
    return list.map((value) => [typeof value === 'boolean' ? `${key} ${value ? 'on' : 'off'}` : String(value), value])
  }
  throw new EvalError(
    'config',
    message('{key} of a matrix takes values by name, or a list of texts, numbers or true and false', { key }),
  )
}
