import type { LabelQueue, LabelSubject } from '../../../../src/server/api.ts'

export type Place = LabelQueue['places'][number]

export type Labelling = {
  readonly runId: string
  readonly subject: LabelSubject
  readonly author: string
}

/** One of the queue, with the way to the others. */
export type OneShown = Labelling & {
  readonly place: Place
  readonly goOn: () => void
  readonly goBack: (() => unknown) | undefined
  readonly onAnswer: () => void
}

export function nameOf({ position, repeat }: Pick<Place, 'position' | 'repeat'>): string {
  return `${position}.${repeat}`
}
