import { type EvalCase, EvalError, message } from '../core/index.ts'

// The rules by which ADK keeps the cases of a set. Each of these returns a new list.

/** @throws {EvalError} when the set has a case of this id */
export function addCase(cases: readonly EvalCase[], added: EvalCase): EvalCase[] {
  if (cases.some(({ id }) => id === added.id)) {
    throw new EvalError('usage', message('there is a case "{id}" already', { id: added.id }), {
      hint: message('Give the new one another id, or update the old one.'),
    })
  }
  return [...cases, added]
}

/** The updated case moves to the end. @throws {EvalError} when the set has no case of this id */
export function updateCase(cases: readonly EvalCase[], updated: EvalCase): EvalCase[] {
  return [...deleteCase(cases, updated.id), updated]
}

/** @throws {EvalError} when the set has no case of this id */
export function deleteCase(cases: readonly EvalCase[], id: string): EvalCase[] {
  const others = cases.filter((evalCase) => evalCase.id !== id)
  if (others.length === cases.length) throw new EvalError('usage', message('there is no case "{id}"', { id }))
  return others
}
