import { randomInt } from 'node:crypto'
import {
  type Account,
  type AskedPanel,
  type AnswerCache,
  type InstructionLanguage,
  type JsonObject,
  type Judge,
  type OfflineTask,
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
  /** From the command line or the config; it wins over what a dataset's criteria name. */
  readonly named: string | Judge | undefined
  /** Undefined leaves it to each metric. */
  readonly language?: InstructionLanguage | undefined
  readonly environment: Environment
  /** Undefined asks everything anew and keeps nothing. */
  readonly openCache: (() => AnswerCache) | undefined
  /** Undefined writes nothing down: then a judge's cost stands in its replies only. */
  readonly account: Account | undefined
  /** Undefined mixes no known-bad answers in. */
  readonly canaries?: CanaryWatch
  /** Asks again without passages that speak to the judge; false only reports them. */
  readonly secondLook: boolean
  readonly decoys: DecoyMode
  /** How long one reply may take. */
  readonly timeoutMs?: number
  /** For how long an overloaded model is asked again, in milliseconds. */
  readonly patienceMs?: number
  /** How old a kept answer may be, in milliseconds. */
  readonly maxAgeMs?: number
  /** How many calls to begin with at once; from there the limit finds its own way. */
  readonly pace?: number
  /** Uniform in [0, 1) and not to be foretold: it makes the marks around evidence. */
  readonly random: () => number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly warnings: Warnings
}

type JudgeWish = {
  /** Its name. */
  readonly model?: string
  /** How it is to generate, in the words of the Gemini API. */
  readonly generation?: JsonObject
  /** How many questions of this metric it is asked at once at most. */
  readonly limit?: number
}

/** What a metric is going to ask of its judge, for the estimate. */
export type JudgeUse = {
  readonly metric: string
  readonly judge: Judge
  readonly samples: number
  /** Questions about one turn, for each sample; one when not given. */
  readonly questions?: QuestionsPerTurn | undefined
  readonly panel?: AskedPanel | undefined
  /** How decoys come in: in a question of their own after a pass, or among what is asked anyway. */
  readonly decoys?: 'own call' | 'along' | undefined
}

export type RunJudges = {
  /** Of the instructions; undefined leaves it to each metric. */
  readonly language: InstructionLanguage | undefined
  /** The judge of a metric. Judges of one name and one way to generate are one; those of one name share their pace. */
  judgeFor(metric: string, wish?: JudgeWish): Promise<Judge>
  /** Of a judge that no metric asks. @throws {EvalError} `config` when nobody knows its name */
  assertNamed(): Promise<void>
  note(use: JudgeUse): void
  /** Hears of what criteria say of their judges and changes nothing. */
  readonly warnings: Warnings
  readonly uses: readonly JudgeUse[]
}

const embeddedName = 'embedded'
const vertexName = 'vertex-evaluation'

// ADK asks Google's evaluation service for these, so we do too where we can.
const metricsOfVertex: ReadonlySet<string> = new Set(['safety_v1', 'response_evaluation_score'])

/**
 * The judges of a run, each put together once. Without any name it is the embedded one, which needs no model; for the
 * metrics that Google's evaluation service has, it is that service where its credentials are set.
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
    const isModel = typeof named !== 'object' && name !== embeddedName && name !== vertexName
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
    async assertNamed() {
      const { named } = settings
      if (typeof named !== 'string' || named === embeddedName || named === vertexName) return
      const { parseModelName } = await import('../../models/index.ts')
      parseModelName(named)
    },
    note: (use) => void uses.push(use),
    async judgeFor(metric, wish = {}) {
      const judge = await judgeOf(metric, wish).catch(toldOfJudge)
      if (wish.limit === undefined) return judge
      const { withLimit } = await import('../../judges/index.ts')
      return withLimit(judge, wish.limit)
    },
  }
}

const errorsOfJudges = new WeakSet<object>()

/** Whether an error is about a judge that cannot be had, and not about what was written of its metric. */
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

/** A judge from the config; what it costs is only known from its replies. */
async function guardedOwn(
  judge: Judge,
  { account, canaries, secondLook, decoys }: Pick<JudgeSettings, 'account' | 'canaries' | 'secondLook' | 'decoys'>,
): Promise<Judge> {
  const { withJudgeAccount: withAccount, withDecoys, withInjectionRecheck } = await import('../../judges/index.ts')
  const accounted = account === undefined ? judge : withAccount(judge, account)
  if (judge.id === embeddedName) return accounted
  return withDecoys(withInjectionRecheck(await watched(accounted, { canaries }), { askAgain: secondLook }), decoys)
}

/**
 * A judge by its name: `embedded`, `vertex-evaluation`, or a model's. Time limit, account, pace and retries stand around
 * the model; around the judge stand the canaries, the cache (what is known costs nothing) and, outermost, the second look,
 * whose two answers are kept apart.
 *
 * @throws {EvalError} `config` for a name that nobody knows or a key that is not there
 */
async function assembleJudge(
  name: string,
  settings: Omit<JudgeSettings, 'named' | 'language' | 'warnings'>,
  open: () => Promise<LanguageModel> = () => openJudgingModel(name, settings),
): Promise<Judge> {
  // Loaded when something is to be judged: most commands and many runs need neither judges nor models.
  const [{ embeddedJudge, withCache, withDecoys, withInjectionRecheck }, { inTurns }] = await Promise.all([
    import('../../judges/index.ts'),
    import('../../judges/in-turns.ts'),
  ])
  if (name === embeddedName) return inTurns(embeddedJudge({ tasks: offlineTasks() }))
  const judge = name === vertexName ? await openVertexJudge(settings) : await openModelJudge(open, settings)
  const trusted = name === vertexName ? judge : await watched(judge, settings)
  const cached =
    settings.openCache === undefined
      ? trusted
      : withCache(trusted, settings.openCache(), { now: settings.now, maxAgeMs: settings.maxAgeMs })
  const looked = withInjectionRecheck(cached, { askAgain: settings.secondLook })
  // Its evaluations are fixed prompts of somebody else.
  return name === vertexName ? looked : withDecoys(looked, settings.decoys)
}

function offlineTasks(): Readonly<Record<string, OfflineTask>> {
  return Object.fromEntries(packs.flatMap((pack) => Object.entries(pack.offlineTasks ?? {})))
}

// The embedded judge reads no orders, so it can only be wrong.
async function watched(
  judge: ConfiguredJudge,
  { canaries }: Pick<JudgeSettings, 'canaries'>,
): Promise<ConfiguredJudge> {
  if (canaries === undefined) return judge
  const { withCanaryQuestions } = await import('./with-canary-questions.ts')
  return withCanaryQuestions(judge, canaries)
}

/**
 * Opens a judge by its name, for metrics that are made in a config: `embedded`, or a model as people write it. Keys are
 * taken from the process's environment and the `.env` of the working directory.
 *
 * @throws {EvalError} `config` for a name that nobody knows or a key that is not there
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

async function openModelJudge(
  open: () => Promise<LanguageModel>,
  { random }: Pick<ResilientOptions, 'random'>,
): Promise<ConfiguredJudge> {
  const { modelJudge } = await import('../../judges/index.ts')
  const { costOf } = await import('../../models/index.ts')
  const model = await open()
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
  return vertexEvaluation({ ...service, wrap: await resilience('judge', settings) })
}

/** Judges for where there is no run: the embedded one, whatever is asked for. */
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
