import { EvalError, message, stringifyJson } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { messageOf } from '../../core/basics/message-of.ts'
import { excerpt } from '../excerpt.ts'
import { startLineProcess, type LineProcessOptions } from '../program/line-process.ts'
import { answeredTooMuch, garbage, stopped } from '../program/program-errors.ts'
import { shallowJson } from '../json-copy.ts'
import { untilAborted } from '../until-aborted.ts'

type ConnectionOptions = Pick<LineProcessOptions, 'command' | 'cwd' | 'env'> & {
  /** Limit in bytes of one line, and of all lines after one of our requests. */
  readonly maxReplyBytes: number
  readonly onNotification: (method: string, params: unknown) => void
  /** Handles a request of the agent; an error is sent back as the answer. */
  readonly onRequest: (method: string, params: unknown) => Promise<unknown>
}

export class Refused extends Error {
  readonly code: number
  constructor(code: number, text: string) {
    super(text)
    this.code = code
  }
}

/**
 * Starts a program that speaks JSON-RPC, one message per line, and sends requests of its own.
 *
 * @throws {EvalError} `target` when the program cannot be started
 */
export async function acpConnection(options: ConnectionOptions) {
  const { maxReplyBytes, onNotification, onRequest, ...started } = options
  const waiting = new Map<number, PromiseWithResolvers<unknown> & { readonly answered: (() => void) | undefined }>()
  let count = 0
  let heard = 0
  let failure: EvalError | undefined
  let serving = Promise.resolve()

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
    // A stream of updates may be endless.
    if (heard > maxReplyBytes) return child.fail(answeredTooMuch(child.program, maxReplyBytes))
    const said = shallowJson(line)
    if (!isObject(said)) {
      // Programs may print other lines too.
      if (!/^\{.*"jsonrpc"/.test(line)) return
      return child.failOnceRead(() => garbage(child.program, { line, lastWords: child.lastWords() }))
    }
    const { id, method, params } = said
    if (typeof method !== 'string') answerTo(said)
    else if (id === undefined || id === null) onNotification(method, params)
    else serving = serving.then(() => serve(id, method, params))
  }

  function answerTo({ id, result, error }: Readonly<Record<string, unknown>>): void {
    const question = typeof id === 'number' ? waiting.get(id) : undefined
    if (question === undefined) return
    question.answered?.()
    if (error === undefined || error === null) question.resolve(result)
    else question.reject(refusal(child.program, error))
  }

  /** Answers one request after the other, since a program that reads no answers may still ask for large files. */
  async function serve(id: unknown, method: string, params: unknown): Promise<void> {
    await child.drained()
    if (failure === undefined) send({ id, ...(await answerOf(onRequest(method, params))) })
  }

  return {
    program: child.program,
    /**
     * @param answered called before anything that follows the answer is heard
     * @throws {EvalError} `agent` with the agent's error
     */
    async request(method: string, params: object, signal: AbortSignal, answered?: () => void) {
      if (failure !== undefined) throw failure
      const id = (count += 1)
      const question = Promise.withResolvers<unknown>()
      waiting.set(id, { ...question, answered })
      heard = 0
      send({ id, method, params })
      try {
        return await untilAborted(question.promise, signal)
      } finally {
        waiting.delete(id)
      }
    },
    notify: (method: string, params: object) => {
      if (failure === undefined) send({ method, params })
    },
    async stop() {
      failure ??= stopped(child.program)
      for (const { reject } of waiting.values()) reject(failure)
      await child.stop()
    },
  }
}

async function answerOf(work: Promise<unknown>): Promise<object> {
  try {
    return { result: await work }
  } catch (error) {
    const code = error instanceof Refused ? error.code : -32603
    return { error: { code, message: messageOf(error) } }
  }
}

function refusal(program: string, error: unknown): EvalError {
  const { code, message: told, data } = isObject(error) ? error : { code: undefined, message: error, data: undefined }
  const details = data === undefined || data === null ? undefined : (stringifyJson(data) ?? '')
  const parts = [code, told, details].filter((part) => part !== undefined)
  const problem = excerpt(parts.join(': '), 400)
  return new EvalError('agent', message('{program} refused: {problem}', { program, problem }), {
    // The protocol's error code for a missing login.
    ...(code === -32000 && { hint: message('Log in with the agent’s own program first, or give it its key.') }),
  })
}
