import { type Score, type Verdict, message } from '../core/index.ts'
import type { LabelSubject } from './api/labels.ts'

export function labelledRepeat({ position, repeat }: { readonly position: number; readonly repeat: number }): string {
  return `${position}/${repeat}`
}

export function isAbout(label: LabelSubject, { metric, aspect }: LabelSubject): boolean {
  return label.metric === metric && label.aspect === aspect
}

type LabelSubjectScore = { readonly scores: readonly Score[]; readonly verdict: Verdict | undefined }

/** Returns the run's own score of a subject: that of the metric, or the verdict on the whole result. */
export function scoreFor(metric: string | undefined, { scores, verdict }: LabelSubjectScore): Score {
  if (metric === undefined) return scoreOfWhole(verdict)
  return (
    scores.find((score) => score.metric === metric) ?? {
      status: 'not-evaluated',
      metric,
      reason: message('the metric has no score here'),
    }
  )
}

function scoreOfWhole(verdict: Verdict | undefined): Score {
  if (verdict === 'passed' || verdict === 'failed') {
    const passed = verdict === 'passed'
    return { status: 'scored', metric: '', value: Number(passed), passed }
  }
  return {
    status: 'not-evaluated',
    metric: '',
    reason: message('it neither passed nor failed: something broke or was not evaluated'),
  }
}

/** Drops a person's number for a whole result, since a verdict has no number to compare it with. */
export function comparableWith<Label extends LabelSubject & { readonly value?: number | undefined }>(
  label: Label,
): Label {
  return label.metric === undefined ? { ...label, value: undefined } : label
}
