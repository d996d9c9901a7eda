import type { ComparedCase } from '../../core/index.ts'

/**
 * What became of a case, by its verdict first: `worse` and `better` by how many of its repeats passed, `broken` where one of
 * the runs has no verdict on it, `scores-…` where the verdict is the same and metrics moved, `other-content` where the name
 * stands for two different cases.
 */
export type CaseChange = (typeof caseChanges)[number]

/** In the order in which people want to see them. */
export const caseChanges = [
  'worse',
  'better',
  'scores-worse',
  'scores-better',
  'scores-other',
  'broken',
  'other-content',
  'only-one',
  'same',
] as const

/** A sign for each, so that colour never is all there is. */
export const changeSigns: Readonly<Record<CaseChange, string>> = {
  worse: '▼',
  better: '▲',
  'scores-worse': '▽',
  'scores-better': '△',
  'scores-other': '◊',
  broken: '◆',
  'other-content': '≠',
  'only-one': '◇',
  same: '=',
}

type CaseChangeComparison = Pick<ComparedCase, 'first' | 'second' | 'change' | 'moved' | 'changed'>

export function caseChange({ first, second, change, moved, changed }: CaseChangeComparison): CaseChange {
  if (first === undefined || second === undefined) return 'only-one'
  if (changed === true) return 'other-content'
  if (change !== undefined) return change
  if (first !== second) return first === 'not-evaluated' || second === 'not-evaluated' ? 'broken' : verdictChange(moved)
  return moved === undefined ? 'same' : `scores-${moved}`
}

/** Failed on one side and broken on the other: neither passed, so that only scores can have a direction. */
function verdictChange(moved: ComparedCase['moved']): CaseChange {
  return moved === 'better' || moved === 'worse' ? `scores-${moved}` : 'scores-other'
}
