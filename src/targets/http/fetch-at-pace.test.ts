import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CallOutcome, Target } from '../../core/index.ts'
import { chatEndpoint } from '../chat-endpoint/chat-endpoint.ts'
import { caseNamed, saying } from '../target.contract.ts'
import { withRequestPace, withTargetRetries } from '../with-retries.ts'
import { httpTarget } from './http-target.ts'

type Answer = readonly [status: number, headers?: Readonly<Record<string, string>>, body?: object]

const { signal } = new AbortController()
const ok: Answer = [200, {}, { response: 'yes' }]

describe('a request that the server refuses', () => {
  it('is made again as often as it takes, and the limiter hears of it', async () => {
    const { url, requests } = await serve([[429], [503, { 'retry-after': '7' }], [429], [429], ok])
    const { target, outcomes } = paced(httpTarget({ url }))
    expect(await say(target)).toBe('yes')
    expect(requests()).toBe(5)
    expect(outcomes).toEqual([
      { status: 'refused' },
      { status: 'refused', retryAfterMs: 7000 },
      { status: 'refused' },
      { status: 'refused' },
      { status: 'answered' },
    ])
  })

  it('is the only one of its exchange that is made again', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }
    const asks: Answer = [200, {}, { choices: [{ message: { content: '', tool_calls: [call] } }] }]
    const answers: Answer = [200, {}, { choices: [{ message: { content: 'seen' } }] }]
    const { url, requests } = await serve([asks, [429], [429], [429], answers])
    let looked = 0
    const tools = [{ name: 'look', run: () => (looked += 1) }]
    const { target } = paced(await chatEndpoint({ url: `${url}/v1`, model: 'm', tools }))
    expect(await say(target)).toBe('seen')
    expect([requests(), looked]).toEqual([5, 1])
  })

  it('fails at once when it is asked to wait longer than anybody would, and so do those after it', async () => {
    const { url, requests } = await serve([[429, { 'retry-after': '1200' }]])
    const { target, outcomes } = paced(httpTarget({ url }))
    await expect(say(target)).rejects.toThrow('it asked to wait 20 min, the limit is 5 min')
    await expect(say(target)).rejects.toThrow('it asked to wait 20 min')
    expect([requests(), outcomes.length]).toEqual([2, 1])
  })

  it('is given up after two minutes of nothing else, until the server answers again', async () => {
    const time = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => time.mockRestore())
    const { url, requests } = await serve([[429], [429], [429], ok, [429], ok], (index) => {
      time.mockReturnValue(index * 61_000)
    })
    const { target, outcomes } = paced(httpTarget({ url }), { attempts: 1 })
    await expect(say(target)).rejects.toThrow('429')
    expect([requests(), outcomes.length]).toEqual([3, 3])
    expect(await say(target)).toBe('yes')
    expect([requests(), outcomes.length]).toEqual([4, 3])
    expect(await say(target)).toBe('yes')
    expect([requests(), outcomes.length]).toEqual([6, 5])
  })
})

it.each([500, 503])('a status of %d alone is no matter of pace', async (status) => {
  const { url } = await serve([[status]])
  const { target, outcomes } = paced(httpTarget({ url }), { attempts: 2 })
  await expect(say(target)).rejects.toThrow(String(status))
  expect(outcomes).toEqual([{ status: 'failed' }, { status: 'failed' }])
})

it('there is one limit for each address and credential, whose name says nothing of it', async () => {
  const { url } = await serve([ok])
  const { quotas, pace } = pacing()
  const key = 'Bearer sk-secret'
  for (const [path, headers] of [
    ['/one', { authorization: key }],
    ['/two', { authorization: key, accept: 'text/plain' }],
    ['/one', { authorization: 'Bearer sk-other' }],
    ['/one?api_key=sk-secret', {}],
    ['/one', {}],
  ] as const) {
    await say(pace(httpTarget({ url: url + path, headers })))
  }
  const [first, second, ...others] = quotas
  expect(second).toBe(first)
  expect(new Set([first, ...others]).size).toBe(4)
  expect(quotas.join(' ')).toMatch(/^([0-9a-f]{64} ?){5}$/)
})

function paced(target: Target, { attempts = 3 } = {}) {
  const { pace, outcomes } = pacing()
  return { target: pace(withTargetRetries(target, { attempts, sleep: async () => undefined })), outcomes }
}

function pacing() {
  const outcomes: CallOutcome[] = []
  const quotas: string[] = []
  const limiter = { acquire: async () => (outcome: CallOutcome) => void outcomes.push(outcome) }
  const pace = (target: Target) =>
    withRequestPace(target, async (quota) => {
      quotas.push(quota)
      return limiter
    })
  return { pace, outcomes, quotas }
}

async function say(target: Target): Promise<string | undefined> {
  const conversation = await target.open(caseNamed('one'), { signal })
  const invocation = await conversation.say(saying('hi'), signal)
  await conversation.close()
  return invocation?.finalResponse?.parts?.[0]?.text
}

/** Answers in turn, and the same from the last one on. */
async function serve(answers: readonly Answer[], before: (index: number) => void = () => undefined) {
  let count = 0
  const server = createServer((request, response) => {
    request.resume()
    before(count)
    const [status, headers, body] = answers[Math.min(count, answers.length - 1)] ?? ok
    count += 1
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body && JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return { url: `http://127.0.0.1:${port}`, requests: () => count }
}
