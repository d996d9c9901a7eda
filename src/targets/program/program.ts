import { hasKeyTwice } from '../../core/basics/json.ts'
import { JsonObject, message, stringifyJson, type EvalError, type Message, parsedJson } from '../../core/index.ts'
import type { AgentRequest } from '../agent-conversation.ts'
import { startLineProcess, type LineProcessOptions } from './line-process.ts'
import { garbage, keyTwice, slowStart, stopped, unasked } from './program-errors.ts'
import { untilAborted } from '../until-aborted.ts'

export type ProgramOptions = Pick<LineProcessOptions, 'command' | 'cwd' | 'env'> & {
  /** The longest line of an answer, in bytes; defaults to 10 MiB. */
  readonly maxReplyBytes?: number
  /** Time limit of the first answer, including the start of the program. */
  readonly startTimeoutMs?: number
  /** One process for all conversations; its answers repeat their `conversation`. */
  readonly shared?: boolean
  /** Milliseconds until a warning about a program that keeps silent; defaults to 5,000. */
  readonly silenceMs?: number
  readonly warn?: (sentence: Message, hint: Message) => void
}

export type Program = {
  readonly failed: () => boolean
  ask(request: AgentRequest, signal: AbortSignal, answered?: () => void): Promise<unknown>
  /** Tells a shared program that a conversation has ended. */
  endConversation(conversation: string): void
  /** @throws {EvalError} `agent`, once, when it printed more answers than there were messages */
  stop(): Promise<void>
}

export const defaultReplyBytes = 10 * 2 ** 20

/** Starts a program whose input stays open; messages and answers are lines. @throws {EvalError} `target` */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { maxReplyBytes = defaultReplyBytes, silenceMs = 5000, shared = false, command, cwd, env } = options
  const waiting = new Map<string, PromiseWithResolvers<unknown>>()
  // Questions that were aborted; their answers may still arrive.
  const abandoned = new Set<string>()
  let failure: EvalError | undefined
  const surplus = surplusAnswers(() => child.program)

  const firstAnswer = watchFirstAnswer({
    silenceMs,
    startTimeoutMs: options.startTimeoutMs,
    onSilence: () => options.warn?.(...silentFor(child.program, silenceMs)),
    onTimeout: (afterMs) => child.fail(slowStart(child.program, afterMs)),
  })

  const child = await startLineProcess({
    command,
    cwd,
    env,
    maxLineBytes: maxReplyBytes,
    onLine: receive,
    onLateLine: (line) => void (parsedJson(line) !== undefined && surplus.add(line)),
    onFailure(error) {
      failure = error
      firstAnswer.settled()
      for (const answer of waiting.values()) answer.reject(error)
    },
  })

  function receive(line: string): void {
    firstAnswer.settled()
    const answer = parsedJson(line)
    const conversation = answer === undefined ? undefined : shared ? conversationIn(answer) : alone
    if (conversation === undefined) {
      return child.failOnceRead(() => garbage(child.program, { line, lastWords: child.lastWords() }))
    }
    if (abandoned.delete(conversation)) return
    const question = waiting.get(conversation)
    if (question === undefined) return child.fail(surplus.add(line))
    waiting.delete(conversation)
    return hasKeyTwice(line, answer) ? question.reject(keyTwice(child.program, line)) : question.resolve(answer)
  }

  async function ask(request: AgentRequest, signal: AbortSignal): Promise<unknown> {
    if (failure !== undefined) throw failure
    const key = shared ? request.conversation : alone
    const question = Promise.withResolvers<unknown>()
    waiting.set(key, question)
    firstAnswer.awaited()
    child.send(lineFor(request))
    try {
      const answer = await untilAborted(question.promise, signal)
      // An extra line belongs to no question, so it is unknown which of the two is the answer.
      if (failure !== undefined) throw failure
      return answer
    } catch (error) {
      // A shared program serves other conversations too, so it goes on and its late answer is dropped.
      if (signal.aborted && shared) abandoned.add(key)
      else if (signal.aborted) child.fail(stopped(child.program))
      throw error
    } finally {
      waiting.delete(key)
    }
  }

  return {
    failed: () => failure !== undefined,
    ask,
    endConversation: (conversation) => {
      if (failure === undefined) child.send(stringifyJson({ type: 'close', conversation }))
    },
    async stop() {
      firstAnswer.settled()
      failure ??= stopped(child.program)
      for (const answer of waiting.values()) answer.reject(failure)
      await child.stop()
      if (!shared) surplus.refuse()
    },
  }
}

/** After an answer too many it is unknown which message each of the answers belongs to. */
function surplusAnswers(program: () => string) {
  const errors: EvalError[] = []
  return {
    add(line: string): EvalError {
      const error = unasked(program(), line)
      errors.push(error)
      return error
    },
    refuse(): void {
      const [first] = errors.splice(0)
      if (first !== undefined) throw first
    },
  }
}

// The key of the only conversation of a program that is not shared.
const alone = ''

function conversationIn(answer: unknown): string | undefined {
  const { conversation } = JsonObject.safeParse(answer).data ?? {}
  return typeof conversation === 'string' ? conversation : undefined
}

/** The fields of a review's task are at the top level of the message too. */
export function lineFor({ caseId, conversation, ...asked }: AgentRequest): string {
  return stringifyJson({ ...asked.input, type: 'message', conversation, case: caseId, ...asked })
}

type FirstAnswerOptions = Required<Pick<ProgramOptions, 'silenceMs'>> &
  Pick<ProgramOptions, 'startTimeoutMs'> & {
    readonly onSilence: () => void
    readonly onTimeout: (afterMs: number) => void
  }

function watchFirstAnswer({ silenceMs, startTimeoutMs, onSilence, onTimeout }: FirstAnswerOptions) {
  let timers: readonly NodeJS.Timeout[] | undefined
  return {
    awaited(): void {
      timers ??= [
        setTimeout(onSilence, silenceMs),
        ...(startTimeoutMs === undefined ? [] : [setTimeout(() => onTimeout(startTimeoutMs), startTimeoutMs)]),
      ]
    },

    settled(): void {
      for (const timer of timers ?? []) clearTimeout(timer)
      timers = []
    },
  }
}

function silentFor(program: string, silenceMs: number): readonly [Message, Message] {
  return [
    message('{program} has answered nothing within {seconds} s of its first message', {
      program,
      seconds: silenceMs / 1000,
    }),
    message(
      'It may only be slow. But its input stays open for the messages that follow: a program that reads its input to the end, or does not flush what it prints, waits for ever. Read line by line, and answer each with one line, flushed.',
    ),
  ]
}
