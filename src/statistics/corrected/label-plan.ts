import { criticalZ } from '../critical-value.ts'
import { createRandom, randomOrder } from '../random.ts'

type Width = { readonly share: number; readonly width: number; readonly worth?: number; readonly level?: number }

/**
 * Returns how many random labels give a share an interval of this width: (2z/width)² · share · (1 − share), fewer when
 * each is `worth` more than one label without verdicts.
 */
export function labelsForWidth({ share, width, worth = 1, level = 0.95 }: Width): number {
  return Math.ceil(((2 * criticalZ(level)) / width) ** 2 * ((share * (1 - share)) / worth))
}

/**
 * Draws the indexes of the results to label: half from all, so that each has a chance, the rest in equal parts from
 * each kind of verdict, so that every kind has labels. The order is random and depends only on the seed.
 */
export function drawLabels(kinds: ArrayLike<number>, count: number, seed: number): readonly number[] {
  const order = [...randomOrder(kinds.length, createRandom(seed))]
  const drawn = new Set(order.slice(0, Math.ceil(count / 2)))
  const left = Map.groupBy(
    order.filter((index) => !drawn.has(index)),
    (index) => kinds[index],
  )
  const queues = [...left.values()]
  while (drawn.size < Math.min(count, kinds.length)) {
    for (const queue of queues) {
      const index = queue.shift()
      if (index !== undefined && drawn.size < count) drawn.add(index)
    }
  }
  return order.filter((index) => drawn.has(index))
}
