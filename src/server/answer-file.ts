import type { Context, Hono } from 'hono'
import { EvalError, message } from '../core/index.ts'
import { paramSchema, type Params } from './api/routes.ts'
import { asDownload } from './download.ts'

export type AnsweredFile = { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array }

export function answerFile<Path extends string>(
  app: Hono,
  path: Path,
  find: (params: Params<Path>, query: Readonly<Record<string, string>>) => Promise<AnsweredFile>,
): void {
  app.get(path as string, async (context) => {
    const { name, mimeType, bytes } = await find(checkedParams(context) as Params<Path>, context.req.query())
    asDownload(context, { name, mimeType })
    return context.body(new Uint8Array(bytes))
  })
}

function checkedParams({ req }: Context): Readonly<Record<string, string | number>> {
  const params = Object.entries(req.param() as Record<string, string>).map(([name, value]) => {
    const read = paramSchema(name).safeParse(value)
    if (!read.success) throw new EvalError('usage', message('there is no such address'))
    return [name, read.data] as const
  })
  return Object.fromEntries(params)
}
