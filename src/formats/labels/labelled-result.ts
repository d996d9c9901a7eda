import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import {
  type CaseRecord,
  type HumanLabel,
  EvalCase,
  EvalError,
  HumanRating,
  RunPlan,
  Transcript,
  message,
  stringifyJson,
} from '../../core/index.ts'
import { wayInside } from '../../files/path-inside.ts'
import type { ByteLine } from '../kit/byte-lines.ts'
import { parseJsonLine } from '../kit/source-text.ts'

const PlannedMetric = RunPlan.shape.metrics.element

/** One line of a labels file: a result of a run, the metric, and all human ratings of it. */
export const LabelLine = z.object({
  runId: z.string(),
  position: z.int().min(0),
  repeat: z.int().min(0),
  /** Absent when the rating is about the whole result. */
  metric: PlannedMetric.optional(),
  case: EvalCase,
  transcript: Transcript,
  labels: z.array(HumanRating).min(1).max(1000),
})
export type LabelLine = z.infer<typeof LabelLine>

/** @throws {EvalError} `format` with the line, for an invalid label or one that refers to files elsewhere */
export function readLabelLine(line: ByteLine, file: string): LabelLine {
  const { number } = line
  const read = LabelLine.safeParse(parseJsonLine(line, file))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new EvalError(
      'format',
      message('{file}:{line}: {path}: {problem}', {
        file,
        line: number,
        path: issue?.path.join('.') || 'label',
        problem: issue?.message ?? '',
      }),
      { hint: message('`shinsa labels export` writes such lines.') },
    )
  }
  return { ...read.data, case: documentsBeside(read.data.case, { file, line: number }) }
}

/** Writes one result as a line without a newline; undefined while the result has not ended. */
export function toLabelLine(
  { plan }: { readonly plan: RunPlan },
  { result, position, repeat }: CaseRecord,
  labels: readonly HumanLabel[],
): string | undefined {
  const [first] = labels
  if (result === undefined || first === undefined) return undefined
  const { review } = result.evalCase
  const line: LabelLine = {
    runId: plan.runId,
    position,
    repeat,
    ...(first.metric !== undefined && {
      metric: plan.metrics.find(({ name }) => name === first.metric) ?? { name: first.metric },
    }),
    // The folder of the documents is local to this machine, so it is not exported.
    case: review === undefined ? result.evalCase : { ...result.evalCase, review: { ...review, folder: '' } },
    transcript: result.transcript,
    // The rating alone: the place is that of the line.
    labels: labels.map((label) => HumanRating.parse(label)),
  }
  return stringifyJson(line)
}

/** Refuses documents outside the folder of the labels file, which may come from anywhere. */
function documentsBeside(evalCase: EvalCase, { file, line }: { readonly file: string; readonly line: number }) {
  if (evalCase.review === undefined) return evalCase
  const folder = dirname(resolve(file))
  const outside = evalCase.review.documents.find((name) => wayInside(folder, resolve(folder, name)) === undefined)
  if (outside === undefined) return { ...evalCase, review: { ...evalCase.review, folder } }
  throw new EvalError(
    'format',
    message('{file}:{line}: the document {document} lies outside the folder of the file', {
      file,
      line,
      document: JSON.stringify(outside),
    }),
    { hint: message('Put the documents beside the file of labels.') },
  )
}
