import type { IncomingMessage } from 'node:http'

declare module 'hono' {
  interface ContextVariableMap {
    /** Who asks, where a proxy says so. */
    person: string | undefined
  }
}

/** Longer ones cannot stand in a label. */
const longest = 200

/**
 * Who asks, as a header says that the proxy in front of the server sets. Undefined where it is missing, or there more than once:
 * then somebody else has set it too.
 */
export function personOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, header: string): string | undefined {
  const said = rawHeaders.filter((_, index) => index % 2 === 1 && isCalled(rawHeaders[index - 1], header))
  const [first, ...others] = said
  if (first === undefined || others.length > 0) return undefined
  const person = textOf(first).trim()
  return person === '' || person.length > longest || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(person) ? undefined : person
}

function isCalled(name: string | undefined, header: string): boolean {
  return name?.toLowerCase() === header.toLowerCase()
}

/** Headers are bytes, which Node.js reads as Latin-1; proxies write UTF-8. */
function textOf(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return value
  }
}
