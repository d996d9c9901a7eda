import { capture } from '../traces/capture/capture.ts'
import type { ServableTarget } from './environment/servable-target.ts'
import { reopenedTarget } from './reopened-target.ts'

/** A target in this process; what its answer leaves untold is taken from what frameworks publish of their calls. */
export function withCapture(target: ServableTarget): ServableTarget {
  return reopenedTarget(target, {
    async open(own, evalCase, options) {
      const conversation = await own.open(evalCase, options)
      return {
        async say(userContent, signal) {
          const { result, spans } = await capture(() => conversation.say(userContent, signal))
          if (result === undefined || spans.length === 0) return result
          const { completeInvocation } = await import('../traces/complete-invocation.ts')
          return completeInvocation(result, spans)
        },
        close: () => conversation.close(),
      }
    },
  })
}
