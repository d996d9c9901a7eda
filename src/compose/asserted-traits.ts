import { assertionsOf } from '../core/case-assertions.ts'
import { type EvalCase, jsonObjectOf, referencesOf } from '../core/index.ts'

export type AssertedTraits = ReturnType<typeof assertedTraits>

export function assertedTraits() {
  const seen = { calls: false, patterns: false, checks: false, texts: false, objects: false }
  return {
    note(evalCase: EvalCase) {
      const { turns = [], calls, checks = [] } = assertionsOf(evalCase) ?? {}
      seen.calls ||= calls !== undefined || (evalCase.conversation ?? []).some(({ steps }) => steps !== undefined)
      for (const reference of (evalCase.conversation ?? []).flatMap((turn) => referencesOf(turn))) {
        seen[jsonObjectOf(reference) === undefined ? 'texts' : 'objects'] = true
      }
      seen.patterns ||= turns.some(({ pattern }) => pattern !== undefined)
      seen.checks ||= checks.length > 0 || turns.some((turn) => turn.checks !== undefined)
    },
    /** Assertions of tool calls, or of none, in a turn or a whole conversation. */
    get calls() {
      return seen.calls
    },
    get patterns() {
      return seen.patterns
    },
    /** True when all references are objects, which are compared as such. */
    get objects() {
      return seen.objects && !seen.texts
    },
    get checks() {
      return seen.checks
    },
  }
}
