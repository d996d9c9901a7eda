import type { ComparedCase } from '../../core/index.ts'

/**
 * How a case changed. The verdict decides first: `worse` and `better` compare its passed repeats, `broken` means that
 * one run has no verdict, `scores-…` that only scores moved, and `other-content` that the name stands for two cases.
 */
export type CaseChange = (typeof caseChanges)[number]

/** In the order of display. */
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

/** A sign for each change, so that nothing depends on colour alone. */
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

/** A case that failed in one run and broke in the other did not pass in either, so only scores have a direction. */
function verdictChange(moved: ComparedCase['moved']): CaseChange {
  return moved === 'better' || moved === 'worse' ? `scores-${moved}` : 'scores-other'
}
