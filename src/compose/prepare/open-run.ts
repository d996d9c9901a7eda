import { type Dataset, type EvalCase, type Session, EvalError, message } from '../../core/index.ts'
import type { CaseChoice } from '../../formats/choose-cases.ts'
import type { OpenedDataset } from '../../formats/index.ts'
import { createRandom } from '../../statistics/random.ts'
import { settingName } from '../../settings/index.ts'
import { openDataset } from '../datasets.ts'
import { datasetTraits, type DatasetTraits } from '../dataset-traits.ts'
import type { AssertedTraits } from '../asserted-traits.ts'
import type { KnownDataset } from '../known-dataset.ts'
import { packOf } from '../pack-of.ts'
import { scenarioWatch, type Scenarios } from '../targets/choose-user.ts'
import { openToolEnvironment, type ToolEnvironment } from '../targets/tool-environment.ts'
import type { AskedRun, SettledRun } from './settle-run.ts'

/** A run's dataset, and what must be known about its cases before one is played. */
export type OpenedRun = {
  readonly opened: OpenedDataset
  /** The ids of the selected cases; empty when all are played. */
  readonly selected: readonly string[]
  readonly repeat: number
  readonly traits: DatasetTraits
  readonly asserted: AssertedTraits | undefined
  readonly scenarios: Readonly<Scenarios>
  readonly lastCase: string | undefined
  readonly tools: ToolEnvironment
  /** True when all cases have only questions and expectations. */
  readonly isPlain: boolean
}

/**
 * Opens the dataset and examines each of its cases.
 *
 * @throws {EvalError} `format` for an unreadable file or case; `usage` or `config` for tools that cannot be served
 */
export async function openRun(settled: SettledRun, { resumed }: { readonly resumed: boolean }): Promise<OpenedRun> {
  const { settings, datasetFile: file } = settled.asked
  const { dependencies, secrets, warnings } = settled.world
  const tools = await openToolEnvironment(settled, { resumed })
  const traits = datasetTraits(dependencies.knownDataset)
  const asserted = dependencies.cases && (await import('../asserted-traits.ts')).assertedTraits()
  const scenarios = scenarioWatch()
  let lastCase = dependencies.knownDataset?.lastCase
  let isReviewed = false
  const selected = await selectedCases(settled)
  const opened = await openCases(settled, selected, (evalCase) => {
    tools.check(evalCase)
    secrets.noteCase(evalCase)
    scenarios.note(evalCase)
    traits.note(evalCase)
    asserted?.note(evalCase)
    lastCase = evalCase.id
    isReviewed ||= evalCase.review !== undefined
  })
  for (const note of opened.notes ?? []) warnings.add(note)
  if (opened.count === 0) {
    const called = dependencies.cases === undefined ? file : 'cases'
    throw new EvalError('format', message('{file}: there is no case in it', { file: called }), {
      hint: message('A dataset has at least one case.'),
    })
  }
  // Recorded answers are scored again wherever the documents are now.
  if (opened.transcripts === undefined) await packOf(opened.format)?.check?.(opened.dataset.cases())
  const repeat = settings.repeat ?? opened.repeats ?? 1
  const isPlain = asserted === undefined && !isReviewed && !tools.isDeclared()
  const parts = { selected, repeat, traits, asserted, scenarios: scenarios.seen, lastCase, tools }
  return { opened, isPlain, ...parts }
}

async function selectedCases(settled: SettledRun): Promise<readonly string[]> {
  const { request, settings, datasetFile: file } = settled.asked
  if (!choosesCases(settings)) return request.selected
  if (settings.first !== undefined && settings.sample !== undefined) throw twoCounts(settled.asked)
  const { dataset, count } = await openCases(settled, request.selected, () => undefined)
  const random = createRandom(settings.seed)
  const { chooseCases } = await import('../../formats/choose-cases.ts')
  const ids = await chooseCases(dataset.cases(), settings, { file, random })
  return ids.length === count ? request.selected : ids
}

function choosesCases({ filter, tag, first, sample }: CaseChoice): boolean {
  return filter !== undefined || tag !== undefined || first !== undefined || sample !== undefined
}

function twoCounts({ place }: AskedRun): EvalError {
  const [first, sample] = [settingName('first', place), settingName('sample', place)]
  return new EvalError('usage', message('{first} and {sample} contradict each other', { first, sample }))
}

async function openCases(
  { asked: { loaded, datasetFile, review, settings }, world: { dependencies } }: SettledRun,
  selected: readonly string[],
  check: (evalCase: EvalCase) => void,
): Promise<OpenedDataset> {
  if (dependencies.opened !== undefined) return dependencies.opened
  const session = settings.sessionInput === undefined ? undefined : await sessionIn(settings.sessionInput)
  const choice = {
    selected: selected.length > 0 ? selected : undefined,
    check: (evalCase: EvalCase) => check(beginning(evalCase, session)),
    known: dependencies.knownDataset,
  }
  const opened =
    dependencies.cases === undefined
      ? await (dependencies.openDataset ?? openDataset)(datasetFile, {
          columns: loaded.config.columns,
          fixtures: review.fixtures,
          ...choice,
        })
      : await dependencies.cases.open(choice)
  if (session === undefined) return opened
  const { unread: _, ...read } = opened
  return { ...read, dataset: { ...opened.dataset, cases: () => beginningAll(opened.dataset, session) } }
}

async function sessionIn(file: string): Promise<Session> {
  return (await import('../../formats/read-session-input.ts')).readSessionInput(file)
}

function beginning(evalCase: EvalCase, session: Session | undefined): EvalCase {
  return session === undefined || evalCase.session !== undefined ? evalCase : { ...evalCase, session }
}

async function* beginningAll(dataset: Dataset, session: Session): AsyncGenerator<EvalCase> {
  for await (const evalCase of dataset.cases()) yield beginning(evalCase, session)
}

/** Undefined for cases with tools, scenarios or reviews, and for datasets that are examined in no time. */
export function knownDataset({ opened, traits, lastCase, isPlain }: OpenedRun): KnownDataset | undefined {
  const { unread, simulated, sha256, count: cases } = opened
  if (unread === undefined || simulated > 0 || !isPlain) return undefined
  return { sha256, cases, expects: traits.expects, lastCase }
}
