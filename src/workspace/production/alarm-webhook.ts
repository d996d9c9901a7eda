import { stringifyJson } from '../../core/index.ts'
import type { ProductionState } from '../../failures/production-state.ts'

/** Posts an alarm as JSON. @returns whether it was accepted; otherwise the next look posts it again */
export async function postAlarm(
  url: string,
  { name, at, state: { verdict, system, anchors } }: { name: string; at: string; state: ProductionState },
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stringifyJson({ watch: name, at, verdict, passed: system, agreed: anchors }),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    // The address did not answer in time.
    return false
  }
}
