import type { HumanLabel } from '../../../../src/core/run/human-label.ts'
import type { LabelSubject } from '../../../../src/server/api/labels.ts'

export function isLabelAbout(label: LabelSubject, { metric, aspect }: LabelSubject): boolean {
  return label.metric === metric && label.aspect === aspect
}

/** Whether two labels give the same rating. */
export function sameRating(first: Rated, second: Rated): boolean {
  return first.passed === second.passed && first.value === second.value
}

type Rated = Pick<HumanLabel, 'passed' | 'value'>
