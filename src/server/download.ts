import type { Context } from 'hono'

/** Marks an answer as a file to save. A browser that displays it here all the same lets it run nothing. */
export function asDownload(context: Context, { name, mimeType }: { readonly name: string; readonly mimeType: string }) {
  context.header('content-type', mimeType)
  context.header('content-disposition', `attachment; filename*=UTF-8''${encoded(name)}`)
  context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  context.header('cache-control', 'no-store')
}

/** Encodes by RFC 8187: `encodeURIComponent` leaves some characters that a header must not have. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
