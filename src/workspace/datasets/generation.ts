import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type EvalCase, type EvidencePiece, type Message, type Session, EvalError, message } from '../../core/index.ts'
import { readEnvironment } from '../../compose/config/environment.ts'
import { loadConfig } from '../../compose/config/load-config.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { readSessionInput } from '../../formats/read-session-input.ts'
import { caseFromScenario } from '../../packs/adk/adk-scenarios.ts'
import {
  type GenerationWish,
  generateScenarios,
  generationRounds,
} from '../../packs/adk/eval-sets/generate-scenarios.ts'
import { readGenerationConfig } from '../../packs/adk/eval-sets/generation-config.ts'
import { casesOfSet } from './eval-set-file.ts'

export type GenerationRequest = {
  readonly file: string
  /** A config file in ADK's format; the command line's options take precedence over it. */
  readonly config: string | undefined
  readonly count: number | undefined
  readonly model: string | undefined
  readonly instruction: string | undefined
  readonly context: string | undefined
  readonly about: readonly EvidencePiece[]
  /** The session that all cases begin with, or the file that holds it. */
  readonly session: Session | string | undefined
}

export type Generation = {
  readonly count: number
  /** Whether the eval set must be created first. */
  readonly isNew: boolean
  readonly estimate: { readonly calls: Message; readonly tokens: number; readonly dollars: number | undefined }
  /** Yields the cases of one model call at a time. */
  cases(signal: AbortSignal): AsyncGenerator<readonly EvalCase[]>
}

const tokensPerScenario = 150
const charactersPerToken = 4

/**
 * Checks everything that must be known before a model is asked.
 *
 * @throws {EvalError} `usage` or `config` for what is missing or not available
 */
export async function openGeneration(
  { file, config, session, about, ...flags }: GenerationRequest,
  { cwd, ...dependencies }: RunDependencies & { readonly cwd: string },
): Promise<Generation> {
  const written = config === undefined ? {} : readGenerationConfig(await textOf(resolve(cwd, config), config), config)
  const model = flags.model ?? written.model
  const count = flags.count ?? written.count
  if (model === undefined || count === undefined) {
    throw new EvalError('usage', message('how many scenarios, and by which model?'), {
      hint: message('Name them with --count N and --model MODEL, or with --config FILE.'),
    })
  }
  const loaded = await loadConfig({ cwd })
  const environment = readEnvironment(dependencies.environment, loaded.folder)
  const { openResilientModel } = await import('../../models/resilient-model.ts')
  const { modelJudge } = await import('../../judges/index.ts')
  const { random, now } = dependencies
  const opened = await openResilientModel(model, 'judge', { environment, random })
  const isNew = !existsSync(resolve(cwd, file))
  const existing = isNew ? [] : (await casesOfSet(file, cwd)).flatMap(({ scenario }) => scenario ?? [])
  const beginning = typeof session === 'string' ? await readSessionInput(resolve(cwd, session)) : session
  const wish = {
    count,
    instruction: flags.instruction ?? written.instruction,
    context: flags.context ?? written.context,
    about,
    existing,
    language: loaded.config.judgeLanguage ?? 'en',
  }
  return {
    count,
    isNew,
    estimate: await estimateOf(wish, opened.id),
    async *cases(signal) {
      for await (const { scenarios } of generateScenarios(wish, modelJudge(opened, { random }), signal)) {
        const createdAt = now().getTime() / 1000
        yield scenarios.map((scenario) => ({ ...caseFromScenario(scenario, beginning), createdAt }))
      }
    },
  }
}

async function estimateOf(wish: GenerationWish, model: string): Promise<Generation['estimate']> {
  const { costOf } = await import('../../models/index.ts')
  const { calls, characters } = generationRounds(wish)
  const inputTokens = Math.ceil(characters / charactersPerToken)
  const outputTokens = wish.count * tokensPerScenario
  return {
    calls: message('Scenarios by {model}: about {calls} {calls|call|calls}', { model, calls }),
    tokens: inputTokens + outputTokens,
    dollars: costOf(model, { inputTokens, outputTokens }),
  }
}

async function textOf(path: string, file: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new EvalError('usage', message('{file} cannot be read', { file }), { cause })
  })
}
