import { EvalError, message } from '../../core/index.ts'

/** Returns whether a name is safe as one segment of a path, so that it cannot leave its folder. */
export function isSafePathSegment(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name)
}

/**
 * @throws {EvalError} when a name would lead elsewhere. `what` names the field in the message, such as `eval_set_id`.
 */
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

/**
 * Returns whether ADK would give a new eval set this id: ASCII letters, digits, underscores. Existing files may differ.
 */
export function isEvalSetId(id: string): boolean {
  return /^[A-Za-z0-9_]+$/.test(id)
}
