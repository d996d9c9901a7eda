import { isObject } from '../../core/basics/is-object.ts'
import type { Published } from './published.ts'

const heard = new WeakSet<object>()

export function listenToOpenaiAgents(publish: (by: Published['by'], span: object, id: string) => void): void {
  const provider: unknown = Reflect.get(globalThis, Symbol.for('openai.agents.core.traceProvider'))
  if (!isObject(provider) || typeof provider['registerProcessor'] !== 'function' || heard.has(provider)) return
  heard.add(provider)
  provider['registerProcessor']({
    onSpanStart: async (span: { readonly spanId: string }) => publish('openai-agents', span, span.spanId),
    onSpanEnd: nothing,
    onTraceStart: nothing,
    onTraceEnd: nothing,
    shutdown: nothing,
    forceFlush: nothing,
  })
}

async function nothing(): Promise<void> {}
