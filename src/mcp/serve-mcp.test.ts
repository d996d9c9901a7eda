import { PassThrough, Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { BackgroundCommand } from './background-commands.ts'
import { serveMcp } from './serve-mcp.ts'

describe('a run that takes longer than an answer may', () => {
  it('goes on, is asked about by its job, and tells what came of it once', async () => {
    const said = await answersTo(
      call('start_run', { dataset: 'cases.jsonl' }),
      call('run_status', { job: 'job-1' }),
      call('run_status', { job: 'job-1' }),
      call('run_status', { job: 'job-1' }),
    )
    expect(said).toEqual([
      '1 of 9 done\n\nstill running; next: run_status with job job-1',
      '2 of 9 done\n\nstill running; next: run_status with job job-1',
      'FAILED 1 of 9\n\nexit code 1; next: run_failures',
      'there is no job job-1; list_runs shows what has ended',
    ])
  })

  it('is told apart from what is no request, no method and no tool', async () => {
    const replies = await repliesTo(['nonsense', '[]', rpc('nothing', {}), call('nothing', {}), rpc('ping', {})])
    expect(replies.map(({ error, result }) => error?.code ?? result)).toEqual([-32_700, -32_600, -32_601, -32_602, {}])
  })

  it('ends where the client cancels the call that started it, which gets no answer', async () => {
    const input = new PassThrough()
    const lines: string[] = []
    const stopped = Promise.withResolvers<void>()
    const command = { ...slowCommand(), stop: stopped.resolve, ended: () => stopped.promise }
    const write = (line: string) => void lines.push(line)
    const served = serveMcp({ input, write, version: '1.0.0', start: () => command, page: async () => undefined })
    input.write(`${call('start_run', { dataset: 'cases.jsonl' })}\n`)
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    input.end(`${JSON.stringify(cancel)}\n`)
    await served
    expect(lines).toEqual([])
  })
})

type Reply = {
  readonly error?: { readonly code: number }
  readonly result?: { readonly content?: readonly { readonly text: string }[] }
}

/** Ends at the third time that somebody waits for it. */
function slowCommand(): BackgroundCommand {
  let waited = 0
  return {
    id: 'job-1',
    output: () => 'FAILED 1 of 9',
    progress: () => `${waited} of 9 done`,
    exitCode: () => (waited < 3 ? undefined : 1),
    stop: () => undefined,
    async ended() {
      waited += 1
    },
  }
}

/** One after the other: a request is written when the one before it is answered. */
async function repliesTo(lines: readonly string[]): Promise<readonly Reply[]> {
  const replies: Reply[] = []
  const command = slowCommand()
  const waiting = [...lines]
  const input = new Readable({ read() {} })
  const next = () => input.push(waiting.length === 0 ? null : `${waiting.shift()}\n`)
  const write = (line: string) => {
    replies.push(JSON.parse(line) as Reply)
    next()
  }
  next()
  await serveMcp({ input, write, version: '1.0.0', start: () => command, page: async () => undefined })
  return replies
}

async function answersTo(...lines: readonly string[]): Promise<readonly (string | undefined)[]> {
  return (await repliesTo(lines)).map(({ result }) => result?.content?.[0]?.text)
}

function rpc(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}

function call(name: string, args: object): string {
  return rpc('tools/call', { name, arguments: args })
}
