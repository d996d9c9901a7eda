import type { AgentContext } from '../../core/pack/pack-agent.ts'
import type { RunValues } from '../../settings/index.ts'
import type { TraceReceiver } from '../../traces/receiver/trace-receiver.ts'

export type TraceValues = Pick<RunValues, 'traces' | 'tracesWaitMs' | 'tracesPort'>

/**
 * What receives the spans of an agent outside this process; undefined where nobody asked for it and none could come.
 *
 * @param url where the agent listens; without one it is a program that is started here and told where to send its spans
 */
export async function receiverFor(
  values: TraceValues | undefined,
  { warnings }: Pick<AgentContext, 'warnings'>,
  url?: string,
): Promise<TraceReceiver | undefined> {
  if (values === undefined || values.traces === false) return undefined
  const { traces: always = false, tracesWaitMs: waitMs, tracesPort } = values
  const isAsked = always || tracesPort !== undefined
  // Nobody on another machine can send spans to this one's loopback.
  if (url !== undefined && !isAsked && !isLoopback(url)) return undefined
  const { traceReceiver } = await import('../../traces/receiver/trace-receiver.ts')
  const port = tracesPort ?? (url === undefined ? 'any' : 'standard')
  return traceReceiver({ always, waitMs, port, warn: warnings.addNow })
}

function isLoopback(url: string): boolean {
  const { hostname = '' } = URL.parse(url.replaceAll(/\{\{[^{}]*\}\}/g, 'x')) ?? {}
  return /^(?:localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname)
}
