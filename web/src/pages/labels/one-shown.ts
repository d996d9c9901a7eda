import type { LabelQueue, LabelSubject } from '../../../../src/server/api/labels.ts'

export type QueuePlace = LabelQueue['places'][number]

export type ShownLabelling = {
  readonly runId: string
  readonly subject: LabelSubject
  readonly author: string
}

/** One of the queue, with the way to the others. */
export type OneShown = ShownLabelling & {
  readonly place: QueuePlace
  readonly goOn: () => void
  readonly goBack: (() => unknown) | undefined
  readonly onAnswer: () => void
}

export function repeatName({ position, repeat }: Pick<QueuePlace, 'position' | 'repeat'>): string {
  return `${position}.${repeat}`
}
