import type { EvalCase, Target } from '../core/index.ts'
import type { ServableTarget } from './environment/servable-target.ts'

type Around = <Result>(
  attempt: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
  evalCase: EvalCase,
) => Promise<Result>

/** The same target with something around every `open` and `say`. */
export function wrapTarget(target: ServableTarget, around: Around): ServableTarget {
  const { within } = target
  return {
    name: target.name,
    continues: target.continues,
    recorded: target.recorded,
    recordedTurns: target.recordedTurns?.bind(target),
    environmentModels: target.environmentModels,
    agentModels: target.agentModels,
    environment: target.environment,
    within: within === undefined ? undefined : (sources) => wrapTarget(within.call(target, sources), around),
    async open(evalCase, options) {
      const conversation = await around(
        (signal) => openWanted(target, evalCase, { ...options, signal }),
        options.signal,
        evalCase,
      )
      return {
        say: (userContent, signal) => around((inner) => conversation.say(userContent, inner), signal, evalCase),
        close: () => conversation.close(),
      }
    },
    close: async () => target.close?.(),
  }
}

// A conversation that opens after nobody waits for it any more has no other owner to close it.
async function openWanted(...[target, evalCase, options]: [Target, ...Parameters<Target['open']>]) {
  const conversation = await target.open(evalCase, options)
  if (!options.signal.aborted) return conversation
  await conversation.close()
  throw options.signal.reason
}
