import { type EvalCase, type RunPlan, type Target, type User, EvalError, message } from '../../core/index.ts'
import type { UserSimulatorConfig } from '../criteria/user-simulator-config.ts'
import type { JudgeSettings } from '../judging/choose-judge.ts'
import { withGenerationConfig } from '../judging/generation-config.ts'
import { refuseAddress } from '../judging/refuse-address.ts'

type UserSettings = Pick<JudgeSettings, 'environment' | 'random' | 'language' | 'account' | 'warnings'> & {
  readonly config: UserSimulatorConfig | undefined
  /** The model's name; it overrides the config file's. */
  readonly model: string | undefined
  readonly adkCompat: boolean
  readonly scenarios: Readonly<Scenarios>
  readonly target: Target
}

/** The first case of each kind, which must be known before a scenario is played. */
export type Scenarios = { any?: string; withPersona?: string; withoutStart?: string }

export function scenarioWatch(): { readonly seen: Readonly<Scenarios>; note(evalCase: EvalCase): void } {
  const seen: Scenarios = {}
  return {
    seen,
    note({ id, conversation, scenario }) {
      if (scenario === undefined || conversation !== undefined) return
      seen.any ??= id
      if (scenario.persona !== undefined) seen.withPersona ??= id
      if (scenario.startingPrompt.trim() === '') seen.withoutStart ??= id
    },
  }
}

/**
 * Makes the simulated user for a dataset's scenarios; undefined without scenarios or for recorded answers.
 *
 * @throws {EvalError} `config` or `format` for an unusable model, instructions, or first message
 */
export async function chooseUser(settings: UserSettings): Promise<User | undefined> {
  const { config, model, scenarios, target } = settings
  if (model === undefined && config !== undefined) refuseAddress(config.model, 'userModel')
  if (scenarios.any === undefined || target.recorded === true) return undefined
  if (config?.type === 'llm_audio') throw needsAudio(scenarios.any)
  if (scenarios.withoutStart !== undefined) throw nothingToBeginWith(scenarios.withoutStart)
  return openUser(settings)
}

/** A simulated user's number of messages, to estimate the cost. */
export type UserUse = {
  readonly model: string
  readonly cases: number
  readonly turns: number
  /** True when `turns` is the maximum and not a guess. */
  readonly limited: boolean
}

// ADK's default limit; for users without a limit it is a guess.
const defaultTurns = 20

/** @throws {EvalError} `config` for an unknown model */
export async function userUseOf(
  cases: number,
  settings: Pick<UserSettings, 'config' | 'model'>,
): Promise<UserUse | undefined> {
  if (cases === 0) return undefined
  const { formatModelName, parseModelName } = await import('../../models/index.ts')
  const turns = settings.config?.max_allowed_invocations ?? defaultTurns
  const limited = turns >= 0
  const model = formatModelName(parseModelName(nameOf(settings)))
  return { model, cases, turns: limited ? turns : defaultTurns, limited }
}

export function describedUser(settings: Pick<UserSettings, 'config' | 'model'>): NonNullable<RunPlan['user']> {
  const { config } = settings
  return { model: nameOf(settings), ...(config !== undefined && { config: { ...config } }) }
}

function nameOf({ config, model }: Pick<UserSettings, 'config' | 'model'>): string {
  return model ?? config?.model ?? 'gemini-2.5-flash'
}

async function openUser({ config, model: named, adkCompat, scenarios, ...settings }: UserSettings): Promise<User> {
  const { simulatedUser } = await import('../../targets/users/simulated-user.ts')
  const { refuseUnusedPersona } = await import('../../targets/users/user-prompt.ts')
  const { openResilientModel } = await import('../../models/resilient-model.ts')
  const opened = await openResilientModel(nameOf({ config, model: named }), 'user', settings)
  const generation = { place: 'user_simulator_config: model_configuration', config: config?.model_configuration ?? {} }
  const customInstructions = config?.custom_instructions ?? undefined
  const user = simulatedUser({
    model: await withGenerationConfig(opened, generation, settings.warnings),
    language: settings.language,
    adkCompat,
    maxInvocations: config?.max_allowed_invocations,
    includeFunctionCalls: config?.include_function_calls,
    customInstructions,
  })
  if (customInstructions !== undefined && scenarios.withPersona !== undefined) refuseUnusedPersona(customInstructions)
  return user
}

function needsAudio(caseId: string): EvalError {
  return new EvalError(
    'config',
    message('user_simulator_config: a user of the type llm_audio speaks, and {case} can only be played in writing', {
      case: caseId,
    }),
    { hint: message('Agents are asked in text here. "type": "llm_backed" has the same user write.') },
  )
}

function nothingToBeginWith(caseId: string): EvalError {
  return new EvalError('format', message('the scenario of {case} has an empty starting prompt', { case: caseId }), {
    hint: message('It is the first message of the user, word by word.'),
  })
}
