import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Run, type RunStore, EvalError, message } from '../../core/index.ts'
import { type AtlasResult, type FailureAtlas, failureAtlas } from '../../failures/failure-atlas.ts'
import { failureFeatures } from '../../failures/failure-features.ts'
import { FailureModes } from '../../failures/failure-modes.ts'
import { atomicWrite } from '../../files/index.ts'
import { parseYamlDocument } from '../../formats/kit/yaml-document.ts'

/** Where the modes of a run's dataset are kept: beside it. */
export function failureModesFile({ plan }: Run, cwd: string): string {
  return join(plan.dataset.path === undefined ? cwd : dirname(resolve(cwd, plan.dataset.path)), 'failure-modes.yaml')
}

/** The atlas of one run or two, coded by the modes in the file. @throws {EvalError} `format` for a file that is none of modes */
export async function atlasOfRuns(
  runs: readonly Run[],
  { store, file, seed }: { readonly store: RunStore; readonly file: string; readonly seed: number },
): Promise<FailureAtlas> {
  const known = existsSync(file) ? (await readModes(file)).modes : []
  const results = await Promise.all(runs.map(async (run) => resultsOf(run, store)))
  return failureAtlas(results, { known, seed })
}

/** Writes the modes of an atlas, with those that no failure had this time. */
export async function saveFailureModes({ modes }: FailureAtlas, file: string): Promise<void> {
  const { stringify } = await import('yaml')
  const kept: FailureModes = {
    version: 1,
    modes: modes.map(({ name, definition, examples }) => ({ name, definition, examples })),
  }
  await atomicWrite(file, stringify(kept))
}

async function readModes(file: string): Promise<FailureModes> {
  const modes = FailureModes.safeParse(await parseYamlDocument(await readFile(file, 'utf8'), file))
  if (modes.success) return modes.data
  const [issue] = modes.error.issues
  throw new EvalError(
    'format',
    message('{file}: {path} {problem}', { file, path: issue?.path.join('.') ?? '', problem: issue?.message ?? '' }),
    {
      hint: message('Each mode has a name, and examples with case and evidence. See docs/atlas.md.'),
      cause: modes.error,
    },
  )
}

async function resultsOf({ plan: { runId } }: Run, store: RunStore): Promise<readonly AtlasResult[]> {
  const labels = new Map<string, boolean>()
  for (const { position, repeat, metric, aspect, passed } of await store.labels(runId)) {
    if (metric === undefined && aspect === undefined && passed !== undefined)
      labels.set(`${position} ${repeat}`, passed)
  }
  const results: AtlasResult[] = []
  for await (const { result } of store.records(runId)) {
    if (result === undefined) continue
    const { evalCase, position, repeat, verdict } = result
    const isFailure = verdict === 'failed' || verdict === 'error'
    const features = isFailure ? failureFeatures(result) : []
    results.push({ caseId: evalCase.id, repeat, verdict, features, labelPassed: labels.get(`${position} ${repeat}`) })
  }
  return results
}
