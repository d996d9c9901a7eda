type StackPlaces = {
  /** The folder of the running program's own code, whose frames are left out. */
  readonly own: string
  /** The folder that paths are shown relative to. */
  readonly root: string
}

const mostFrames = 12

/**
 * Returns the stack frames in the user's own code, with relative paths, of an error and the errors that caused it.
 * Undefined for values without a stack and for errors without such frames.
 */
export function thrownStack(error: unknown, places: StackPlaces): string | undefined {
  const frames: string[] = []
  let cause = error
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    const ofCause = framesOf(cause, places)
    if (depth > 0 && ofCause.length > 0) frames.push(`caused by ${cause.name}: ${cause.message}`)
    frames.push(...ofCause)
    cause = cause.cause
  }
  const shown = frames.slice(0, mostFrames)
  return shown.length === 0 ? undefined : shown.join('\n')
}

function framesOf({ stack = '' }: Error, { own, root }: StackPlaces): readonly string[] {
  return (
    stack
      .split('\n')
      .filter((line) => /^\s*at /.test(line))
      .map((line) =>
        line
          .trim()
          .replaceAll('file://', '')
          .replace(/\?shinsa-edition=\d+/, ''),
      )
      // Frames of built-in functions have no source position.
      .filter((frame) => /:\d+:\d+\)?$/.test(frame) && !frame.includes('node:') && !frame.includes(own))
      .map((frame) => frame.replaceAll(`${root}/`, ''))
  )
}
