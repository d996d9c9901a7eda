import { EvalError, message } from '../../core/index.ts'

/** Whether a name may become one step of a path: it cannot leave its folder. */
export function isSafePathSegment(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name)
}

/** @throws {EvalError} when a name would lead somewhere else. `what` says whose name it is, such as `eval_set_id`. */
export function assertPathSegment(name: string, what: string): void {
  if (isSafePathSegment(name)) return
  throw new EvalError(
    'format',
    message('{what} {name} cannot be part of a file name', { what, name: JSON.stringify(name) }),
    {
      hint: message('It must not be empty, "." or "..", and has no slash, backslash or null character.'),
    },
  )
}

/** The ids that ADK gives to new eval sets: ASCII letters, digits, underscores. Files that exist may have any safe name. */
export function isEvalSetId(id: string): boolean {
  return /^[A-Za-z0-9_]+$/.test(id)
}
