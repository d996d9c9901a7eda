import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { responseTextOf, toolCallsOf, type EvalCase, type Target } from '../../core/index.ts'
import { reviewSuiteFrom } from '../../packs/review/formats/review-suite.ts'
import { readReview } from '../../text/index.ts'
import { commandTarget } from '../program/command-target.ts'
import { functionTarget } from '../function-target.ts'
import { httpTarget } from '../http/http-target.ts'

const signal = new AbortController().signal
const folder = mkdtempSync(join(tmpdir(), 'reviewers-'))
const review = {
  result: 'fail',
  confidence: 0.9,
  explanation: '消火器は 1 本だけです。',
  citations: ['消火器: 1 本', 'p. 2'],
}
const read = {
  result: 'fail',
  confidence: 0.9,
  explanation: '消火器は 1 本だけです。',
  citations: ['消火器: 1 本', 'p. 2'],
}
const pretty = JSON.stringify(review, null, 2)
const servers: { close: () => unknown }[] = []

afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true })
})

/** What reviewers of strangers print, return and send. */
const texts: Readonly<Record<string, string>> = {
  'the review': JSON.stringify(review),
  'printed over many lines': pretty,
  'in a fence': `\`\`\`json\n${pretty}\n\`\`\``,
  'with prose around': `Let me see.\n\n${pretty}\n\nThat is all.`,
  'between markers': `<<JSON_START>>${JSON.stringify(review)}<<JSON_END>>`,
  'between markers, over many lines': `Thinking …\n<<JSON_START>>\n${pretty}\n<<JSON_END>>\n`,
  'as the response': JSON.stringify({ response: review }),
  'as the response, over many lines': JSON.stringify({ response: review }, null, 2),
  'as the text of the response': JSON.stringify({ response: JSON.stringify(review) }),
  'as the text of the response, in a fence': JSON.stringify({ response: `\`\`\`json\n${pretty}\n\`\`\`` }),
  'as a JSON text': JSON.stringify(JSON.stringify(review)),
  'with citations as objects': JSON.stringify({
    ...review,
    citations: review.citations.map((quote, index) => ({ id: index, quote, page: 2 })),
  }),
  'in a list of one': JSON.stringify([review]),
  'as Python prints a dict': `{'result': 'fail', 'confidence': 0.9, 'explanation': '消火器は 1 本だけです。', 'citations': ['消火器: 1 本', 'p. 2']}`,
  'behind lines of a log': `INFO loading model\n{"level": "info", "message": "ready"}\n${JSON.stringify(review)}`,
}

describe('a reviewer', () => {
  it.each(Object.entries(texts))('is read as a program, %s', async (_, text) => {
    expect(await reviewOf(program(text))).toMatchObject(read)
  })

  it.each(Object.entries(texts))('is read behind an address, %s', async (_, text) => {
    expect(await reviewOf(await endpoint(text))).toMatchObject(read)
  })

  it.each(Object.entries(texts))('is read as a function, %s', async (_, text) => {
    expect(await reviewOf(functionTarget(() => text))).toMatchObject(read)
  })

  it.each(Object.entries(texts).filter(([, text]) => jsonOf(text) !== undefined))(
    'is read as a function that gives the value, %s',
    async (_, text) => {
      expect(await reviewOf(functionTarget(() => jsonOf(text) as string))).toMatchObject(read)
    },
  )

  it('gets the input by its own names, as `input` and as the text of the message', async () => {
    const echo = `
      const chunks = []
      process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
        const asked = JSON.parse(Buffer.concat(chunks).toString())
        const { document_paths, check_name, language_name } = asked
        const same = JSON.stringify([asked.input, JSON.parse(asked.message)])
        console.log(JSON.stringify({ result: 'pass', explanation: JSON.stringify({ document_paths, check_name, language_name, same }) }))
      })`
    const input = {
      document_paths: [join(folder, 'fixtures', 'plan.txt')],
      check_name: '消火器',
      check_description: '2 本以上ある',
      language_name: '日本語',
    }
    const expected = {
      document_paths: input.document_paths,
      check_name: '消火器',
      language_name: '日本語',
      same: JSON.stringify([input, input]),
    }
    const { explanation } = await reviewOf(commandTarget({ command: [process.execPath, '-e', echo] }))
    expect(JSON.parse(explanation)).toEqual(expected)
    const bodies: unknown[] = []
    const { explanation: sent } = await reviewOf(
      await endpoint((body) => {
        bodies.push(body)
        return JSON.stringify({ result: 'pass', explanation: JSON.stringify(body) })
      }),
    )
    expect(JSON.parse(sent)).toMatchObject({ ...input, input, message: JSON.stringify(input), history: [] })
    const seen = await reviewOf(
      functionTarget((message, context) => ({
        result: 'pass',
        explanation: JSON.stringify([context.input, JSON.parse(message)]),
      })),
    )
    expect(JSON.parse(seen.explanation)).toEqual([input, input])
    const own = await endpoint((body) => JSON.stringify({ result: 'pass', explanation: JSON.stringify(body) }), {
      task: '{{input}}',
    })
    expect(JSON.parse((await reviewOf(own)).explanation)).toEqual({ task: input })
  })

  it('may tell its tool calls and what it used beside the review', async () => {
    const invocation = await ask(
      functionTarget(() => ({ ...review, tool_calls: [{ name: 'read', args: {} }], usage: { input_tokens: 7 } })),
    )
    expect(invocation && toolCallsOf(invocation)).toEqual([{ name: 'read', args: {} }])
    expect(invocation?.usage).toEqual({ inputTokens: 7 })
  })

  it.each([
    ['two reviews that contradict each other', `${JSON.stringify(review)}\n${JSON.stringify({ result: 'pass' })}`],
    [
      'a review and a response that contradict each other',
      JSON.stringify({ ...review, response: '{"result": "pass"}' }),
    ],
    ['two results in one object', '{"result": "fail", "explanation": "", "result": "pass"}'],
    ['an object of another kind', '{"verdict": "fail"}'],
    ['a result of another kind', JSON.stringify({ result: 'ok', response: 'fine' })],
  ])('is not read where it gave %s', async (_, text) => {
    for (const target of [program(text), await endpoint(text), functionTarget(() => text)]) {
      expect(readReview(responseTextOf((await ask(target)) ?? never()) ?? '')).toMatchObject({
        status: 'invalid-output',
      })
    }
  })

  it('is an error where a program printed no object at all', async () => {
    await expect(ask(program('I would say fail.'))).rejects.toThrow(
      'sh printed a line that is not an answer: I would say fail.',
    )
  })
})

async function reviewOf(target: Target) {
  const invocation = await ask(target)
  const answer = readReview((invocation && responseTextOf(invocation)) ?? '')
  if (answer.status !== 'read') throw new Error(JSON.stringify(answer.reason))
  return answer.review
}

async function ask(target: Target) {
  const conversation = await target.open(theCase(), { signal })
  try {
    return await conversation.say(theCase().conversation?.[0]?.userContent ?? never(), signal)
  } finally {
    await conversation.close()
    await target.close?.()
  }
}

function theCase(): EvalCase {
  const suite = {
    name: 'one',
    input: {
      document_paths: ['plan.txt'],
      check_name: '消火器',
      check_description: '2 本以上ある',
      language_name: '日本語',
    },
    expected_output: { result: 'pass' },
  }
  const file = join(folder, 'suite.json')
  const { cases } = reviewSuiteFrom(suite, { origin: { file }, id: 'suite' })
  return cases[0] ?? never()
}

function program(text: string): Target {
  const file = join(folder, 'answer.txt')
  writeFileSync(file, text)
  return commandTarget({ command: ['sh', '-c', 'cat > /dev/null; cat "$0"', file] })
}

async function endpoint(answer: string | ((body: unknown) => string), body?: unknown): Promise<Target> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      response.end(typeof answer === 'string' ? answer : answer(JSON.parse(Buffer.concat(chunks).toString()))),
    )
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return httpTarget({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ...(body !== undefined && { body }),
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function never(): never {
  throw new Error('not there')
}
