import { Worker } from 'node:worker_threads'
import type { ProgramOutcome, ProgramRequest } from './program-thread.ts'
import { type ReviewTool, ToolFailure } from './review-tool.ts'
import { messageOf } from '../../../../core/basics/message-of.ts'
import { threadTime } from '../../../../documents/thread-time.ts'

export type CodeInterpreterOptions = { readonly limitMs?: number; readonly memoryMegabytes?: number }

/** In UTF-16 code units. */
const longestProgram = 1_000_000

/** Interval at which the CPU time of the program is checked. */
const lookEveryMs = 50

/**
 * Returns a tool that runs programs in QuickJS, compiled to WebAssembly, in a thread that is terminated when it runs
 * too long. The engine holds no objects of the host, so a program can compute and do nothing else.
 */
export function codeInterpreter({ limitMs = 10_000, memoryMegabytes = 64 }: CodeInterpreterOptions = {}): ReviewTool {
  return {
    name: 'code_interpreter',
    description:
      'Runs a program in JavaScript (not Python) and gives back stdout, stderr, exitCode and the value of the last expression. It has the language, console.log and await, and no files, network, modules, Intl or time to wait.',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', description: 'JavaScript' } },
      required: ['code'],
      additionalProperties: false,
    },
    async use({ code }, signal) {
      if (typeof code !== 'string') throw new ToolFailure('code has to be a text.')
      if (code.length > longestProgram)
        throw new ToolFailure(`The program is longer than ${longestProgram} characters.`)
      const outcome = await run({ code, memoryMegabytes }, limitMs, signal)
      if (outcome.status === 'too-slow') throw new ToolFailure(`The program did not end within ${limitMs / 1000} s.`)
      if (outcome.status === 'too-big')
        throw new ToolFailure(`The program broke off: it may use ${memoryMegabytes} MB of memory.`)
      if (outcome.status === 'broken') throw new ToolFailure(`The program broke off: ${outcome.reason}`)
      return outcome.result
    },
  }
}

async function run(
  request: ProgramRequest,
  limitMs: number,
  signal: AbortSignal,
): Promise<ProgramOutcome | { readonly status: 'too-slow' }> {
  signal.throwIfAborted()
  const startedAt = performance.now()
  const thread = startThread(request)
  const ended = Promise.withResolvers<ProgramOutcome | { readonly status: 'too-slow' }>()
  const abort = () => ended.reject(signal.reason)
  const look = setInterval(() => {
    threadTime(thread, startedAt).then((time) => {
      if (time > limitMs) ended.resolve({ status: 'too-slow' })
    }, ended.reject)
  }, lookEveryMs)
  signal.addEventListener('abort', abort)
  thread.once('message', (outcome: ProgramOutcome) => ended.resolve(outcome))
  thread.once('error', (cause) => ended.resolve(crashOf(cause)))
  thread.once('exit', () => ended.resolve({ status: 'broken', reason: 'it ended without a word' }))
  try {
    return await ended.promise
  } finally {
    clearInterval(look)
    signal.removeEventListener('abort', abort)
    await thread.terminate()
  }
}

function startThread(request: ProgramRequest): Worker {
  return new Worker(new URL(import.meta.resolve('#program-thread')), {
    workerData: request,
    // The engine cannot read the environment; it is empty in case somebody breaks out of the engine.
    env: {},
    execArgv: ['--no-addons'],
    // The engine has its own memory limit, and deep recursion fails in it before this stack overflows.
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 32 },
    stdout: true,
    stderr: true,
  })
}

function crashOf(cause: unknown): ProgramOutcome {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { status: 'too-big' }
  return { status: 'broken', reason: messageOf(cause) }
}
