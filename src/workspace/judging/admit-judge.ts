import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { fingerprintOfJudge } from '../../compose/judging/judge-admissions.ts'
import { decoysOf } from '../../compose/prepare/compose-run.ts'
import { projectFolder } from '../../compose/config/load-config.ts'
import { type JudgedItem, stringifyJson } from '../../core/index.ts'
import { addJsonLines, jsonLinesIn } from '../../files/index.ts'
import { judgeAdmission, type JudgeAdmission } from '../../statistics/judge-admission.ts'
import { type PreparedValidation, validatedJudges } from './validate-judge.ts'

/** A label that was used to examine a judge, with that judge's fingerprint. */
const SpentLabel = z.object({ label: z.string(), judge: z.string(), at: z.string() })

export type AdmittedJudge = JudgeAdmission & {
  readonly metric: string
  readonly judge: string
  /** Changes with the judge's model, question and settings. */
  readonly fingerprint: string
  /** Number of labels that were used with another judge before: whoever changed the judge has seen them. */
  readonly spent: number
  readonly labels: number
  /** Hash of the labels that decide. */
  readonly labelsHash: string
}

type Judged = { readonly validation: PreparedValidation; readonly items: readonly JudgedItem[] }

/**
 * Decides whether a judge is admitted, by labels that tuned nothing: a label that was used with another judge or question is
 * spent and does not count. Questions that the judge did not answer count against it.
 */
export function admitJudge(
  { validation, items }: Judged,
  { required, cwd }: { readonly required: Parameters<typeof judgeAdmission>[1]; readonly cwd: string },
): AdmittedJudge {
  const fingerprint = judgeFingerprint(validation)
  const spentBefore = new Map<string, Set<string>>()
  for (const { label, judge } of jsonLinesIn(ledgerOf(cwd), SpentLabel))
    spentBefore.set(label, (spentBefore.get(label) ?? new Set()).add(judge))
  const isSpent = ({ id }: JudgedItem) => [...(spentBefore.get(id) ?? [])].some((judge) => judge !== fingerprint)
  // Labels of single aspects have the result's id and the aspect's name.
  const whole = items.filter(({ id, people }) => !id.includes(' ') && people.passed !== undefined)
  const fresh = whole.filter((item) => !isSpent(item))
  const countOf = (passed: boolean) => {
    const labelled = fresh.filter(({ people }) => people.passed === passed)
    return { found: labelled.filter(({ judge }) => judge?.passed === passed).length, of: labelled.length }
  }
  return {
    metric: validation.metric,
    judge: validatedJudges(validation),
    fingerprint,
    labels: fresh.length,
    labelsHash: createHash('sha256')
      .update(stringifyJson(fresh.map(({ id, people }) => [id, people])))
      .digest('hex')
      .slice(0, 16),
    spent: whole.length - fresh.length,
    ...judgeAdmission({ failures: countOf(false), passes: countOf(true) }, required),
  }
}

/** Marks these labels as spent; every look spends them, whatever its outcome. */
export function spendLabels(
  { validation, items }: Judged,
  { cwd, at }: { readonly cwd: string; readonly at: string },
): void {
  const judge = judgeFingerprint(validation)
  const before = new Set(jsonLinesIn(ledgerOf(cwd), SpentLabel).map((spent) => `${spent.label} ${spent.judge}`))
  const labels = [...new Set(items.map(({ id }) => id.split(' ')[0] ?? id))]
  const fresh = labels.filter((label) => !before.has(`${label} ${judge}`))
  addJsonLines(
    ledgerOf(cwd),
    fresh.map((label) => ({ label, judge, at })),
  )
}

function judgeFingerprint(validation: PreparedValidation): string {
  const { plan, asked } = validation.run
  return fingerprintOfJudge(plan, {
    metric: validation.metric,
    judges: validatedJudges(validation),
    decoys: decoysOf(asked.settings),
  })
}

function ledgerOf(cwd: string): string {
  return join(projectFolder(cwd), '.shinsa', 'spent-labels.jsonl')
}
