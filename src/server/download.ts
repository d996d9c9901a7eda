import type { Context } from 'hono'

/** Says of an answer that it is a file to be kept. Whoever opens it here all the same gets a page that can do nothing. */
export function asDownload(context: Context, { name, mimeType }: { readonly name: string; readonly mimeType: string }) {
  context.header('content-type', mimeType)
  context.header('content-disposition', `attachment; filename*=UTF-8''${encoded(name)}`)
  context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  context.header('cache-control', 'no-store')
}

/** As RFC 8187 has it: `encodeURIComponent` leaves some signs that a header may not have there. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
