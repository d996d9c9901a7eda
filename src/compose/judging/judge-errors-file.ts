import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type RunPlan, EvalError, JudgeErrors, message, parsedJson } from '../../core/index.ts'

type JudgeErrorsFileKnowledge = NonNullable<RunPlan['judgeErrors']>

const Row = z.object({
  aspect: z.string().optional(),
  judge: z.object({ matrix: z.tuple([z.tuple([z.number(), z.number()]), z.tuple([z.number(), z.number()])]) }),
})
const Validation = z.object({ metrics: z.array(z.object({ metric: z.string(), rows: z.array(Row) })) })
const Rates = z.record(z.string(), JudgeErrors.strict())

/**
 * Reads the error rates of judges: output of `shinsa judge validate --output FILE.json`, or rates by metric.
 *
 * @throws {EvalError} `format` for any other file, or one without rates for these metrics
 */
export async function readJudgeErrors(file: string, metrics: readonly string[]): Promise<JudgeErrorsFileKnowledge> {
  const value = await valueIn(file)
  const validation = Validation.safeParse(value)
  const rates = Rates.safeParse(value)
  if (!validation.success && !rates.success) {
    throw new EvalError('format', message('{file} says nothing of the errors of a judge', { file }), { hint: shape })
  }
  const known = validation.success
    ? validation.data.metrics.flatMap(({ metric, rows }) => rows.flatMap((row) => ratesIn(metric, row)))
    : Object.entries(rates.data ?? {}).map(([metric, errors]) => ({ metric, ...errors }))
  const found = known.filter(({ metric }) => metrics.includes(metric))
  if (found.length > 0) return found
  throw new EvalError('usage', message('{file} knows the errors of no judge of the run', { file }), {
    hint: message('It needs labels of both kinds for one of: {metrics}.', { metrics: metrics.join(', ') }),
  })
}

const shape = message('`shinsa judge validate LABELS --output FILE.json` writes such a file; or {example}', {
  example: '{"METRIC": {"sensitivity": 0.9, "positives": 100, "specificity": 0.85, "negatives": 120}}',
})

/** Only rows of whole metrics count. Without both passes and failures by people, one of the rates is unknown. */
function ratesIn(metric: string, { aspect, judge }: z.infer<typeof Row>): JudgeErrorsFileKnowledge {
  const [[bothFailed, onlyJudgePassed], [onlyPeoplePassed, bothPassed]] = judge.matrix
  const [positives, negatives] = [bothPassed + onlyPeoplePassed, bothFailed + onlyJudgePassed]
  if (aspect !== undefined || positives === 0 || negatives === 0) return []
  return [{ metric, sensitivity: bothPassed / positives, positives, specificity: bothFailed / negatives, negatives }]
}

async function valueIn(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new EvalError('usage', message('{file} cannot be read', { file }), { cause })
  })
  // Invalid JSON is reported by the caller.
  return parsedJson(text)
}
