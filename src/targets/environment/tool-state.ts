import { z } from 'zod'
import type { JsonObject } from '../../core/index.ts'
import { findValue } from './find-value.ts'

/** Which tools make a parameter's values, and which are called with them. */
export const ToolConnections = z.object({
  connections: z.array(
    z.object({ parameter: z.string(), creatingTools: z.array(z.string()), consumingTools: z.array(z.string()) }),
  ),
})
export type ToolConnections = z.infer<typeof ToolConnections>

type PastCall = { readonly name: string; readonly args: JsonObject; readonly response: JsonObject }

// More would make the prompts of a long conversation expensive; what was created is in the state anyway.
const rememberedCalls = 30

/** What simulated tools have done in one conversation. */
export function toolState() {
  let created = new Map<string, Map<string, JsonObject>>()
  let past: readonly PastCall[] = []
  return {
    /** Keeps a call, and under each parameter that its tool makes the value that it made. */
    add(call: PastCall, { connections }: ToolConnections): void {
      past = [...past, call].slice(-rememberedCalls)
      for (const { parameter, creatingTools } of connections) {
        const value = creatingTools.includes(call.name) ? findValue(call.response, parameter) : undefined
        if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') continue
        const values = new Map(created.get(parameter)).set(String(value), call.response)
        created = new Map(created).set(parameter, values)
      }
    },
    /** For prompts. */
    shown: () => ({
      created: Object.fromEntries([...created].map(([name, values]) => [name, Object.fromEntries(values)])),
      calls: past,
    }),
    /** Puts it back to where it is now. */
    snapshot(): () => void {
      const before = { created, past }
      return () => {
        created = before.created
        past = before.past
      }
    },
  }
}
