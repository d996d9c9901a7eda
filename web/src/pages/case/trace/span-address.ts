import type { TracePlace } from '../../../../../src/core/invocation.ts'

/** The address of a span by what a reader wrote, with `{traceId}` and `{spanId}` in it; undefined where it leads to no page. */
export function spanAddress(template: string, place: TracePlace): string | undefined {
  if (!template.includes('{traceId}') && !template.includes('{spanId}')) return undefined
  // Ids come from whoever made the spans.
  const address = template
    .trim()
    .replaceAll(/\{(traceId|spanId)\}/g, (_, name) => encodeURIComponent(place[name as keyof typeof place]))
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}
