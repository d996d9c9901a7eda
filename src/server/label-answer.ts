import type { CaseRecord, HumanLabel } from '../core/index.ts'
import { ratingsBeside } from '../statistics/index.ts'
import type { LabelAnswer } from './api/labels.ts'
import { comparableWith, scoreFor } from './label-subject.ts'

/** Shows a person's label beside the run's verdict; only a person who has answered may see it. */
export function toLabelAnswer(label: HumanLabel, { scores, result }: CaseRecord): LabelAnswer {
  const { metric } = label
  const score = scoreFor(metric, { scores, verdict: result?.verdict })
  return {
    label,
    ...ratingsBeside(comparableWith(label), score),
    scores: metric === undefined ? [...scores] : scores.filter((one) => one.metric === metric),
  }
}
