import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../src/core/index.ts'
import { newProject } from './run-shinsa.ts'

const call = { name: 'get_weather', arguments: { city: '神戸' } }
const said = (role: string, ...parts: readonly object[]) => ({ role, parts })
const text = (content: string) => ({ type: 'text', content })

/** One turn of an agent as OpenTelemetry's conventions write it. */
function turn(conversation: string, question: string, at: number) {
  const id = (digit: number) => `${at}${digit}`.padStart(16, '0')
  const span = (
    spanId: string,
    name: string,
    offset: number,
    attributes: Record<string, unknown>,
    parent?: string,
  ) => ({
    traceId: String(at).padStart(32, '0'),
    spanId,
    ...(parent === undefined ? {} : { parentSpanId: parent }),
    name,
    startTimeUnixNano: `${at + offset}000000000`,
    endTimeUnixNano: `${at + offset + 1}000000000`,
    attributes: Object.entries({ 'gen_ai.conversation.id': conversation, ...attributes }).map(([key, value]) => ({
      key,
      value: { stringValue: typeof value === 'string' ? value : JSON.stringify(value) },
    })),
  })
  const asked = [said('user', text(question))]
  const called = said('assistant', { type: 'tool_call', id: 'c1', ...call })
  const gave = said('tool', { type: 'tool_call_response', id: 'c1', response: { degrees: 21 } })
  const answer = said('assistant', text(`21度です (${question})`))
  const spans = [
    span(id(1), 'invoke_agent weather', 0, {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'weather',
      'gen_ai.system_instructions': [text('Answer in one sentence.')],
      'gen_ai.input.messages': asked,
      'gen_ai.output.messages': [answer],
    }),
    span(id(2), 'chat m', 1, { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': [called] }, id(1)),
    span(
      id(3),
      'execute_tool get_weather',
      2,
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_weather',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': call.arguments,
        'gen_ai.tool.call.result': { degrees: 21 },
      },
      id(1),
    ),
    span(
      id(4),
      'chat m',
      3,
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.input.messages': [...asked, called, gave],
        'gen_ai.output.messages': [answer],
      },
      id(1),
    ),
  ]
  return { resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 'test' }, spans }] }] }
}

const production = [turn('chat/1', '神戸は?', 100), turn('chat/1', 'Osaka?', 200), turn('b', 'Nara?', 300)]
  .map((one) => JSON.stringify(one))
  .join('\n')

describe('shinsa convert TRACES', () => {
  it('writes what happened as transcripts, whatever the file is called, packed too', async () => {
    const project = newProject({ 'yesterday.dat': gzipSync(production) })
    const { exitCode, stdout, stderr } = await project.runHere('convert', 'yesterday.dat', '--to', 'transcripts')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ eval_id: id, invocations }) => [id, invocations.length])).toEqual([
      ['chat-1', 2],
      ['b', 1],
    ])
    expect(lines[0].invocations[0]).toMatchInlineSnapshot(`
      {
        "app_details": {
          "agent_details": {
            "weather": {
              "instructions": "Answer in one sentence.",
              "name": "weather",
            },
          },
        },
        "creation_timestamp": 100,
        "duration": 1,
        "final_response": {
          "parts": [
            {
              "text": "21度です (神戸は?)",
            },
          ],
          "role": "model",
        },
        "inference_call_count": 2,
        "intermediate_data": {
          "invocation_events": [
            {
              "author": "weather",
              "content": {
                "parts": [
                  {
                    "function_call": {
                      "args": {
                        "city": "神戸",
                      },
                      "id": "c1",
                      "name": "get_weather",
                    },
                  },
                ],
                "role": "model",
              },
            },
            {
              "author": "weather",
              "content": {
                "parts": [
                  {
                    "function_response": {
                      "id": "c1",
                      "name": "get_weather",
                      "response": {
                        "degrees": 21,
                      },
                    },
                  },
                ],
                "role": "user",
              },
            },
          ],
        },
        "provenance": {
          "instructions": "observed",
          "listener": "OpenTelemetry",
          "toolCalls": "observed",
          "toolDeclarations": "unknown",
        },
        "trace": {
          "span_id": "0000000000001001",
          "trace_id": "00000000000000000000000000000100",
        },
        "user_content": {
          "parts": [
            {
              "text": "神戸は?",
            },
          ],
          "role": "user",
        },
      }
    `)
  })

  it('makes cases that expect the same again, and says what they do not hold', async () => {
    const project = newProject({ 'traces/a.jsonl': production, 'traces/notes.json': '{"hello": 1}' })
    const { exitCode, stderr } = await project.runHere('convert', 'traces', '--to', 'case-lines', '-o', 'cases.jsonl')
    expect(exitCode).toBe(0)
    expect(stderr).toMatchInlineSnapshot(`
      "note: 1 file has no trace, the first is PROJECT/traces/notes.json
      note: cases have no place for what tools answered, for texts on the way, tokens, times and spans; transcripts have
      "
    `)
    expect(project.read('cases.jsonl').split('\n')[1]).toMatchInlineSnapshot(
      `"{"eval_id":"b","conversation":[{"user_content":{"parts":[{"text":"Nara?"}],"role":"user"},"final_response":{"parts":[{"text":"21度です (Nara?)"}],"role":"model"},"intermediate_data":{"tool_uses":[{"name":"get_weather","args":{"city":"神戸"}}]},"app_details":{"agent_details":{"weather":{"name":"weather","instructions":"Answer in one sentence."}}}}],"creation_timestamp":300}"`,
    )
    const { outcome, document } = await project.runJson('cases.jsonl', '--target', 'recorded:traces')
    expect(outcome.exitCode).toBe(0)
    expect(document.run.summary?.results).toMatchObject({ total: 2, passed: 2 })
    expect(outcome.stderr).toContain('warning: 1 file has no trace, the first is PROJECT/traces/notes.json')
  })

  it('reads what console exporters print, between lines of the program’s own', async () => {
    const [first] = turn('a', 'Nara?', 100).resourceSpans[0]?.scopeSpans[0]?.spans ?? []
    const attributes = Object.fromEntries((first?.attributes ?? []).map(({ key, value }) => [key, value.stringValue]))
    const span = {
      traceId: first?.traceId,
      id: first?.spanId,
      name: first?.name,
      timestamp: 1e14,
      duration: 5,
      attributes,
    }
    const shown = inspect({ ...span, parentSpanContext: undefined, status: { code: 0 } }, { depth: 3 })
    const project = newProject({ 'log.txt': `The agent starts, now.\n${shown}\nDone.\n` })
    const { stdout } = await project.runHere('convert', 'log.txt', '--to', 'transcripts')
    expect(JSON.parse(stdout)).toMatchObject({
      invocations: [{ final_response: { parts: [{ text: '21度です (Nara?)' }] } }],
    })
  })

  it('writes cases in the other formats of datasets too, by the ending of the file', async () => {
    const project = newProject({ 'production.jsonl': production })
    const { exitCode } = await project.runHere('convert', 'production.jsonl', '-o', 'weather.evalset.json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(project.read('weather.evalset.json')).eval_cases).toHaveLength(2)
    const { stderr } = await project.runHere('convert', 'production.jsonl')
    expect(stderr).toBe(
      'error: these are traces: what are they to become?\nhint: Name it: --to transcripts | case-lines.\n',
    )
  })

  it('says what is read, where a file is nothing of the kind', async () => {
    const project = newProject({ 'x.json': '{"hello": 1}', 'cut.json': '{"resourceSpans": [{' })
    const { exitCode, stderr } = await project.runHere('convert', 'x.json', '--to', 'transcripts')
    expect(exitCode).toBe(2)
    expect(stderr).toMatchInlineSnapshot(`
      "error: PROJECT/x.json: there is no trace in it
      hint: Read are OTLP in JSON or JSON lines (\`resourceSpans\`), spans as OpenTelemetry’s SDKs print them, lists of spans with names and attributes, exports of Langfuse, LangSmith and Phoenix in JSON, JSON lines or CSV, and trajectories of ATIF 1.x; each also as .gz.
      "
    `)
    expect((await project.runHere('convert', 'cut.json', '--to', 'case-lines')).stderr).toMatchInlineSnapshot(`
      "error: PROJECT/cut.json:1:21: the file ends in the middle of what stands here
      hint: It was cut off, perhaps while it was written or copied. Get the whole file.
      "
    `)
  })
})

const caseOf = (id: string, ...questions: readonly string[]) => ({
  eval_id: id,
  conversation: questions.map((question) => ({
    user_content: { role: 'user', parts: [{ text: question }] },
    intermediate_data: { tool_uses: [{ name: 'get_weather', args: { city: '神戸' } }] },
  })),
})

it('finds the conversation of a case by its id or by what the user says, and says where it does not', async () => {
  const attributes = [{ key: 'shinsa.case.id', value: { stringValue: 'named' } }]
  const [ofCase] = turn('e', 'Uji?', 600).resourceSpans
  const named = JSON.stringify({ resourceSpans: [{ ...ofCase, resource: { attributes } }] })
  const twice = `${named}\n${production}\n${JSON.stringify(turn('c', 'Kobe?', 400))}\n${JSON.stringify(turn('d', 'Kobe?', 500))}`
  const project = newProject({
    'test_config.json': { criteria: { tool_trajectory_avg_score: 1 } },
    'production.jsonl': twice,
    'cases.jsonl': [
      caseOf('b', 'Something else?'),
      caseOf('words', '神戸は?', ' Osaka? '),
      caseOf('nobody', 'Kyoto?'),
      caseOf('two', 'Kobe?'),
      caseOf('named', 'Whatever?'),
    ]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  })
  const { document } = await project.runJson('cases.jsonl', '--target', 'recorded:production.jsonl')
  const shown = document.results.map(({ evalCase, verdict, transcript: { failure } }) => [
    evalCase.id,
    verdict,
    failure && toEnglish(failure.reason),
  ])
  expect(shown).toMatchInlineSnapshot(`
    [
      [
        "b",
        "passed",
        undefined,
      ],
      [
        "words",
        "passed",
        undefined,
      ],
      [
        "nobody",
        "not-evaluated",
        "No traced conversation has the id of case nobody, and in none the user says the same",
      ],
      [
        "two",
        "not-evaluated",
        "In 2 traced conversations the user says the same as in case two: c, d",
      ],
      [
        "named",
        "passed",
        undefined,
      ],
    ]
  `)
  const { stdout } = await project.runHere('export', 'latest', '--format', 'otlp')
  const [record] = JSON.parse(stdout.split('\n')[0] ?? '').resourceLogs[0].scopeLogs[0].logRecords
  expect([record.traceId, record.spanId]).toEqual(['0'.repeat(29) + '300', '0'.repeat(12) + '3001'])
})
