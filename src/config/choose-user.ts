import type { User } from '../core/index.ts'
import type { UserSimulatorConfig } from '../formats/index.ts'
import type { JudgeSettings } from './choose-judge.ts'
import { openPatientModel } from './choose-judge.ts'
import { withGenerationConfig } from './generation-config.ts'
import { refuseAddress } from './refuse-address.ts'

type UserSettings = Pick<JudgeSettings, 'environment' | 'random' | 'language' | 'account' | 'warnings'> & {
  /** ADK's `user_simulator_config`, where a config file has one. */
  readonly config: UserSimulatorConfig | undefined
  /** The model's name; it wins over the config file's. */
  readonly model: string | undefined
  readonly adkCompat: boolean
}

/** Plays the scenarios of a dataset. Its model is opened with the first of them: most datasets have none. */
export function chooseUser(settings: UserSettings): User {
  if (settings.model === undefined && settings.config !== undefined) {
    refuseAddress(settings.config.model, '--user-model')
  }
  let opening: Promise<User> | undefined
  const user = () => (opening ??= openUser(settings))
  return {
    name: 'simulated user',
    converse(evalCase) {
      const turns = user().then((opened) => opened.converse(evalCase))
      // Who asks for the next turn hears of it; until then nobody does.
      turns.catch(() => undefined)
      let spent: ReturnType<NonNullable<Awaited<typeof turns>['spent']>> | undefined
      return {
        async next(history, signal) {
          const opened = await turns
          const turn = await opened.next(history, signal)
          spent = opened.spent?.()
          return turn
        },
        spent: () => spent,
      }
    },
  }
}

/** What a simulated user is going to be asked, for the estimate. */
export type UserUse = {
  readonly model: string
  /** Cases that it plays. */
  readonly cases: number
  /** Messages of the user in a case, the first one included. */
  readonly turns: number
  /** Whether there cannot be more of them. */
  readonly limited: boolean
}

// ADK's limit where none is given; where somebody wants no limit, a guess.
const usualTurns = 20

/** @throws {EvalError} `config` for a model that nobody knows */
export async function userUseOf(
  cases: number,
  settings: Pick<UserSettings, 'config' | 'model'>,
): Promise<UserUse | undefined> {
  if (cases === 0) return undefined
  const { formatModelName, parseModelName } = await import('../models/index.ts')
  const turns = settings.config?.max_allowed_invocations ?? usualTurns
  const limited = turns >= 0
  const model = formatModelName(parseModelName(nameOf(settings)))
  return { model, cases, turns: limited ? turns : usualTurns, limited }
}

function nameOf({ config, model }: Pick<UserSettings, 'config' | 'model'>): string {
  return model ?? config?.model ?? 'gemini-2.5-flash'
}

async function openUser({ config, model: named, adkCompat, ...settings }: UserSettings): Promise<User> {
  const { simulatedUser } = await import('../targets/index.ts')
  const opened = await openPatientModel(nameOf({ config, model: named }), 'user', settings)
  const generation = { place: 'user_simulator_config: model_configuration', config: config?.model_configuration ?? {} }
  return simulatedUser({
    model: await withGenerationConfig(opened, generation, settings.warnings),
    language: settings.language,
    adkCompat,
    ...(config !== undefined && {
      maxInvocations: config.max_allowed_invocations,
      includeFunctionCalls: config.include_function_calls,
      ...(config.custom_instructions !== null && { customInstructions: config.custom_instructions }),
    }),
  })
}
