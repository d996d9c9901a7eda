import { type EvalCase, EvalError, message } from '../core/index.ts'

// These functions follow ADK's rules for the cases of a set. Each returns a new list.

/** @throws {EvalError} when the set has a case of this id */
export function addCase(cases: readonly EvalCase[], added: EvalCase): EvalCase[] {
  if (cases.some(({ id }) => id === added.id)) {
    throw new EvalError('usage', message('there is a case "{id}" already', { id: added.id }), {
      hint: message('Give the new one another id, or update the old one.'),
    })
  }
  return [...cases, added]
}

/** Replaces a case and moves it to the end. @throws {EvalError} when the set has no case of this id */
export function updateCase(cases: readonly EvalCase[], updated: EvalCase): EvalCase[] {
  return [...deleteCase(cases, updated.id), updated]
}

/** @throws {EvalError} when the set has no case of this id */
export function deleteCase(cases: readonly EvalCase[], id: string): EvalCase[] {
  const others = cases.filter((evalCase) => evalCase.id !== id)
  if (others.length === cases.length) throw new EvalError('usage', message('there is no case "{id}"', { id }))
  return others
}
