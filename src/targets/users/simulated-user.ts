import {
  type Content,
  type EvalCase,
  type Usage,
  type User,
  type UserCost,
  type UserTurn,
  type UserTurns,
  EvalError,
  message,
  splitThoughts,
} from '../../core/index.ts'
import { addUsage } from '../../messages/counted-tokens.ts'
import type { LanguageModel, ModelReply, ModelRequest } from '../../models/language-model.ts'
import { checkInstructions, userPrompt, withoutSignal, type UserPromptOptions } from './user-prompt.ts'

export type SimulatedUserOptions = Partial<UserPromptOptions> &
  Pick<ModelRequest, 'temperature' | 'providerOptions'> & {
    readonly model: LanguageModel
    /** Maximum of the user's messages, including the first; defaults to 20, and -1 means 1,000. */
    readonly maxInvocations?: number
    /** Like ADK, drops the words beside the stop signal instead of sending them first. */
    readonly adkCompat?: boolean
  }

const defaultSignal = '</finished>'

/**
 * Makes a user that a language model plays by the case's scenario. It sends the starting prompt unchanged, then the
 * model's messages, until the model writes the stop signal or `maxInvocations` (20) is reached.
 *
 * @throws {EvalError} `config` for unusable custom instructions or stop signal
 * @example simulatedUser({ model, maxInvocations: 10, language: 'ja' })
 */
export function simulatedUser({ model, maxInvocations = 20, ...options }: SimulatedUserOptions): User {
  const { stopSignal = defaultSignal, language = 'en', adkCompat = false, temperature, providerOptions } = options
  const prompting = { ...options, stopSignal, language }
  if (stopSignal.trim() === '') throw new EvalError('config', message('the stop signal of a simulated user is empty'))
  checkInstructions(prompting)
  // Two models that thank each other would never stop.
  const limit = maxInvocations < 0 ? 1000 : maxInvocations
  return {
    name: `simulated by ${model.id}`,
    converse(evalCase): UserTurns {
      const spending = spendingOf()
      return {
        async next(history, signal) {
          const { startingPrompt, ...scenario } = scenarioOf(evalCase)
          if (history.length >= limit) return { status: 'stop', reason: 'turn-limit' }
          if (history.length === 0) return { status: 'message', content: saying(startingPrompt) }
          const prompt = userPrompt({ startingPrompt, ...scenario }, history, prompting)
          const reply = await model.generate({ ...prompt, temperature, providerOptions }, signal)
          spending.add(reply)
          const isCut = reply.finishReason === 'length' || reply.finishReason === 'error'
          if (isCut && !adkCompat && reply.text.trim() !== '') throw cutMessage(reply)
          return userTurnFrom(reply.text, { stopSignal, adkCompat })
        },
        spent: spending.total,
      }
    },
  }
}

/**
 * Interprets a reply of the user's model.
 *
 * @throws {EvalError} `judge` for an empty reply
 */
export function userTurnFrom(
  said: string,
  {
    stopSignal = defaultSignal,
    adkCompat = false,
  }: { readonly stopSignal?: string; readonly adkCompat?: boolean } = {},
): UserTurn {
  const reply = splitThoughts(said).answer
  // ADK passes the model's text on unchanged, including spaces.
  const text = adkCompat ? reply : reply.trim()
  if (text === '' || (!adkCompat && !readable.test(text))) {
    throw new EvalError('judge', message('the model of the simulated user gave an empty reply'), {
      hint: message('A limit on output tokens may leave no room behind its thoughts.'),
    })
  }
  const words = withoutSignal(reply, stopSignal)
  if (words === reply) return { status: 'message', content: saying(text) }
  const lastWords = words.trim()
  // Models often put the signal into quotation marks or backticks, which are no words.
  if (adkCompat || !wordy.test(lastWords)) return { status: 'stop', reason: 'stop-signal' }
  return { status: 'stop', reason: 'stop-signal', content: saying(lastWords) }
}

function cutMessage({ finishReason }: ModelReply): EvalError {
  if (finishReason === 'error')
    return new EvalError('judge', message('the message of the simulated user was cut off by an error of its model'))
  return new EvalError('judge', message('the message of the simulated user was cut off at the length limit'), {
    hint: message('Raise the limit on output tokens under model_configuration.'),
  })
}

// Matches text with at least one visible character.
const readable = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u
const wordy = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

function scenarioOf({ scenario }: EvalCase) {
  if (scenario !== undefined) return scenario
  throw new EvalError('format', message('the case has neither a conversation nor a scenario'))
}

function saying(text: string): Content {
  return { role: 'user', parts: [{ text }] }
}

function spendingOf() {
  let calls = 0
  let seconds = 0
  let usage: Usage | undefined
  return {
    add(reply: ModelReply): void {
      calls += reply.calls
      seconds += reply.latencyMs / 1000
      usage = addUsage([usage ?? {}, reply.usage ?? {}])
    },
    total: (): UserCost => (usage === undefined ? { calls, seconds } : { calls, seconds, usage }),
  }
}
