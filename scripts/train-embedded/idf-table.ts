import { passageOf } from '../../src/judges/embedded/reading/passage.ts'
import type { LabelledSets } from './labelled-sets.ts'
import { required } from './required.ts'
import { partOf } from './split.ts'

/** Ten times the inverse document frequency of the stems of the training texts that occur in at least four of them. */
export function idfTable(sets: LabelledSets): ReadonlyMap<string, number> {
  const texts = [
    ...required(sets.evouna(), 'EVOUNA').flatMap((row) => (partOf(row.question) === 'test' ? [] : row.answer)),
    ...required(sets.begin('wow_dev'), 'BEGIN').map((row) => row.ctx),
    ...required(sets.begin('cmu_dev'), 'BEGIN').map((row) => row.ctx),
    ...new Set(required(sets.realsumm(), 'REALSumm').flatMap((row) => (partOf(row.id) === 'test' ? [] : row.ctx))),
  ]
  const documents = new Map<string, number>()
  for (const text of texts) {
    for (const key of passageOf(text).keys) {
      if (/^[a-z']{2,24}$/.test(key)) documents.set(key, (documents.get(key) ?? 0) + 1)
    }
  }
  const common = [...documents].filter(([, count]) => count >= 4)
  return new Map(common.map(([key, count]) => [key, Math.round(10 * Math.log(texts.length / count))]))
}

export function storedIdf(table: ReadonlyMap<string, number>): string {
  return [...table]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}:${value}`)
    .join(' ')
}
