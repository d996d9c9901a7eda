import type { Hono } from 'hono'
import type { RunStore } from '../../core/index.ts'
import type { RunExportFormat, RunExports } from '../capabilities/run-exports.ts'
import { check, findRun } from '../answer-route.ts'
import { files } from '../api/routes.ts'
import { asDownload } from '../download.ts'

type ExportsDependencies = {
  readonly store: RunStore
  readonly exports: RunExports
  /** Receives unforeseen errors. */
  readonly report: (error: unknown) => void
}

const kinds: Readonly<Record<RunExportFormat, { readonly ending: string; readonly mimeType: string }>> = {
  html: { ending: 'html', mimeType: 'text/html' },
  json: { ending: 'json', mimeType: 'application/json' },
  junit: { ending: 'xml', mimeType: 'application/xml' },
  csv: { ending: 'csv', mimeType: 'text/csv' },
  markdown: { ending: 'md', mimeType: 'text/markdown' },
}

/** Exports a run, or a comparison of several, as a file that is sent while it is written. */
export function answerExports(app: Hono, dependencies: ExportsDependencies): void {
  const { store, exports, report } = dependencies
  answerComparison(app, dependencies)
  app.get(files.run.path, async (context) => {
    const { format, language, view } = check(files.run.query, context.req.query(), 'query')
    const run = await findRun(store, context.req.param('runId'))
    const { ending, mimeType } = kinds[format]
    const chunks = await exports.chunks(run, format, { language, view })
    const name = view === undefined ? run.plan.runId : `${run.plan.runId}-filtered`
    asDownload(context, { name: `${name}.${ending}`, mimeType: `${mimeType}; charset=utf-8` })
    return context.body(streamOf(reporting(chunks, report)))
  })
}

function answerComparison(app: Hono, { store, exports, report }: ExportsDependencies): void {
  app.get(files.comparison.path, async (context) => {
    const { runs: ids, format, language } = check(files.comparison.query, context.req.query(), 'query')
    const runs = await Promise.all(ids.map(async (id) => findRun(store, id)))
    const { ending, mimeType } = kinds[format]
    asDownload(context, { name: `${ids.join('-')}.${ending}`, mimeType: `${mimeType}; charset=utf-8` })
    return context.body(streamOf(reporting(exports.comparison(runs, format, language), report)))
  })
}

/** The headers are already sent when an error occurs, so the connection is cut: nobody must take half a file for the whole. */
async function* reporting(
  chunks: AsyncIterable<string>,
  report: ExportsDependencies['report'],
): AsyncGenerator<string> {
  try {
    yield* chunks
  } catch (error) {
    report(error)
    throw error
  }
}

function streamOf(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
