import type { Context, Hono } from 'hono'
import { EvalError, message } from '../core/index.ts'
import { paramSchema } from './api.ts'
import type { Params } from './api.ts'

export type AnsweredFile = { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array }

/** Answers a path with a file: always to be kept, never to be opened as a page of this server. */
export function answerFile<Path extends string>(
  app: Hono,
  path: Path,
  find: (params: Params<Path>, query: Readonly<Record<string, string>>) => Promise<AnsweredFile>,
): void {
  app.get(path as string, async (context) => {
    const { name, mimeType, bytes } = await find(checkedParams(context) as Params<Path>, context.req.query())
    context.header('content-type', mimeType)
    context.header('content-disposition', `attachment; filename*=UTF-8''${encoded(name)}`)
    context.header('cache-control', 'no-store')
    return context.body(new Uint8Array(bytes))
  })
}

function checkedParams({ req }: Context): Readonly<Record<string, string>> {
  const params = req.param() as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (paramSchema(name).safeParse(value).success) continue
    throw new EvalError('usage', message('there is no such address'))
  }
  return params
}

/** As RFC 8187 has it: `encodeURIComponent` leaves some signs that a header may not have there. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
