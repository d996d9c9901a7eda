import { topicsOf } from './concepts.ts'
import type { DangerousOperation } from './dangerous-operation.ts'
import { operationWords } from './generic-words.ts'
import { isAmong, isGeneric, subjectsOf } from './subjects.ts'

/** Whether a question leaves open what it is about: nothing in it could be looked up, nor is there anything it would do it to. */
export function isAmbiguous(question: string, wanted: DangerousOperation | undefined): boolean {
  if (wanted?.object !== undefined) return false
  const subjects = subjectsOf(question).filter((word) => !isGeneric(word))
  return wanted === undefined
    ? subjects.length === 0 && topicsOf(question).size === 0
    : subjects.every((word) => isAmong(operationWords, word))
}
