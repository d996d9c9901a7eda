import type { Dataset, EvalCase, Session } from '../../core/index.ts'
import { EvalError, message } from '../../core/index.ts'
import type { OpenedDataset } from '../../formats/index.ts'
import { readSessionInput } from '../../formats/read-session-input.ts'
import { openDataset } from '../datasets.ts'
import { datasetTraits } from '../dataset-traits.ts'
import type { DatasetTraits } from '../dataset-traits.ts'
import { packOf } from '../pack-of.ts'
import { scenarioWatch } from '../targets/choose-user.ts'
import type { Scenarios } from '../targets/choose-user.ts'
import { openToolEnvironment } from '../targets/tool-environment.ts'
import type { ToolEnvironment } from '../targets/tool-environment.ts'
import type { SettledRun } from './settle-run.ts'

/** The dataset of a run, and what has to be known of its cases before one is played. */
export type OpenedRun = {
  readonly opened: OpenedDataset
  /** How often each case is played. */
  readonly repeat: number
  readonly traits: DatasetTraits
  readonly scenarios: Readonly<Scenarios>
  readonly lastCase: string | undefined
  readonly tools: ToolEnvironment
}

/**
 * Reads the dataset and looks at each of its cases.
 *
 * @throws {EvalError} `format` for a file or a case that cannot be read; `usage` or `config` for tools that cannot be served
 */
export async function openRun(settled: SettledRun): Promise<OpenedRun> {
  const { settings, warnings, datasetFile: file } = settled
  const tools = await openToolEnvironment(settled)
  const traits = datasetTraits()
  const scenarios = scenarioWatch()
  let lastCase: string | undefined
  const opened = await openCases(settled, (evalCase) => {
    tools.check(evalCase)
    settled.secrets.noteCase(evalCase)
    scenarios.note(evalCase)
    traits.note(evalCase)
    lastCase = evalCase.id
  })
  for (const note of opened.notes ?? []) warnings.add(note)
  if (opened.count === 0) {
    throw new EvalError('format', message('{file}: there is no case in it', { file }), {
      hint: message('A dataset has at least one case.'),
    })
  }
  // What was answered already is scored again, wherever its documents are by now.
  if (opened.transcripts === undefined) await packOf(opened.format)?.check?.(opened.dataset.cases())
  const repeat = settings.repeat ?? opened.repeats ?? 1
  return { opened, repeat, traits, scenarios: scenarios.seen, lastCase, tools }
}

async function openCases(
  { request, dependencies, loaded, datasetFile, review, settings }: SettledRun,
  check: (evalCase: EvalCase) => void,
): Promise<OpenedDataset> {
  if (dependencies.opened !== undefined) return dependencies.opened
  const session = settings.sessionInput === undefined ? undefined : await readSessionInput(settings.sessionInput)
  const opened = await openDataset(datasetFile, {
    columns: loaded.config.columns,
    selected: request.selected.length > 0 ? request.selected : undefined,
    fixtures: review.fixtures,
    check: (evalCase) => check(beginning(evalCase, session)),
  })
  if (session === undefined) return opened
  return { ...opened, dataset: { ...opened.dataset, cases: () => beginningAll(opened.dataset, session) } }
}

/** A case says itself how it begins, or begins as all do. */
function beginning(evalCase: EvalCase, session: Session | undefined): EvalCase {
  return session === undefined || evalCase.session !== undefined ? evalCase : { ...evalCase, session }
}

async function* beginningAll(dataset: Dataset, session: Session): AsyncGenerator<EvalCase> {
  for await (const evalCase of dataset.cases()) yield beginning(evalCase, session)
}
