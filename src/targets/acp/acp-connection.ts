import { EvalError, message, stringifyJson } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { messageOf } from '../../core/basics/message-of.ts'
import { excerpt } from '../excerpt.ts'
import { startLineProcess, type LineProcessOptions } from '../program/line-process.ts'
import { answeredTooMuch, stopped } from '../program/program-errors.ts'
import { shallowJson } from '../reply/shallow-json.ts'
import { untilAborted } from '../until-aborted.ts'

type ConnectionOptions = Pick<LineProcessOptions, 'command' | 'cwd' | 'env'> & {
  /** Of one line, and of all that is said between two messages of ours. */
  readonly maxReplyBytes: number
  readonly onNotification: (method: string, params: unknown) => void
  /** What the agent asks of us. What it throws is the answer too. */
  readonly onRequest: (method: string, params: unknown) => Promise<unknown>
}

/** A program that speaks JSON-RPC, one message a line, and asks things itself. */
export type AcpConnection = {
  readonly program: string
  /** @throws {EvalError} `agent`, with what the agent says is wrong */
  request(method: string, params: object, signal: AbortSignal): Promise<unknown>
  notify(method: string, params: object): void
  stop(): Promise<void>
}

/** What we do not do. */
export class Refused extends Error {
  readonly code: number
  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}

/** @throws {EvalError} `target` when the program cannot be started */
export async function acpConnection(options: ConnectionOptions): Promise<AcpConnection> {
  const { maxReplyBytes, onNotification, onRequest, ...started } = options
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  let heard = 0
  let failure: EvalError | undefined

  const child = await startLineProcess({
    ...started,
    maxLineBytes: maxReplyBytes,
    onLine: hear,
    onFailure(error) {
      failure = error
      for (const { reject } of waiting.values()) reject(error)
    },
  })

  const send = (said: object) => child.send(stringifyJson({ jsonrpc: '2.0', ...said }))

  function hear(line: string): void {
    heard += line.length
    // A stream of updates has no end by itself.
    if (heard > maxReplyBytes) return child.fail(answeredTooMuch(child.program, maxReplyBytes))
    const said = shallowJson(line)
    // Programs print other things too.
    if (!isObject(said)) return
    const { id, method, params } = said
    if (typeof method !== 'string') answerTo(said)
    else if (id === undefined || id === null) onNotification(method, params)
    else void serve(id, method, params)
  }

  function answerTo({ id, result, error }: Readonly<Record<string, unknown>>): void {
    const question = typeof id === 'number' ? waiting.get(id) : undefined
    if (question === undefined) return
    if (error === undefined || error === null) question.resolve(result)
    else question.reject(refusal(child.program, error))
  }

  async function serve(id: unknown, method: string, params: unknown): Promise<void> {
    try {
      send({ id, result: await onRequest(method, params) })
    } catch (error) {
      const code = error instanceof Refused ? error.code : -32603
      send({ id, error: { code, message: messageOf(error) } })
    }
  }

  return {
    program: child.program,
    async request(method, params, signal) {
      if (failure !== undefined) throw failure
      const id = (count += 1)
      const question = Promise.withResolvers<unknown>()
      waiting.set(id, question)
      heard = 0
      send({ id, method, params })
      try {
        return await untilAborted(question.promise, signal)
      } finally {
        waiting.delete(id)
      }
    },
    notify: (method, params) => {
      if (failure === undefined) send({ method, params })
    },
    async stop() {
      failure ??= stopped(child.program)
      for (const { reject } of waiting.values()) reject(failure)
      await child.stop()
    },
  }
}

function refusal(program: string, error: unknown): EvalError {
  const { code, message: told, data } = isObject(error) ? error : { code: undefined, message: error, data: undefined }
  const details = data === undefined || data === null ? undefined : (stringifyJson(data) ?? '')
  const parts = [code, told, details].filter((part) => part !== undefined)
  const problem = excerpt(parts.join(': '), 400)
  return new EvalError('agent', message('{program} refused: {problem}', { program, problem }), {
    // Its own code for that somebody has to log in first.
    ...(code === -32000 && { hint: message('Log in with the agent’s own program first, or give it its key.') }),
  })
}
