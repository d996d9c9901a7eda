import { evidenceKinds, knownBy, type Invocation } from '../core/index.ts'
import { capture } from '../traces/capture/capture.ts'
import type { Heard } from '../traces/capture/heard.ts'
import type { ServableTarget } from './environment/servable-target.ts'
import { reopenedTarget } from './reopened-target.ts'

/**
 * Wraps a target in this process. Facts that its answer leaves out are taken from the calls that frameworks publish;
 * without any of these they stay unknown.
 */
export function withCapture(target: ServableTarget): ServableTarget {
  return reopenedTarget(target, {
    async open(own, evalCase, options) {
      const conversation = await own.open(evalCase, options)
      return {
        async say(userContent, signal) {
          const { result, spans, heard } = await capture(() => conversation.say(userContent, signal))
          if (result === undefined || heard.libraries.length === 0) return result
          const { completeInvocation } = await import('../traces/complete-invocation.ts')
          return observed(result, completeInvocation(result, spans), heard)
        },
        close: () => conversation.close(),
      }
    },
  })
}

function observed(told: Invocation, completed: Invocation, { libraries, toolCalls }: Heard): Invocation {
  const { steps, provenance, ...rest } = completed
  const isHeard = knownBy(told, 'toolCalls') !== 'unknown' || toolCalls || provenance?.toolCalls === 'observed'
  const known: Invocation = { ...rest, ...(steps !== undefined && isHeard && { steps }) }
  const kinds = evidenceKinds.filter((kind) => knownBy(told, kind) === 'unknown' && knownBy(known, kind) !== 'unknown')
  if (kinds.length === 0) return { ...known, ...(told.provenance && { provenance: told.provenance }) }
  const observedKinds = Object.fromEntries(kinds.map((kind) => [kind, 'observed' as const]))
  return { ...known, provenance: { ...told.provenance, ...observedKinds, listener: libraries.join(', ') } }
}
