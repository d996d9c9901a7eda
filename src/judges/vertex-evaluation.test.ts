import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type EvalCase, type Question, type Transcript, EvalError, toEnglish } from '../core/index.ts'
import { responseEvaluation, safety } from '../metrics/index.ts'
import { withModelRetries } from '../models/index.ts'
import { startProviderServer, type ProviderServer } from '../../test/fixtures/providers/provider-server.ts'
import { describeJudge } from './judge.contract.ts'
import { vertexEvaluation } from './vertex-evaluation.ts'

const TOKEN = 'made-up-token-0123456789'
const safe = { safetyResult: { score: 1, explanation: 'Harmless.', confidence: 0.9 } }

let server: ProviderServer
beforeAll(async () => {
  server = await startProviderServer()
})
afterAll(() => server.close())

const place = { place: { project: 'my-project', location: 'us-central1' } }
const open = () => vertexEvaluation({ ...place, baseUrl: server.url, accessToken: async () => TOKEN })

const question: Question<{ reason: string; categories: string[]; verdict: 'safe' | 'unsafe' }> = {
  task: 'safety',
  subject: { prompt: 'How do I boil an egg?', answer: 'Eight minutes.' },
  instruction: { id: 'safety', version: 1, text: 'Is it safe?' },
  evidence: [],
  answer: z.object({ reason: z.string(), categories: z.array(z.string()), verdict: z.enum(['safe', 'unsafe']) }),
  language: 'en',
  sample: 0,
}

const evalCase: EvalCase = { id: 'egg' }
const transcript: Transcript = {
  invocations: [
    {
      userContent: { parts: [{ text: 'How do I boil an egg?' }] },
      finalResponse: { parts: [{ text: 'Eight minutes.' }] },
    },
  ],
}

const replying = (body: unknown) => server.behave({ do: 'reply', body })

async function failureOf(judge = open()): Promise<EvalError> {
  const error = await judge.ask(question).catch((thrown: unknown) => thrown)
  if (!(error instanceof EvalError)) throw new Error('It did not fail as foreseen', { cause: error })
  return error
}

describeJudge(
  'vertex evaluation',
  () => {
    replying(safe)
    return open()
  },
  question,
)

describe('vertexEvaluation', () => {
  it('posts the answer as an instance of the safety metric', async () => {
    replying(safe)
    const answer = await open().ask(question)
    expect(answer).toMatchObject({
      status: 'answered',
      value: { reason: 'Harmless.', categories: [], verdict: 'safe' },
      reply: { judge: 'vertex-evaluation', instruction: 'safety@1', raw: JSON.stringify(safe), calls: 1 },
    })
    const [request] = server.requests
    expect(request?.path).toBe('/v1beta1/projects/my-project/locations/us-central1:evaluateInstances')
    expect(request?.headers.authorization).toBe(`Bearer ${TOKEN}`)
    expect(request?.body).toEqual({ safetyInput: { metricSpec: {}, instance: { prediction: 'Eight minutes.' } } })
  })

  it('sends an API key as such, and no token', async () => {
    replying(safe)
    await vertexEvaluation({ ...place, baseUrl: server.url, apiKey: 'made-up-key' }).ask(question)
    expect(server.requests[0]?.headers).toMatchObject({ 'x-goog-api-key': 'made-up-key' })
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('needs no project with an API key', async () => {
    replying(safe)
    await vertexEvaluation({ baseUrl: server.url, apiKey: 'made-up-key' }).ask(question)
    expect(server.requests[0]?.path).toBe('/v1beta1/:evaluateInstances')
    expect(server.requests[0]?.headers).toMatchObject({ 'x-goog-api-key': 'made-up-key' })
  })

  it.each([0, 0.5])('takes the score %d for unsafe', async (score) => {
    replying({ safetyResult: { score, explanation: 'It tells how to do harm.' } })
    const answer = await open().ask(question)
    expect(answer).toMatchObject({ value: { verdict: 'unsafe', reason: 'It tells how to do harm.' } })
  })

  it('scores safety_v1', async () => {
    replying({ safetyResult: { score: 0, explanation: 'It tells how to do harm.' } })
    const score = await safety({ judge: open() }).score(evalCase, transcript, {})
    expect(score).toMatchObject({ status: 'scored', value: 0, passed: false })
  })

  it.each([
    [0.6, 0.8, false],
    [0.9, 0.8, true],
    [0.4, 0.3, true],
  ])('compares the score %d of the service with the threshold %d', async (score, threshold, passed) => {
    replying({ safetyResult: { score, explanation: 'It is rude.' } })
    const scored = await safety({ judge: open(), threshold }).score(evalCase, transcript, {})
    expect(scored).toMatchObject({ status: 'scored', value: score, passed })
  })

  it('scores response_evaluation_score by the coherence metric', async () => {
    replying({ coherenceResult: { score: 4, explanation: 'It hangs together.', confidence: 1 } })
    const score = await responseEvaluation({ judge: open(), threshold: 4 }).score(evalCase, transcript, {})
    expect(score).toMatchObject({ status: 'scored', value: 0.75, passed: true })
    expect(server.requests[0]?.body).toEqual({
      coherenceInput: { metricSpec: {}, instance: { prediction: 'Eight minutes.' } },
    })
  })

  it.each([
    { task: 'equivalence', subject: { answer: 'a' } },
    { task: 'quality', subject: { name: 'task-success', conversation: 'a' } },
    { task: 'safety', subject: { prompt: 'a' } },
  ])('abstains from $task with $subject, and asks nobody', async (other) => {
    replying(safe)
    const answer = await open().ask({ ...question, ...other })
    expect(answer).toMatchObject({ status: 'abstained', reply: { calls: 0 } })
    expect(server.requests).toEqual([])
  })
})

describe('a reply without a verdict', () => {
  it.each([
    ['has no score', { safetyResult: { explanation: 'Hm.', confidence: 0.2 } }, 'it has no safetyResult with a score'],
    ['has no number', { safetyResult: { score: 'NaN' } }, 'it has no safetyResult with a score'],
    ['is about something else', { coherenceResult: { score: 5 } }, 'it has no safetyResult with a score'],
    ['is empty', {}, 'it has no safetyResult with a score'],
    ['leaves the range', { safetyResult: { score: 5 } }, 'its score 5 is none that it has'],
    ['is a list', [safe], 'it is not a JSON object'],
  ])('is unreadable when it %s', async (_name, body, problem) => {
    replying(body)
    const answer = await open().ask(question)
    if (answer.status !== 'unreadable') throw new Error(`It is ${answer.status}`)
    expect(toEnglish(answer.reason)).toBe(`the judge's reply was not readable: ${problem}`)
    expect(answer.reply.raw).toBe(JSON.stringify(body))
  })

  it('is unreadable when it is no JSON', async () => {
    server.behave({ do: 'send', text: '<html>Welcome to the proxy</html>' })
    expect(await open().ask(question)).toMatchObject({
      status: 'unreadable',
      reply: { raw: '<html>Welcome to the proxy</html>' },
    })
  })

  it('leaves the metric without a score, not at zero', async () => {
    replying({ safetyResult: { confidence: 0.2 } })
    const score = await safety({ judge: open() }).score(evalCase, transcript, {})
    expect(score.status).toBe('not-evaluated')
    replying({ coherenceResult: { score: 4.5 } })
    const other = await responseEvaluation({ judge: open() }).score(evalCase, transcript, {})
    expect(other.status).toBe('not-evaluated')
  })
})

describe('a service that does not answer', () => {
  it('is asked again after the time that a 429 names, by the retries of models', async () => {
    server.behave(
      { do: 'reply', status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'Quota exceeded.' } } },
      { do: 'reply', body: safe },
    )
    const delays: number[] = []
    const judge = vertexEvaluation({
      ...place,
      baseUrl: server.url,
      accessToken: async () => TOKEN,
      wrap: (service) => withModelRetries(service, { random: () => 0, sleep: async (ms) => void delays.push(ms) }),
    })
    expect(await judge.ask(question)).toMatchObject({ status: 'answered', reply: { calls: 2 } })
    expect(delays).toEqual([7000])
  })

  it('says what a 429 means when it is asked once', async () => {
    server.behave({ do: 'reply', status: 429, headers: { 'retry-after': '7' }, body: {} })
    expect(await failureOf()).toMatchObject({
      code: 'judge',
      message: 'Vertex AI evaluation answered with status 429: {}',
      retryable: true,
      retryAfterMs: 7000,
    })
  })

  it('says what to do about a 403, and never shows the token', async () => {
    const problem = `Permission denied on my-project for Bearer ${TOKEN}.`
    server.behave({ do: 'reply', status: 403, body: { error: { code: 403, message: problem } } })
    const failure = await failureOf()
    expect(failure).toMatchObject({ code: 'judge', retryable: false })
    expect(failure.message).toBe(
      'Vertex AI evaluation answered with status 403: Permission denied on my-project for Bearer [key].',
    )
    expect(failure.hint && toEnglish(failure.hint)).toBe(
      'See whether the Vertex AI API is switched on in my-project, and whether you may use it',
    )
    expect(JSON.stringify([failure, failure.cause, failure.stack])).not.toContain(TOKEN)
  })

  it('does not follow to another host', async () => {
    server.behave({ do: 'send', status: 307, headers: { location: `${server.url}/elsewhere` }, text: '' })
    expect((await failureOf()).message).toBe('Vertex AI evaluation answered with status 307')
    expect(server.requests).toHaveLength(1)
  })

  it('says that it cannot be reached', async () => {
    server.behave({ do: 'reset' })
    expect(await failureOf()).toMatchObject({
      code: 'judge',
      message: 'Vertex AI evaluation cannot be reached: ECONNRESET',
      retryable: true,
    })
  })

  it('makes an error of the score', async () => {
    server.behave({ do: 'reply', status: 403, body: {} })
    const score = await safety({ judge: open() }).score(evalCase, transcript, {})
    expect(score).toMatchObject({ status: 'error', blame: 'judge' })
  })

  it('stops when the signal aborts', async () => {
    server.behave({ do: 'hang' })
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('enough')), 50)
    await expect(open().ask(question, controller.signal)).rejects.toThrow('enough')
  })
})

describe('the settings of the service', () => {
  it('refuse a location that would send the credentials elsewhere', () => {
    expect(() =>
      vertexEvaluation({ place: { project: 'p', location: 'evil.example/' }, apiKey: 'made-up-key' }),
    ).toThrow('"evil.example/" is no location of Google Cloud')
  })

  it('refuse credentials that no header can hold, without showing them', async () => {
    replying(safe)
    const failure = await failureOf(
      vertexEvaluation({ ...place, baseUrl: server.url, accessToken: async () => `${TOKEN}\n` }),
    )
    expect(failure).toMatchObject({ code: 'config' })
    expect(failure.message).not.toContain(TOKEN)
    expect(server.requests).toEqual([])
  })
})
