import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BuildProgress, RunbookExchange } from '../../packs/runbook/assistant/index.ts'
import { EvalError, message } from '../../core/index.ts'
import type { RunbookConfig } from '../../compose/config/define-config.ts'
import { readEnvironment } from '../../compose/config/environment.ts'
import { packSettings } from '../../compose/kind-settings.ts'
import { keepRunbook, type HandedRunbook } from './keep-runbook.ts'
import { loadConfig, projectFolder, type LoadedConfig } from '../../compose/config/load-config.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { openRunbookAssistant } from '../../packs/runbook/agent/runbook-assistant-target.ts'
import { runbookAssistantName } from '../../packs/runbook/runbook-assistant-name.ts'
import { runbooksAt } from '../../packs/runbook/agent/runbooks-at.ts'
import { runbookPack } from '../../packs/runbook/index.ts'
import { runbookIndexOf } from './runbook-index-now.ts'
import { runbookPlaces } from '../../packs/runbook/agent/runbook-places.ts'
import { buildRunbooks, openRunbooks } from '../../packs/runbook/agent/runbooks.ts'
import { collectWarnings } from '../../compose/warnings.ts'

type ServiceSettings = Pick<RunDependencies, 'environment' | 'now' | 'random'> & {
  readonly folder: string
  /** Aborted when the server stops. */
  readonly signal: AbortSignal
}

type RunbookServiceRequest = Pick<RunbookConfig, 'top' | 'weights'> & {
  readonly question: string
  readonly conversation: string
  readonly earlier: readonly RunbookExchange[]
}

type OpenAssistant = {
  /** Identifies the index and the model. */
  readonly key: string
  readonly assistant: ReturnType<typeof openRunbookAssistant>
  readonly warnings: ReturnType<typeof collectWarnings>
}

const defaults = { top: 4, weights: { keywords: 0.5, vectors: 0.5 } }

/**
 * The runbooks of a project, their index and the assistant that answers from it. Unlike on the command line, questions never
 * build the index: answers come from the index as it was last built.
 */
export function openRunbookService(settings: ServiceSettings) {
  const { folder: cwd } = settings
  let building: { readonly ended: Promise<void>; progress: BuildProgress | undefined } | undefined
  const openAssistant = assistantOpener(settings)

  async function status() {
    const { runbooks, folder, model } = await lookAround(cwd)
    const { embeddedBy, ...index } = await runbookIndexOf(folder, cwd)
    const { top = defaults.top, weights = defaults.weights, embedding = embeddedBy } = runbooks
    return { ...index, search: { top, weights }, embedding, model }
  }

  async function refuseWithoutIndex() {
    const { ready, builtAt } = await status()
    if (ready && builtAt !== undefined) return { builtAt }
    throw new EvalError('usage', message('there is no index of runbooks yet'), {
      hint: message('Upload runbooks and build the index, here or with `shinsa runbook index`.'),
    })
  }

  return {
    status,

    /** Progress of the build under way; undefined where there is none. */
    progress: () => building?.progress,

    async upload(handed: HandedRunbook): Promise<void> {
      const { folder } = await lookAround(cwd)
      await keepRunbook(handed, folder)
    },

    /** Callers during a build wait for the same build. */
    async build(): Promise<void> {
      const under: NonNullable<typeof building> = (building ??= {
        progress: undefined,
        ended: buildAll(settings, (progress) => (under.progress = progress)).finally(() => (building = undefined)),
      })
      await under.ended
    },

    /**
     * Returns the assistant as a target.
     *
     * @throws {EvalError} `usage` without an index
     */
    async target() {
      await refuseWithoutIndex()
      const { folder, model } = await lookAround(cwd)
      const name = model === undefined ? runbookAssistantName : `${runbookAssistantName}:${model}`
      return { target: name, runbooks: folder }
    },

    async ask({ question, conversation, earlier, ...search }: RunbookServiceRequest, signal: AbortSignal) {
      const { builtAt } = await refuseWithoutIndex()
      const { assistant, warnings } = await openAssistant(builtAt)
      const { ask } = await assistant
      const answer = await ask(question, { conversation, history: earlier, search, signal })
      const { dangerous, usage, cost, seconds, citations, ...rest } = answer
      return {
        ...rest,
        citations: [...citations],
        dangerous: dangerous && { kind: dangerous.kind, in: dangerous.in },
        tokens: usage?.totalTokens,
        dollars: cost,
        durationMs: Math.round(seconds * 1000),
        warnings: warnings.takeNew().map(({ sentence }) => sentence),
      }
    },
  }
}

async function buildAll(settings: ServiceSettings, onProgress: (progress: BuildProgress) => void): Promise<void> {
  const { folder: cwd, now, random, signal } = settings
  const { loaded, runbooks, folder } = await lookAround(cwd)
  if (!existsSync(folder))
    throw new EvalError('usage', message('there are no runbooks yet'), { hint: message('Upload some first.') })
  const environment = readEnvironment(settings.environment, loaded.folder)
  const { embedding } = runbooks
  const place = { cwd, projectFolder: projectFolder(cwd) }
  for (const own of runbookPlaces(folder)) {
    await buildRunbooks(own, { ...place, environment, embedding, now, random, signal, onProgress })
  }
}

/** Opens the assistant at the first question, and anew when the index, the runbooks or the model have changed. */
function assistantOpener({ folder: cwd, now, random, ...settings }: ServiceSettings) {
  let opened: OpenAssistant | undefined

  return async (builtAt: string): Promise<OpenAssistant> => {
    const { loaded, runbooks, folder, model } = await lookAround(cwd)
    const key = JSON.stringify([builtAt, folder, model])
    if (opened?.key === key) return opened
    const environment = readEnvironment(settings.environment, loaded.folder)
    const { embedding } = runbooks
    const warnings = collectWarnings()
    const place = { cwd, projectFolder: projectFolder(cwd) }
    const assistant = openRunbookAssistant(model, {
      ...place,
      environment,
      random,
      now,
      account: undefined,
      warnings,
      runbooks: { ...runbooks, folder, auditLog: runbooks.auditLog ?? resolve(cwd, 'logs') },
      openIndex: async (own) => openRunbooks(own, { ...place, environment, random, embedding }),
    })
    const mine = { key, assistant, warnings }
    opened = mine
    // Another assistant may have replaced it meanwhile.
    assistant.catch(() => {
      if (opened === mine) opened = undefined
    })
    return mine
  }
}

/** Reads the config and the folder, either of which may change while the server runs. */
async function lookAround(project: string) {
  const loaded = await loadConfig({ cwd: project })
  const { folder = join(project, 'runbooks'), ...runbooks } = runbooksAt(loaded, project)
  return { loaded, runbooks, folder, model: modelIn(loaded) }
}

/** Returns the model that the config's target names, where that target is the assistant. */
function modelIn({ config }: LoadedConfig): string | undefined {
  const { target } = packSettings(config, runbookPack)
  const { targets = {} } = config
  const setting = typeof target === 'string' ? (targets[target] ?? target) : target
  return typeof setting === 'string' ? new RegExp(`^${runbookAssistantName}:(.+)$`).exec(setting)?.[1] : undefined
}
