import type { BuiltRunbookIndex, RunbookAnswer, RunbookExchange, RunbookIndex } from '../assistant/index.ts'
import { type Invocation, type Target, EvalError, message, responseTextOf, textOf } from '../../../core/index.ts'
import type { AgentWarnings } from '../../../core/pack/pack-agent.ts'
import { openResilientModel, type ResilientOptions } from '../../../models/resilient-model.ts'
import { runbookAssistantName } from '../runbook-assistant-name.ts'
import type { RunbookSettings } from './runbook-config.ts'
import { runbookPlace } from './runbook-places.ts'
import { buildRunbooks } from './runbooks.ts'

export type RunbookAssistantSettings = Pick<ResilientOptions, 'environment' | 'random' | 'pace' | 'account'> & {
  readonly cwd: string
  /** The folder that contains `.shinsa/`. */
  readonly projectFolder: string
  readonly now: () => Date
  readonly runbooks: Omit<RunbookSettings, 'folder'> & {
    /** Undefined when the config names no folder and none of the usual places has one. */
    readonly folder: string | undefined
  }
  readonly warnings: Pick<AgentWarnings, 'add'>
  /** Called with each index that was built or updated. */
  readonly onBuilt?: (folder: string, built: BuiltRunbookIndex) => void
  /** Opens the existing index of a folder; by default the index is built or updated first. */
  readonly openIndex?: (folder: string) => Promise<RunbookIndex>
}

export type OpenedRunbookAssistant = {
  readonly model: string | undefined
  ask(
    question: string,
    about: {
      readonly conversation: string
      readonly history?: readonly RunbookExchange[]
      /** Overrides the config's search settings for this question. */
      readonly search?: Pick<RunbookSettings, 'top' | 'weights'>
      readonly signal: AbortSignal
    },
  ): Promise<RunbookAnswer>
}

/**
 * Without a model the assistant answers with passages of the runbooks. The first question builds or updates the index.
 *
 * @throws {EvalError} `config` without a folder of runbooks
 */
export async function openRunbookAssistant(
  modelName: string | undefined,
  settings: RunbookAssistantSettings,
): Promise<OpenedRunbookAssistant> {
  const { runbooks, random, now, warnings } = settings
  const { writeAuditLog, runbookAssistant } = await import('../assistant/index.ts')
  const folder = folderOf(settings)
  const model = modelName === undefined ? undefined : await openModel(modelName, settings)
  const indexFor = openIndexes(folder, settings)
  return {
    model: model?.model.id,
    async ask(question, { conversation, history, search, signal }) {
      const index = await indexFor(question, signal)
      const assistant = runbookAssistant({ ...runbooks, ...search, index, random, ...model })
      const answer = await assistant.ask(question, { signal, ...(history !== undefined && { history }) })
      if (runbooks.auditLog !== undefined) {
        const problem = await writeAuditLog(runbooks.auditLog, { at: now(), conversation, question, answer })
        if (problem !== undefined) warnings.add(problem)
      }
      return answer
    },
  }
}

/** Returns the runbook assistant as a target; every case is a conversation with its own history. */
export async function runbookAssistantTarget(
  modelName: string | undefined,
  settings: RunbookAssistantSettings,
): Promise<Target> {
  const { functionTarget } = await import('../../../targets/function-target.ts')
  const { model, ask } = await openRunbookAssistant(modelName, settings)
  return functionTarget(
    async (question, { history, session, signal }) => {
      const answer = await ask(question, { conversation: session.id, history: history.map(toExchange), signal })
      return {
        response: answer.answer,
        citations: [...answer.citations],
        flags: answer.flags,
        modelCalls: answer.modelCalls,
        ...(answer.usage !== undefined && { usage: answer.usage }),
      }
    },
    {
      name: model === undefined ? runbookAssistantName : `${runbookAssistantName}:${model}`,
      clock: settings.now,
      ...(model !== undefined && { models: [model] }),
    },
  )
}

function folderOf({ runbooks }: RunbookAssistantSettings): string {
  if (runbooks.folder !== undefined) return runbooks.folder
  throw new EvalError('config', message('the runbook assistant has no runbooks'), {
    hint: message(
      'Put them into a folder `runbooks` beside the dataset, or name another: `runbooks: { folder: … }` in the config, or --runbooks of `shinsa runbook ask`.',
    ),
  })
}

async function openModel(name: string, settings: RunbookAssistantSettings) {
  const { costOf } = await import('../../../models/prices.ts')
  const model = await openResilientModel(name, 'agent', settings)
  return { model, priceOf: (usage: RunbookAnswer['usage']) => costOf(model.id, usage) }
}

function openIndexes(folder: string, settings: RunbookAssistantSettings) {
  const { openIndex = async (own: string) => build(own, settings) } = settings
  const opened = new Map<string, Promise<RunbookIndex>>()
  return async (question: string, signal: AbortSignal): Promise<RunbookIndex> => {
    const { questionLanguage: languageOf } = await import('../assistant/index.ts')
    const own = runbookPlace(folder, languageOf(question))
    const known = opened.get(own)
    if (known !== undefined) return known
    // Other questions may wait for the same index, so the signal of this question must not stop the build.
    const building = openIndex(own)
    opened.set(own, building)
    building.catch(() => opened.delete(own))
    signal.throwIfAborted()
    return building
  }
}

async function build(folder: string, settings: RunbookAssistantSettings): Promise<BuiltRunbookIndex> {
  const { warnings, onBuilt, runbooks } = settings
  const { signal } = new AbortController()
  const built = await buildRunbooks(folder, { ...settings, embedding: runbooks.embedding, signal })
  if (built.sections === 0) {
    throw new EvalError('config', message('{folder}: there is no runbook in it', { folder }), {
      hint: message('Runbooks are Markdown (.md), text (.txt), Word (.docx), HTML or PDF.'),
    })
  }
  for (const { file, problem } of built.problems) warnings.add(named(file, problem))
  onBuilt?.(folder, built)
  return built
}

function named(file: string, problem: Parameters<AgentWarnings['add']>[0]): Parameters<AgentWarnings['add']>[0] {
  const names = Object.values(problem.values ?? {})
  return names.includes(file)
    ? problem
    : { text: `{runbook}: ${problem.text}`, values: { ...problem.values, runbook: file } }
}

function toExchange(invocation: Invocation): RunbookExchange {
  return { question: textOf(invocation.userContent) ?? '', answer: responseTextOf(invocation) ?? '' }
}
