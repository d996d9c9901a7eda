import { EvalError, message } from '../../core/index.ts'

/** What a version of ADK knows in a result file. */
export type AdkVersion = {
  /** Informational metrics (status 4), the duration of a turn, its model calls, and what models report of an event. */
  readonly informational: boolean
}

/** The least that all versions since 1.29 have in common: what only newer ones know is left out. */
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
