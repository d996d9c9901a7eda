import { evidenceKinds, knownBy, type Invocation } from '../core/index.ts'
import { capture } from '../traces/capture/capture.ts'
import type { Heard } from '../traces/capture/heard.ts'
import type { ServableTarget } from './environment/servable-target.ts'
import type { Span } from '../traces/span.ts'
import { reopenedTarget } from './reopened-target.ts'
import { untilAborted } from './until-aborted.ts'

/**
 * Wraps a target in this process. Facts that its answer leaves out are taken from the calls that frameworks publish;
 * without any of these they stay unknown.
 */
export function withCapture(target: ServableTarget): ServableTarget {
  return reopenedTarget(target, {
    async open(own, evalCase, options) {
      const conversation = await own.open(evalCase, options)
      let unfinished: Invocation | undefined
      return {
        async say(userContent, signal) {
          unfinished = undefined
          let thrown: { readonly error: unknown } | undefined
          const { result, spans, heard } = await capture(async () => {
            try {
              return await untilAborted(conversation.say(userContent, signal), signal)
            } catch (error) {
              thrown = { error }
              return (await conversation.unfinished?.()) ?? { userContent, provenance: { brokenOff: true } }
            }
          })
          const known = result && heard.libraries.length > 0 ? await withSpans(result, spans, heard) : result
          if (thrown === undefined) return known
          unfinished = known && { ...known, finalResponse: undefined }
          throw thrown.error
        },
        unfinished: async () => unfinished,
        close: () => conversation.close(),
      }
    },
  })
}

async function withSpans(result: Invocation, spans: readonly Span[], heard: Heard): Promise<Invocation> {
  const { completeInvocation } = await import('../traces/complete-invocation.ts')
  return observed(result, completeInvocation(result, spans), heard)
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
