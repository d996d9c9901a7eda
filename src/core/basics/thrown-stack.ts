type StackPlaces = {
  /** Where the running program's own code is; its frames say nothing about who threw. */
  readonly own: string
  /** The folder that paths are shown from. */
  readonly root: string
}

const mostFrames = 12

/**
 * Where an error was thrown, for the people whose code it is: the frames of that code, with paths as they write them, and
 * the errors that caused it. Undefined for what has no stack, or none in code of theirs.
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
      // Built-in functions have no place.
      .filter((frame) => /:\d+:\d+\)?$/.test(frame) && !frame.includes('node:') && !frame.includes(own))
      .map((frame) => frame.replaceAll(`${root}/`, ''))
  )
}
