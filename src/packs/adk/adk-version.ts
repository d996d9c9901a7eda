import { EvalError, message } from '../../core/index.ts'

export type AdkVersion = {
  /** True when the version reads informational metrics (status 4), durations, model calls and usage of events. */
  readonly informational: boolean
}

/** Writes what all versions since 1.29 can read. */
export const commonAdkVersion: AdkVersion = { informational: false }

/** @throws {EvalError} `usage` for a text that is no version */
export function readAdkVersion(text: string): AdkVersion {
  const [, major, minor] = /^v?(\d+)(?:\.(\d+|x))?(?:\.\w+)*$/.exec(text.trim()) ?? []
  if (text.trim() === 'latest') return { informational: true }
  if (major === undefined) {
    throw new EvalError('usage', message('{text} is no version of ADK', { text: JSON.stringify(text) }), {
      hint: message('Write it like 1.29, 2.5 or latest.'),
    })
  }
  // 2 and 2.x stand for the newest of their line.
  const isNewest = minor === undefined || minor === 'x'
  return { informational: Number(major) > 2 || (Number(major) === 2 && (isNewest || Number(minor) >= 6)) }
}
