import type { LabelQueue, LabelSubject } from '../../../../src/server/api/labels.ts'

export type QueuePlace = LabelQueue['places'][number]

export type ShownLabelling = {
  readonly runId: string
  readonly subject: LabelSubject
  readonly author: string
  /** Whether somebody picked the shown cases. */
  readonly picked: boolean
  /** Grades in place of a score, worst first. */
  readonly scale: readonly string[] | undefined
}

/** One result of the queue, with the way to the others. */
export type OneShown = ShownLabelling & {
  readonly place: QueuePlace
  readonly goOn: () => void
  readonly goBack: (() => unknown) | undefined
  readonly onAnswer: () => void
}
