import type { TracePlace } from '../../../../../src/core/invocation.ts'

/** Fills `{traceId}` and `{spanId}` into the reader's template; undefined where the result is no web address. */
export function spanAddress(template: string, place: TracePlace): string | undefined {
  if (!template.includes('{traceId}') && !template.includes('{spanId}')) return undefined
  // The ids come from an untrusted source.
  const address = template
    .trim()
    .replaceAll(/\{(traceId|spanId)\}/g, (_, name) => encodeURIComponent(place[name as keyof typeof place]))
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}
