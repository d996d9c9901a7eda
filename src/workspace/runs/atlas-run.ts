import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Run, type RunStore, EvalError, message, readingAspects } from '../../core/index.ts'
import type { AtlasResult } from '../../failures/atlas-result.ts'
import { type FailureAtlas, failureAtlas, failuresIn } from '../../failures/failure-atlas.ts'
import { failureFeatures } from '../../failures/failure-features.ts'
import { type FailureMode, FailureModes } from '../../failures/failure-modes.ts'
import { type FailureToCode, type ModelCodes, failureToCode } from '../../failures/model-codes.ts'
import { atomicWrite } from '../../files/index.ts'
import { parseYamlDocument } from '../../formats/kit/yaml-document.ts'

/** The failure modes of a run's dataset are kept in a file beside it. */
export function failureModesFile({ plan }: Run, cwd: string): string {
  return join(plan.dataset.path === undefined ? cwd : dirname(resolve(cwd, plan.dataset.path)), 'failure-modes.yaml')
}

export type AtlasDependencies = {
  readonly store: RunStore
  readonly file: string
  readonly seed: number
  /** Codes failures by a model instead of by their evidence. */
  readonly code?: (failures: readonly FailureToCode[], known: readonly FailureMode[]) => Promise<ModelCodes>
}

/** Returns the atlas of one run or two, coded by the modes in the file. @throws {EvalError} `format` for a file that holds no modes */
export async function atlasOfRuns(
  runs: readonly Run[],
  { store, file, seed, code }: AtlasDependencies,
): Promise<FailureAtlas> {
  const known = existsSync(file) ? (await readModes(file)).modes : []
  // The text for a model takes memory, so it is only kept where one is asked.
  const toCode = code && new Map<AtlasResult, FailureToCode>()
  const results = await Promise.all(runs.map(async (run) => resultsOf(run, store, toCode)))
  const model = await code?.(
    failuresIn(results).flatMap((failure) => toCode?.get(failure) ?? []),
    known,
  )
  const planned = runs.map(({ plan }) => plan.dataset.cases * plan.repeat)
  return failureAtlas(results, { known, seed, model, planned })
}

/** Writes the modes of an atlas, including those without a failure in these runs. */
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

async function resultsOf(
  { plan: { runId } }: Run,
  store: RunStore,
  toCode: Map<AtlasResult, FailureToCode> | undefined,
): Promise<readonly AtlasResult[]> {
  const said = Map.groupBy(
    (await store.labels(runId, { notes: true })).filter(({ metric }) => metric === undefined),
    ({ position, repeat }) => `${position} ${repeat}`,
  )
  const results: AtlasResult[] = []
  for await (const { result } of store.records(runId)) {
    if (result === undefined) continue
    const { evalCase, position, repeat, verdict } = result
    const labels = said.get(`${position} ${repeat}`) ?? []
    const isFailure = verdict === 'failed' || verdict === 'error'
    const features = isFailure ? failureFeatures(result) : []
    const inAspect = (aspect: string) => labels.findLast((label) => label.aspect === aspect && label.comment?.trim())
    const read = inAspect(readingAspects.mode)
    const one: AtlasResult = {
      caseId: evalCase.id,
      position,
      repeat,
      verdict,
      features,
      labelPassed: labels.find(({ aspect, passed }) => aspect === undefined && passed !== undefined)?.passed,
      ...(read?.comment !== undefined && isFailure && { read: { mode: read.comment.trim(), at: read.at } }),
    }
    results.push(one)
    if (isFailure && toCode !== undefined) {
      toCode.set(one, { evidence: failureToCode(result, features), note: inAspect(readingAspects.note)?.comment })
    }
  }
  return results
}
