import { Worker } from 'node:worker_threads'
import type { ProgramOutcome, ProgramRequest } from './program-thread.ts'
import { type ReviewTool, ToolFailure } from './review-tool.ts'
import { threadOutcome } from '../../../../documents/thread-outcome.ts'

export type CodeInterpreterOptions = { readonly limitMs?: number; readonly memoryMegabytes?: number }

/** In UTF-16 code units. */
const longestProgram = 1_000_000

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
      const outcome = await threadOutcome<ProgramOutcome>(() => startThread({ code, memoryMegabytes }), {
        milliseconds: limitMs,
        signal,
        silent: 'it ended without a word',
      })
      if (outcome.status === 'ran') return outcome.result
      if (outcome.status === 'too-slow') throw new ToolFailure(`The program did not end within ${limitMs / 1000} s.`)
      const reason = 'reason' in outcome ? outcome.reason : `it may use ${memoryMegabytes} MB of memory.`
      throw new ToolFailure(`The program broke off: ${reason}`)
    },
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
