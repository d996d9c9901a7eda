import { randomInt } from 'node:crypto'
import {
  type Account,
  type AskedPanel,
  type AnswerCache,
  type InstructionLanguage,
  type JsonObject,
  type Judge,
  type QuestionsPerTurn,
  EvalError,
  message,
} from '../../core/index.ts'
import type { ConfiguredJudge, DecoyMode } from '../../judges/index.ts'
import type { LanguageModel } from '../../models/index.ts'
import type { ResilientOptions } from '../../models/resilient-model.ts'
import { packs } from '../../packs/index.ts'
import { readEnvironment, type Environment } from '../config/environment.ts'
import { givenKeys, warnOfNoEffect, withGenerationConfig, type GenerationConfig } from './generation-config.ts'
import { collectWarnings, type Warnings } from '../warnings.ts'
import type { CanaryWatch } from './with-canary-questions.ts'

export type JudgeSettings = {
  /** From the command line or the config; overrides the judges that criteria name. */
  readonly named: string | Judge | undefined
  /** Undefined leaves the language to each metric. */
  readonly language?: InstructionLanguage | undefined
  readonly environment: Environment
  /** Undefined disables the cache. */
  readonly openCache: (() => AnswerCache) | undefined
  /** Undefined records no costs; they are then only in the judge's replies. */
  readonly account: Account | undefined
  /** Undefined disables known-bad answers. */
  readonly canaries?: CanaryWatch
  /** Repeats a question without passages that address the judge; false only reports such passages. */
  readonly secondLook: boolean
  readonly decoys: DecoyMode
  readonly timeoutMs?: number
  /** Milliseconds for which an overloaded model is retried. */
  readonly patienceMs?: number
  /** Maximum age of a cached answer, in milliseconds. */
  readonly maxAgeMs?: number
  /** Number of concurrent calls at the start; the limit adapts afterwards. */
  readonly pace?: number
  /** Uniform in [0, 1) and unpredictable: it makes the marks around evidence. */
  readonly random: () => number
  readonly now: () => number
  readonly warnings: Warnings
}

type JudgeWish = {
  readonly model?: string
  readonly generation?: JsonObject
  readonly limit?: number
}

/** A metric's use of its judge, to estimate the cost. */
export type JudgeUse = {
  readonly metric: string
  readonly judge: Judge
  readonly samples: number
  /** Questions per turn and sample; defaults to one. */
  readonly questions?: QuestionsPerTurn | undefined
  readonly panel?: AskedPanel | undefined
  /** Decoys are asked in a question of their own after a pass, or along with other questions. */
  readonly decoys?: 'own call' | 'along' | undefined
}

export type RunJudges = {
  /** Language of the instructions; undefined leaves it to each metric. */
  readonly language: InstructionLanguage | undefined
  /** Returns a metric's judge. Equal names and generation settings share a judge; equal names share their pace. */
  judgeFor(metric: string, wish?: JudgeWish): Promise<Judge>
  /** Checks a judge that no metric uses. @throws {EvalError} `config` for an unknown name */
  assertNamed(): Promise<void>
  note(use: JudgeUse): void
  readonly warnings: Warnings
  readonly uses: readonly JudgeUse[]
}

const embeddedName = 'embedded'
const vertexName = 'vertex-evaluation'

// ADK uses Google's evaluation service for these metrics, so we do too where its credentials are set.
const metricsOfVertex: ReadonlySet<string> = new Set(['safety_v1', 'response_evaluation_score'])

/**
 * Creates the judges of a run, each at first use. The default is the embedded judge, which needs no model. Metrics of
 * Google's evaluation service use that service where its credentials are set.
 */
export function judgeSource(settings: JudgeSettings): RunJudges {
  const opened = new Map<string, Promise<Judge>>()
  const models = new Map<string, Promise<LanguageModel>>()
  const uses: JudgeUse[] = []
  let own: Promise<Judge> | undefined

  function openModelOnce(name: string): Promise<LanguageModel> {
    const model = models.get(name) ?? openJudgingModel(name, settings)
    models.set(name, model)
    return model
  }

  async function openSetModel(name: string, config: GenerationConfig): Promise<LanguageModel> {
    return withGenerationConfig(await openModelOnce(name), config, settings.warnings)
  }

  async function judgeOf(metric: string, { model: wanted, generation = {} }: JudgeWish): Promise<Judge> {
    const { named, warnings } = settings
    const config = { place: `${metric}: judge_model_config`, config: generation }
    const name =
      typeof named === 'object' ? named.id : (named ?? wanted ?? (await unnamedJudge(metric, settings.environment)))
    const isModel = typeof named !== 'object' && isModelName(name)
    if (!isModel) warnOfNoEffect({ ...config, keys: givenKeys(generation), on: name }, warnings)
    if (typeof named === 'object') return (own ??= guardedOwn(named, settings))
    const key = isModel ? JSON.stringify([name, generation]) : name
    const judge = opened.get(key) ?? assembleJudge(name, settings, () => openSetModel(name, config))
    opened.set(key, judge)
    return judge
  }

  return {
    language: settings.language,
    uses,
    warnings: settings.warnings,
    assertNamed: async () => assertNamed(settings.named),
    note: (use) => void uses.push(use),
    async judgeFor(metric, wish = {}) {
      const judge = await judgeOf(metric, wish).catch(toldOfJudge)
      if (wish.limit === undefined) return judge
      const { withLimit } = await import('../../judges/index.ts')
      return withLimit(judge, wish.limit)
    },
  }
}

/** Returns whether a judge of this name is a language model, and not one of those with names of their own. */
function isModelName(name: string): boolean {
  return name !== embeddedName && name !== vertexName
}

async function assertNamed(named: JudgeSettings['named']): Promise<void> {
  if (typeof named !== 'string' || !isModelName(named)) return
  const { parseModelName } = await import('../../models/index.ts')
  parseModelName(named)
}

const errorsOfJudges = new WeakSet<object>()

/** Tells whether an error is about an unavailable judge, and not about the options of its metric. */
export function isOfJudge(error: object): boolean {
  return errorsOfJudges.has(error)
}

function toldOfJudge(error: unknown): never {
  if (error instanceof Error) errorsOfJudges.add(error)
  throw error
}

async function unnamedJudge(metric: string, environment: Environment): Promise<string> {
  if (!metricsOfVertex.has(metric)) return embeddedName
  const { isVertexSetUp } = await import('./vertex-settings.ts')
  return isVertexSetUp(environment) ? vertexName : embeddedName
}

/** Wraps a judge object of the config; its costs are known only from its replies. */
async function guardedOwn(judge: Judge, { account, canaries, secondLook, decoys }: JudgeSettings): Promise<Judge> {
  const { withJudgeAccount: withAccount, withDecoys, withInjectionRecheck } = await import('../../judges/index.ts')
  const accounted = account === undefined ? judge : withAccount(judge, account)
  if (judge.id === embeddedName) return accounted
  return withDecoys(withInjectionRecheck(await watched(accounted, canaries), { askAgain: secondLook }), decoys)
}

/**
 * Assembles a judge by its name: `embedded`, `vertex-evaluation`, or a model's. Time limit, account, pace and retries
 * wrap the model. The canaries, the cache and, outermost, the injection re-check wrap the judge; the two answers of the
 * re-check are cached separately.
 *
 * @throws {EvalError} `config` for an unknown name or a missing key
 */
async function assembleJudge(
  name: string,
  settings: Omit<JudgeSettings, 'named' | 'language' | 'warnings'>,
  open: () => Promise<LanguageModel> = () => openJudgingModel(name, settings),
): Promise<Judge> {
  // Imported at first use, since most commands and many runs need no judge, and none needs both.
  if (name === embeddedName) {
    const { embeddedJudge } = await import('../../judges/embedded/embedded-judge.ts')
    const { inTurns } = await import('../../judges/in-turns.ts')
    const tasks = Object.fromEntries(packs.flatMap((pack) => Object.entries(pack.offlineTasks ?? {})))
    return inTurns(embeddedJudge({ tasks }))
  }
  const { withCache, withDecoys, withInjectionRecheck } = await import('../../judges/index.ts')
  const trusted =
    name === vertexName
      ? await openVertexJudge(settings)
      : await watched(await openModelJudge(await open(), settings.random), settings.canaries)
  const cached =
    settings.openCache === undefined
      ? trusted
      : withCache(trusted, settings.openCache(), { now: settings.now, maxAgeMs: settings.maxAgeMs })
  const looked = withInjectionRecheck(cached, { askAgain: settings.secondLook })
  // The service evaluates with fixed prompts, which have no place for decoys.
  return name === vertexName ? looked : withDecoys(looked, settings.decoys)
}

// Canaries test whether a judge follows its instructions, which the embedded judge does not read.
async function watched(judge: ConfiguredJudge, canaries: CanaryWatch | undefined): Promise<ConfiguredJudge> {
  if (canaries === undefined) return judge
  const { withCanaryQuestions } = await import('./with-canary-questions.ts')
  return withCanaryQuestions(judge, canaries)
}

/**
 * Opens a judge by its name, for metrics made in a config: `embedded`, or a model's name. Keys come from the
 * environment of the process and the `.env` of the working directory.
 *
 * @throws {EvalError} `config` for an unknown name or a missing key
 * @example
 * defineRubric({
 *   name: 'tone',
 *   criteria: [{ id: 'polite', text: 'The answer is polite.' }],
 *   judge: await openJudge('gemini-2.5-flash'),
 * })
 */
export async function openJudge(name: string): Promise<Judge> {
  return assembleJudge(name, {
    environment: readEnvironment(process.env, process.cwd()),
    openCache: undefined,
    account: undefined,
    secondLook: true,
    decoys: 'auto',
    random: () => randomInt(2 ** 32) / 2 ** 32,
    now: Date.now,
  })
}

async function openJudgingModel(name: string, options: ResilientOptions): Promise<LanguageModel> {
  const { openResilientModel } = await import('../../models/resilient-model.ts')
  return openResilientModel(name, 'judge', options)
}

async function openModelJudge(model: LanguageModel, random: () => number): Promise<ConfiguredJudge> {
  const { modelJudge } = await import('../../judges/index.ts')
  const { costOf } = await import('../../models/index.ts')
  return modelJudge(model, { random, priceOf: (usage) => costOf(model.id, usage) })
}

async function openVertexJudge(settings: ResilientOptions): Promise<ConfiguredJudge> {
  const { vertexSettings, vertexVariables } = await import('./vertex-settings.ts')
  const service = await vertexSettings(settings.environment)
  if (service === undefined) {
    throw new EvalError(
      'config',
      message('{judge} needs a project, a location and credentials', { judge: vertexName }),
      {
        hint: message('Set {variables}, in the environment or in .env', { variables: vertexVariables }),
      },
    )
  }
  const { vertexEvaluation } = await import('../../judges/index.ts')
  const { resilience } = await import('../../models/resilient-model.ts')
  return vertexEvaluation({ ...service, wrap: resilience('judge', settings) })
}

export function embeddedJudges(): RunJudges {
  return judgeSource({
    named: embeddedName,
    environment: {},
    openCache: undefined,
    account: undefined,
    secondLook: false,
    decoys: 'off',
    random: Math.random,
    now: Date.now,
    warnings: collectWarnings(),
  })
}
