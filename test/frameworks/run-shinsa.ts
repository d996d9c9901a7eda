import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const entry = join(import.meta.dirname, '../../bin/shinsa.js')

export type Ran = { readonly exitCode: number; readonly stdout: string; readonly stderr: string }

type Place = { readonly cwd: string; readonly model: string; readonly environment?: Readonly<Record<string, string>> }

/** The command line from source, in a folder, with the keys and addresses of every provider leading to the scripted model. */
export async function runShinsa(args: readonly string[], { cwd, model, environment }: Place): Promise<Ran> {
  const child = spawn(process.execPath, ['--disable-sigusr1', '--conditions=shinsa-source', entry, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // One that hangs is a failed step, and no end of the others.
    timeout: 300_000,
    env: { ...keysOf({ cwd, model }), ...environment },
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exitCode: child.exitCode ?? 1, stdout, stderr }
}

/** The environment in which every provider is the scripted model. */
export function keysOf({ cwd, model }: { readonly cwd: string; readonly model: string }): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SHINSA_LANG: 'en',
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${model}/v1`,
    OPENAI_AGENTS_DISABLE_TRACING: '1',
    GEMINI_API_KEY: 'none',
    GOOGLE_API_KEY: 'none',
    GOOGLE_GENERATIVE_AI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: model,
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: model,
    CLAUDE_CONFIG_DIR: join(cwd, '.claude'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }
}
