import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Message } from '../core/index.ts'
import { EvalError } from '../core/index.ts'
import { parseDatasetSelectors } from '../formats/dataset-selector.ts'
import { openDataset } from '../formats/open-dataset.ts'
import type { LoadedConfig } from './load-config.ts'

/** A dataset of questions about runbooks. */
type RunbookQuestions = {
  readonly id: string
  readonly path: string
  /** Its path as people would write it from the working folder. */
  readonly name: string
  readonly questions: number
}

export type FoundQuestions = {
  readonly datasets: readonly RunbookQuestions[]
  readonly problems: readonly { readonly file: string; readonly problem: Message }[]
}

/** Beside them other JSON may lie, and nobody writes so many questions. */
const largest = 5_000_000

/** The questions that a config names, and those in the usual places: `eval_dataset.json` and `eval/eval_dataset.json`. */
export async function findRunbookQuestions(loaded: LoadedConfig, cwd: string): Promise<FoundQuestions> {
  const datasets: RunbookQuestions[] = []
  const problems: FoundQuestions['problems'][number][] = []
  for (const path of await pathsIn(loaded, cwd)) {
    const name = relative(cwd, path)
    try {
      const { format, count } = await openDataset(path)
      if (format !== 'runbook-dataset') continue
      const id = createHash('sha256').update(path).digest('hex').slice(0, 12)
      datasets.push({ id, path, name, questions: count })
    } catch (error) {
      if (!(error instanceof EvalError)) throw error
      const { text, values } = error.sentence
      problems.push({ file: name, problem: { text, values: { ...values, file: name } } })
    }
  }
  return { datasets, problems }
}

async function pathsIn({ config, folder }: LoadedConfig, cwd: string): Promise<readonly string[]> {
  const configured = parseDatasetSelectors(config.datasets ?? []).map(({ path }) => resolve(folder, path))
  const usual = [...(await evalDatasetsIn(join(cwd, 'eval'))), ...(await evalDatasetsIn(cwd))]
  const paths = [...new Set([...configured, ...usual])].filter((path) => /\.json$/i.test(path))
  const readable = await Promise.all(paths.map(async (path) => existsSync(path) && (await stat(path)).size <= largest))
  return paths.filter((_, index) => readable[index])
}

async function evalDatasetsIn(folder: string): Promise<readonly string[]> {
  const names = existsSync(folder) ? await readdir(folder) : []
  return names
    .filter((name) => name.startsWith('eval_dataset'))
    .toSorted()
    .map((name) => join(folder, name))
}
