import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** An agent and a judge that answer by rule and count how often each question is put to them. */
export type ScriptedWorld = {
  readonly agentUrl: string
  readonly judgeUrl: string
  readonly agent: Asked
  readonly judge: Asked
  close(): void
}

type Asked = {
  /** Requests by the word in them. */
  readonly byKey: ReadonlyMap<string, number>
  /** Requests that came again. */
  readonly again: number
  /** Being answered now. */
  readonly running: number
  /** Refused with 429. */
  readonly refused: number
  /** Whose asker was gone before it was answered. */
  readonly cutOff: number
}

type Admission = {
  readonly ok: boolean
  readonly retryAfterMs?: number | undefined
  readonly headers?: Readonly<Record<string, string>>
}

type WorldOptions = {
  readonly latencyMs?: number
  /** Whether the judge has room for one more now; it refuses where it has not, and may say when to come back. */
  readonly admit?: () => Admission
  /** The same of the agent. */
  readonly admitToAgent?: () => Admission
}

/** Questions are told apart by `word N` in them; every fifth answer is wrong. */
export async function startScriptedWorld({
  latencyMs = 30,
  admit = () => ({ ok: true }),
  admitToAgent = () => ({ ok: true }),
}: WorldOptions = {}): Promise<ScriptedWorld> {
  const agent = await startCounting({
    latencyMs,
    admit: admitToAgent,
    answer: (body) => ({ response: answerTo(wordIn(body)) }),
  })
  const judge = await startCounting({ latencyMs, admit, answer: (body) => completion(verdictOn(wordIn(body))) })
  return {
    agentUrl: `${agent.url}/chat`,
    judgeUrl: `${judge.url}/v1`,
    agent: agent.asked,
    judge: judge.asked,
    close() {
      agent.close()
      judge.close()
    },
  }
}

/** A table of so many questions. */
export function wordTable(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `word ${index} please,WORD ${index}`)
  return `prompt,expected_response\n${rows.join('\n')}\n`
}

type Counting = Pick<WorldOptions, 'latencyMs' | 'admit'> & { readonly answer: (body: string) => unknown }

async function startCounting({ latencyMs = 0, admit = () => ({ ok: true }), answer }: Required<Counting>) {
  const byKey = new Map<string, number>()
  const counts = { running: 0, refused: 0, cutOff: 0 }
  const server = createServer((request, response) => void reply(request, response))

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => undefined)
    // Whoever asks was gone before all of it was said.
    if (body === undefined) return
    const { ok, retryAfterMs, headers } = admit()
    if (!ok) {
      counts.refused += 1
      const retryAfter = retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
      response.writeHead(429, { ...headers, ...retryAfter }).end()
      return
    }
    const key = wordIn(body)
    byKey.set(key, (byKey.get(key) ?? 0) + 1)
    counts.running += 1
    response.on('close', () => (counts.cutOff += response.writableFinished ? 0 : 1))
    await sleep(latencyMs * (0.5 + Math.random()))
    counts.running -= 1
    response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(answer(body)))
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    asked: {
      byKey,
      get again() {
        return [...byKey.values()].reduce((sum, count) => sum + count - 1, 0)
      },
      get running() {
        return counts.running
      },
      get refused() {
        return counts.refused
      },
      get cutOff() {
        return counts.cutOff
      },
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function wordIn(body: string): string {
  return /word (\d+)/i.exec(body)?.[1] ?? ''
}

function answerTo(word: string): string {
  return Number(word) % 5 === 0 ? 'no idea' : `WORD ${word}`
}

function verdictOn(word: string): string {
  const verdict = Number(word) % 5 === 0 ? 'invalid' : 'valid'
  return JSON.stringify({ reason: 'as written', verdict })
}

function completion(content: string) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1750000000,
    model: 'judge',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
  }
}
