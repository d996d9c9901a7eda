import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import type { ReviewTool } from './review-tool.ts'
import { ToolFailure } from './review-tool.ts'
import { sandbox } from './sandbox.ts'

export type CodeInterpreterOptions = { readonly limitMs?: number; readonly memoryMegabytes?: number }

/**
 * Runs programs in a process of their own: Node’s permission model denies it files, other processes, workers and add-ons;
 * the program itself stands in an empty context, from which nothing leads to the network.
 */
export function codeInterpreter({ limitMs = 10_000, memoryMegabytes = 64 }: CodeInterpreterOptions = {}): ReviewTool {
  return {
    name: 'code_interpreter',
    description:
      'Runs a program in JavaScript (not Python) and gives back stdout, stderr, exitCode and the value of the last expression. It has the language and console.log, and no files, network, modules or time to wait.',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', description: 'JavaScript' } },
      required: ['code'],
      additionalProperties: false,
    },
    async use({ code }, signal) {
      if (typeof code !== 'string') throw new ToolFailure('code has to be a text.')
      return run(code, { limitMs, memoryMegabytes, signal })
    },
  }
}

type Limits = Required<CodeInterpreterOptions> & { readonly signal: AbortSignal }

const Outcome = z.object({
  stdout: z.string(),
  stderr: z.string(),
  exitCode: z.number(),
  result: z.string().optional(),
})
type Outcome = z.infer<typeof Outcome>

async function run(code: string, { limitMs, memoryMegabytes, signal }: Limits): Promise<Outcome> {
  signal.throwIfAborted()
  const flags = ['--permission', `--max-old-space-size=${memoryMegabytes}`, '--disallow-code-generation-from-strings']
  // No environment: keys stand there.
  const child = spawn(process.execPath, [...flags, '--no-warnings', '--eval', `(${sandbox.toString()})()`], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const kill = () => void child.kill('SIGKILL')
  const timer = setTimeout(kill, limitMs)
  signal.addEventListener('abort', kill, { once: true })
  try {
    // A program that ends before it read its input breaks the pipe; how it ended tells more.
    child.stdin.on('error', () => undefined)
    child.stdin.end(code)
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    const [exitCode, exitSignal] = (await once(child, 'close')) as [number | null, string | null] // as Node says
    signal.throwIfAborted()
    if (exitSignal === 'SIGKILL') throw new ToolFailure(`The program did not end within ${limitMs / 1000} s.`)
    if (exitCode !== 0) throw new ToolFailure(`The program broke off: it may use ${memoryMegabytes} MB of memory.`)
    return Outcome.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
    kill()
  }
}
