import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { type Message, message, stringifyJson, type RunPlan } from '../../core/index.ts'
import { Estimate } from '../../core/run/estimate.ts'
import { addJsonLines, jsonLinesIn } from '../../files/index.ts'
import type { JudgeStanding } from '../../core/run/judge-standing.ts'
import type { DecoyMode } from '../../judges/index.ts'
import { projectFolder } from '../config/load-config.ts'

/** The decision about a judge and all of its grounds. The newest record of a fingerprint counts. */
export const JudgeAdmissionRecord = z.object({
  metric: z.string(),
  judge: z.string(),
  fingerprint: z.string(),
  outcome: z.enum(['admitted', 'refused', 'undecided']),
  at: z.string(),
  labels: z.number(),
  labelsHash: z.string(),
  required: z.object({ sensitivity: z.number(), specificity: z.number() }),
  sensitivity: Estimate.nullable(),
  specificity: Estimate.nullable(),
  battery: z
    .array(z.object({ bias: z.string(), found: z.boolean() }))
    .readonly()
    .optional(),
})
type JudgeAdmissionRecord = z.infer<typeof JudgeAdmissionRecord>

type AskedJudge = {
  readonly metric: string
  readonly judges: string
  readonly decoys: DecoyMode
}

/** Hashes all that affects a judge's verdicts: model, question, threshold, version of the instructions, decoys. */
export function fingerprintOfJudge(
  plan: Pick<RunPlan, 'metrics' | 'version'>,
  { metric, judges, decoys }: AskedJudge,
): string {
  const described = plan.metrics.find(({ name }) => name === metric)
  // The embedded judge reads no instructions, so it needs no decoys.
  const isUnguarded = decoys === 'off' && judges !== 'embedded'
  const asked = [described, judges, plan.version, ...(isUnguarded ? ['without decoys'] : [])]
  return createHash('sha256').update(stringifyJson(asked)).digest('hex').slice(0, 16)
}

export function keepAdmissions(records: readonly JudgeAdmissionRecord[], cwd: string): void {
  addJsonLines(fileOf(cwd), records)
}

type JudgeUseOfRun = { readonly metric: string; readonly judge: { readonly id: string } }

/** Returns each judge's admission; undefined where no gate asks for it and no judge was ever admitted. */
export function judgeStandings(
  plan: Pick<RunPlan, 'metrics' | 'version' | 'failOn'>,
  uses: readonly JudgeUseOfRun[],
  { cwd, decoys }: { readonly cwd: string; readonly decoys: DecoyMode },
): readonly JudgeStanding[] | undefined {
  const records = jsonLinesIn(fileOf(cwd), JudgeAdmissionRecord)
  if (records.length === 0 && !plan.failOn.some((rule) => rule.startsWith('unadmitted-judge'))) return undefined
  return [...Map.groupBy(uses, ({ metric }) => metric)].map(([metric, own]) => {
    const judge = [...new Set(own.map((use) => use.judge.id))].join(', ')
    const fingerprint = fingerprintOfJudge(plan, { metric, judges: judge, decoys })
    const last = records.findLast((record) => record.fingerprint === fingerprint)
    if (last?.outcome !== 'admitted' || last.sensitivity === null || last.specificity === null) return { metric, judge }
    const { at, labels, sensitivity, specificity, battery } = last
    const biases = battery?.map(({ bias }) => bias)
    return {
      metric,
      judge,
      admitted: { at, labels, sensitivity, specificity, ...(biases !== undefined && { battery: biases }) },
    }
  })
}

export function admissionNotes(standings: readonly JudgeStanding[]): readonly Message[] {
  return standings.flatMap(({ metric, judge, admitted }) =>
    admitted === undefined
      ? []
      : message(
          '{metric}: {judge} was admitted on {labels} {labels|label|labels}: finds at least {sensitivity} of what people failed, passes at least {specificity} of what they passed (one-sided, 95 %)',
          {
            metric,
            judge,
            labels: admitted.labels,
            sensitivity: `${Math.floor(admitted.sensitivity.low * 100)} %`,
            specificity: `${Math.floor(admitted.specificity.low * 100)} %`,
          },
        ),
  )
}

function fileOf(cwd: string): string {
  return join(projectFolder(cwd), '.shinsa', 'admissions.jsonl')
}
