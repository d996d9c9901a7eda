import type { EvalCase, Target } from '../core/index.ts'
import type { ServableTarget } from './environment/servable-target.ts'
import { reopenedTarget } from './reopened-target.ts'

type WrapTargetContext = <Result>(
  attempt: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
  evalCase: EvalCase,
) => Promise<Result>

export function wrapTarget(target: ServableTarget, around: WrapTargetContext): ServableTarget {
  return reopenedTarget(target, {
    async open(own, evalCase, options) {
      const conversation = await around(
        (signal) => openWanted(own, evalCase, { ...options, signal }),
        options.signal,
        evalCase,
      )
      return {
        say: (userContent, signal) => around((inner) => conversation.say(userContent, inner), signal, evalCase),
        close: () => conversation.close(),
        unfinished: async () => conversation.unfinished?.(),
        completion: conversation.completion,
      }
    },
  })
}

// A conversation that opens after the abort has no other owner who could close it.
async function openWanted(...[target, evalCase, options]: [Target, ...Parameters<Target['open']>]) {
  const conversation = await target.open(evalCase, options)
  if (!options.signal.aborted) return conversation
  await conversation.close()
  throw options.signal.reason
}
