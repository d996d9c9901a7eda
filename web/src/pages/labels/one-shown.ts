import type { LabelQueue, LabelSubject } from '../../../../src/server/api/labels.ts'

export type QueuePlace = LabelQueue['places'][number]

export type ShownLabelling = {
  readonly runId: string
  readonly subject: LabelSubject
  readonly author: string
  /** Somebody picked the cases that are shown. */
  readonly picked: boolean
  /** The grades that are given in place of a score, the worst first. */
  readonly scale: readonly string[] | undefined
}

/** One of the queue, with the way to the others. */
export type OneShown = ShownLabelling & {
  readonly place: QueuePlace
  readonly goOn: () => void
  readonly goBack: (() => unknown) | undefined
  readonly onAnswer: () => void
}
