import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { EvalError, message, parseJson } from '../../src/core/index.ts'
import { parseMatchType } from '../../src/metrics/index.ts'
import { calibrationOperations } from './calibration-operations.ts'
import { firstDifference } from './equal.ts'
import { judgedOperations } from './judged-operations.ts'
import { operations as deterministicOperations } from './operations.ts'
import { simulationOperations } from './simulation-operations.ts'

const AdkVector = z.object({
  id: z.string(),
  op: z.string(),
  input: z.record(z.string(), z.unknown()),
  expected: z.unknown(),
})
const CalibrationVector = z.object({ id: z.string(), rows: z.array(z.unknown()), expected: z.unknown() })

const operations = {
  ...deterministicOperations,
  ...judgedOperations,
  ...simulationOperations,
  ...calibrationOperations,
}

/** One expectation from a vector file, whatever the file's shape. */
export type Vector = {
  readonly id: string
  readonly op: string
  readonly input: unknown
  readonly expected: unknown
  /** How far numbers may be off. */
  readonly tolerance: number
}

export type Outcome =
  | { readonly id: string; readonly op: string; readonly status: 'passed' }
  | { readonly id: string; readonly op: string; readonly status: 'failed' | 'not implemented'; readonly detail: string }

/**
 * Reads a list of vectors with an `op` each, or the calibration file, whose rows are one kind of their own.
 *
 * @throws {EvalError} `format` for any other file
 */
export function readVectors(file: string): readonly Vector[] {
  const content = contentOf(file)
  const list = z.array(AdkVector.transform((vector) => ({ ...vector, tolerance: 1e-6 }))).safeParse(content)
  if (list.success) return list.data
  const calibration = z.object({ vectors: z.array(CalibrationVector) }).safeParse(content)
  if (!calibration.success) throw noVectors(file, Array.isArray(content) ? list.error : calibration.error)
  const { vectors } = calibration.data
  return vectors.map(({ id, rows, expected }) => ({
    id,
    op: 'calibration',
    input: { rows },
    expected,
    tolerance: 1e-9,
  }))
}

function contentOf(file: string): unknown {
  try {
    return parseJson(readFileSync(file, 'utf8'))
  } catch (error) {
    throw noVectors(file, error)
  }
}

function noVectors(file: string, cause: unknown): EvalError {
  const [issue] = cause instanceof z.ZodError ? cause.issues : []
  const problem = issue === undefined ? (cause as Error).message : `${issue.path.join('.')}: ${issue.message}`
  return new EvalError('format', message('{file} holds no vectors: {problem}', { file, problem }), {
    hint: message(
      'A file of vectors is a list of { id, op, input, expected }, or { vectors: [{ id, rows, expected }] }.',
    ),
    cause,
  })
}

export function isImplemented(op: string): boolean {
  return op in operations
}

/** Runs one vector through the real code. An expected `{ error }` means that it must be refused; the class name is only a hint. */
export async function check({ id, op, input, expected, tolerance }: Vector): Promise<Outcome> {
  const operation = operations[op]
  if (operation === undefined) return { id, op, status: 'not implemented', detail: `no operation ${op} yet` }
  const refusal = isRefusal(expected)
  let actual: unknown
  try {
    actual = await operation(input as never) // each operation reads the input of its own vectors
  } catch (error) {
    if (refusal && error instanceof EvalError) return { id, op, status: 'passed' }
    return { id, op, status: 'failed', detail: `expected ${JSON.stringify(expected)}, but it threw ${String(error)}` }
  }
  if (refusal) return { id, op, status: 'failed', detail: `expected a refusal, actual ${JSON.stringify(actual)}` }
  const detail = firstDifference(inOneSpelling(expected), inOneSpelling(actual), tolerance)
  return detail === undefined ? { id, op, status: 'passed' } : { id, op, status: 'failed', detail }
}

function isRefusal(expected: unknown): boolean {
  return typeof expected === 'object' && expected !== null && 'error' in expected
}

/** ADK writes a match type by name or by number, and both mean the same. */
function inOneSpelling(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('criterion' in value)) return value
  const { criterion } = value
  if (typeof criterion !== 'object' || criterion === null || !('match_type' in criterion)) return value
  return { ...value, criterion: { ...criterion, match_type: parseMatchType(criterion.match_type) } }
}
