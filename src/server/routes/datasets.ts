import type { Hono } from 'hono'
import { type RunStore, message } from '../../core/index.ts'
import type { DatasetRepository } from '../capabilities/dataset-repository.ts'
import { type AnswerRoute, StaleError, check, toProblem } from '../answer-route.ts'
import { answerFile } from '../answer-file.ts'
import { files } from '../api/routes.ts'
import { caseOfResult } from '../case-of-result.ts'
import { findRecord } from './runs.ts'

/** Answers with datasets case by case; each change names the revision that the client has read. */
export function answerDatasets(answer: AnswerRoute, app: Hono, repository: DatasetRepository): void {
  answer('datasets', async () => {
    const { datasets, unreadable } = await repository.list()
    return {
      datasets: [...datasets],
      unreadable: unreadable.map(({ name, problem }) => ({ name, problem: toProblem(problem) })),
      formats: [...repository.formats],
    }
  })

  answer('dataset', async ({ params, query }) => repository.page(params.datasetId, query.from, query.limit))

  answer('addCase', async ({ params, body }) =>
    fresh(await repository.add(params.datasetId, body.revision, body.evalCase)),
  )

  answer('editCase', async ({ params, body }) =>
    fresh(await repository.replace(params.datasetId, body.revision, params.position, body.evalCase)),
  )

  answer('removeCase', async ({ params, query }) =>
    fresh(await repository.remove(params.datasetId, query.revision, params.position)),
  )

  answer('importDataset', async ({ body }) => repository.take(body.name, Buffer.from(body.content, 'base64')))

  answer('datasetCopy', async ({ params, query }) => {
    const { name, losses } = await repository.copy(params.datasetId, query.format)
    return { name, losses }
  })

  answer('saveDatasetCopy', async ({ params, body }) => repository.saveCopy(params.datasetId, body.format, body.name))

  answerFile(app, files.dataset.path, async ({ datasetId }, query) => {
    const { format } = check(files.dataset.query, query, 'query')
    const { name, text } = await repository.copy(datasetId, format)
    const mimeType = name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json'
    return { name, mimeType, bytes: Buffer.from(text) }
  })
}

export function answerCaseFromResult(answer: AnswerRoute, store: RunStore): void {
  answer('caseFromResult', async ({ run, params }) => {
    const record = await findRecord(store, run, params)
    const said = (await store.labels(params.runId, { notes: true })).filter(
      ({ position, repeat, corrected }) =>
        position === params.position && repeat === params.repeat && corrected !== undefined,
    )
    const newest = said.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).at(-1)
    return { evalCase: caseOfResult(record, newest?.corrected) }
  })
}

function fresh<Changed>(changed: Changed | 'stale'): Changed {
  if (changed !== 'stale') return changed
  throw new StaleError(message('the file was changed meanwhile, by somebody else or another window'), {
    hint: message('Nothing was written. Load it anew; what you wrote stays in the editor.'),
  })
}
