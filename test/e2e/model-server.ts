import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** What a model says: a judge's verdict, a text that is none, calls of tools, or the status with which the server refuses. */
export type ServedReply =
  | 'valid'
  | 'invalid'
  | { readonly text: string }
  | { readonly toolCalls: readonly unknown[] }
  | { readonly status: number }

export type ModelServer = {
  readonly url: string
  readonly prompts: readonly string[]
  /** What was asked, as it came over the wire. */
  readonly requests: readonly Readonly<Record<string, unknown>>[]
  /** How many were asked at once at most. */
  readonly most: number
  /** Answers so many questions, counted from the first ever, and leaves the others waiting, until it is told of another number. */
  answerUpTo(count: number): void
}

/** A server that speaks the chat API and says what `judge` makes of what it is shown. */
export async function startModelServer(judge: (prompt: string) => ServedReply): Promise<ModelServer> {
  const prompts: string[] = []
  const requests: Record<string, unknown>[] = []
  let running = 0
  let most = 0
  let answered = Infinity
  let waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'judge', object: 'model' }] }))
      return
    }
    void text(request).then(async (body) => {
      const asked = JSON.parse(body)
      const prompt = String(asked.messages.at(-1).content)
      prompts.push(prompt)
      requests.push(asked)
      running += 1
      most = Math.max(most, running)
      if (prompts.length > answered) await new Promise<void>((goOn) => waiting.push(goOn))
      running -= 1
      const said = judge(prompt)
      if (typeof said === 'object' && 'status' in said) {
        response.writeHead(said.status).end()
        return
      }
      const message = messageOf(said)
      const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop'
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id: 'chatcmpl-1',
          object: 'chat.completion',
          created: 1750000000,
          model: 'judge',
          choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
          usage: { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 },
        }),
      )
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}/v1`,
    prompts,
    requests,
    get most() {
      return most
    },
    answerUpTo(count) {
      answered = count
      for (const goOn of waiting) goOn()
      waiting = []
    },
  }
}

function messageOf(said: Exclude<ServedReply, { status: number }>) {
  if (typeof said === 'string') return { content: JSON.stringify({ reason: 'as it seems', verdict: said }) }
  return 'text' in said ? { content: said.text } : { content: null, tool_calls: said.toolCalls }
}
