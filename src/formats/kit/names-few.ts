/** Tells whether some JSON may name one of a few ids. */
export type NamesFew = (json: { includes(part: string): boolean }) => boolean

/** Beyond this number, looking for each id takes longer than parsing all lines. */
const mostIds = 20

/**
 * Recognises ids by their bytes, which is much faster than parsing. Escapes that can stand for any character count as
 * naming an id.
 *
 * @returns undefined for many ids
 */
export function namesFew(ids: ReadonlySet<string>): NamesFew | undefined {
  if (ids.size > mostIds) return undefined
  const written = [...ids].map((id) => JSON.stringify(id))
  const escapes = ['\\u', '\\/'].filter((escape) => written.some((id) => escape === '\\u' || id.includes('/')))
  return (json) => [...escapes, ...written].some((part) => json.includes(part))
}
