import type { AgentContext } from '../../core/pack/pack-agent.ts'
import type { RunValues } from '../../settings/index.ts'
import type { TraceReceiver } from '../../traces/receiver/trace-receiver.ts'

export type TraceValues = Pick<RunValues, 'traces' | 'tracesWaitMs' | 'tracesPort'>

/**
 * Makes the receiver of spans of an agent outside this process; undefined where none is wanted or no spans can arrive.
 *
 * @param url the agent's address; without one, the agent is a program that we start and configure to send spans
 */
export async function receiverFor(
  values: TraceValues | undefined,
  { warnings }: Pick<AgentContext, 'warnings'>,
  url?: string,
): Promise<TraceReceiver | undefined> {
  if (values === undefined || values.traces === false) return undefined
  const { traces: always = false, tracesWaitMs: waitMs, tracesPort } = values
  const isAsked = always || tracesPort !== undefined
  // A program on another machine cannot send spans to this machine's loopback address.
  if (url !== undefined && !isAsked && !isLoopback(url)) return undefined
  const { traceReceiver } = await import('../../traces/receiver/trace-receiver.ts')
  const port = tracesPort ?? (url === undefined ? 'any' : 'standard')
  return traceReceiver({ always, waitMs, port, warn: warnings.addNow })
}

function isLoopback(url: string): boolean {
  const { hostname = '' } = URL.parse(url.replaceAll(/\{\{[^{}]*\}\}/g, 'x')) ?? {}
  return /^(?:localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname)
}
