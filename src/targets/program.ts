import { EvalError, JsonObject, message, parseJson, stringifyJson } from '../core/index.ts'
import type { AgentRequest } from './agent-conversation.ts'
import { excerpt } from './excerpt.ts'
import { startLineProcess } from './line-process.ts'
import type { LineProcessOptions } from './line-process.ts'
import { untilAborted } from './until-aborted.ts'

export type ProgramOptions = Omit<LineProcessOptions, 'onLine' | 'onFailure' | 'maxLineBytes'> & {
  /** The longest line that the program may answer, in bytes; 10 MiB when not given. */
  readonly maxReplyBytes?: number
  /** How long the program may take until its first answer, loading included. */
  readonly startTimeoutMs?: number
  /** One process for all conversations: its answers repeat the `conversation` they belong to. */
  readonly shared?: boolean
}

/** A running program and the questions it still has to answer. */
export type Program = {
  readonly failed: () => boolean
  ask(request: AgentRequest, signal: AbortSignal): Promise<unknown>
  /** Tells a shared program that a conversation is over. */
  endConversation(conversation: string): void
  stop(): Promise<void>
}

/** @throws {EvalError} `target`, when it cannot be started */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { maxReplyBytes = 10 * 2 ** 20, startTimeoutMs, shared = false, command, cwd, env } = options
  const waiting = new Map<string, PromiseWithResolvers<unknown>>()
  // Nobody waits for these any more, but their answers may still come.
  const abandoned = new Set<string>()
  let failure: EvalError | undefined
  let starting: NodeJS.Timeout | undefined
  let answered = false

  const child = await startLineProcess({
    command,
    cwd,
    env,
    maxLineBytes: maxReplyBytes,
    onLine: receive,
    onFailure(error) {
      failure = error
      clearTimeout(starting)
      for (const answer of waiting.values()) answer.reject(error)
    },
  })

  function receive(line: string): void {
    answered = true
    clearTimeout(starting)
    const answer = parsed(line)
    const conversation = answer === undefined ? undefined : addressee(answer)
    if (conversation === undefined) return child.fail(garbage(child.program, { line, lastWords: child.lastWords() }))
    if (abandoned.delete(conversation)) return
    const question = waiting.get(conversation)
    if (question === undefined) return child.fail(unasked(child.program, line))
    waiting.delete(conversation)
    question.resolve(answer)
  }

  function addressee(answer: unknown): string | undefined {
    if (!shared) return alone
    const { conversation } = JsonObject.safeParse(answer).data ?? {}
    return typeof conversation === 'string' ? conversation : undefined
  }

  async function ask(request: AgentRequest, signal: AbortSignal): Promise<unknown> {
    if (failure !== undefined) throw failure
    const key = shared ? request.conversation : alone
    const question = Promise.withResolvers<unknown>()
    waiting.set(key, question)
    limitStart()
    child.send(lineFor(request))
    try {
      const answer = await untilAborted(question.promise, signal)
      // A second line in the same breath belongs to no question, so nobody can say which of the two is the answer.
      if (failure !== undefined) throw failure
      return answer
    } catch (error) {
      if (signal.aborted) giveUp(key)
      throw error
    } finally {
      waiting.delete(key)
    }
  }

  function limitStart(): void {
    if (startTimeoutMs === undefined || answered || starting !== undefined) return
    starting = setTimeout(() => child.fail(slowStart(child.program, startTimeoutMs)), startTimeoutMs)
  }

  function giveUp(key: string): void {
    // Others are still talking to a shared program, so it lives on and its late answer is dropped.
    if (shared) abandoned.add(key)
    else child.fail(new EvalError('cancelled', message('{program} was stopped', { program: child.program })))
  }

  return {
    failed: () => failure !== undefined,
    ask,
    endConversation: (conversation) => {
      if (failure === undefined) child.send(stringifyJson({ type: 'close', conversation }))
    },
    async stop() {
      clearTimeout(starting)
      failure ??= new EvalError('cancelled', message('{program} was stopped', { program: child.program }))
      for (const answer of waiting.values()) answer.reject(failure)
      await child.stop()
    },
  }
}

// The only conversation of a program that is not shared; what its answers say about conversations does not matter.
const alone = ''

function lineFor({ caseId, conversation, ...asked }: AgentRequest): string {
  return stringifyJson({ type: 'message', conversation, case: caseId, ...asked })
}

function parsed(line: string): unknown {
  try {
    return parseJson(line)
  } catch (error) {
    // RangeError: nested so deep that the parser gave up.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

function garbage(program: string, { line, lastWords }: { line: string; lastWords: string }): EvalError {
  const values = { program, line: excerpt(line, 200), lastWords }
  const sentence =
    lastWords === ''
      ? message('{program} printed a line that is not an answer: {line}', values)
      : message(
          '{program} printed a line that is not an answer: {line}. Its error output ends with: {lastWords}',
          values,
        )
  return new EvalError('agent', sentence, {
    hint: message(
      'Answer with one line of JSON, with the conversation when the program is shared; print logs to stderr',
    ),
  })
}

function unasked(program: string, line: string): EvalError {
  return new EvalError(
    'agent',
    message('{program} printed a line that nobody had asked for: {line}', { program, line: excerpt(line, 200) }),
    { hint: message('Answer every message with exactly one line; print logs to stderr') },
  )
}

function slowStart(program: string, limitMs: number): EvalError {
  const values = { program, seconds: limitMs / 1000 }
  return new EvalError('timeout', message('{program} did not answer within {seconds} s of its first message', values), {
    hint: message('Raise startTimeoutMs, or see why the program does not start'),
  })
}
