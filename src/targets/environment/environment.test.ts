import { describe, expect, it } from 'vitest'
import { responseTextOf, type EvalCase, type Target } from '../../core/index.ts'
import { scriptedModel } from '../../models/scripted-model.ts'
import { functionTarget, type FunctionAgent } from '../function-target.ts'
import { modelMadeTools } from './model-made-tools.ts'
import { readRecording, recordedTools, replayedTools } from './tool-traffic.ts'

const { signal } = new AbortController()
const connections =
  '{"connections":[{"parameter":"ticket_id","creatingTools":["open_ticket"],"consumingTools":["get_ticket"]}]}'
const mocks = ['open_ticket', 'get_ticket'].map((tool_name) => ({
  tool_name,
  mock_strategy_type: 'MOCK_STRATEGY_TOOL_SPEC',
}))
const declarations = [{ name: 'open_ticket', parameters: { type: 'object' } }, { name: 'get_ticket' }]

/** Calls the tool that the message names, with the rest of the message as arguments. */
const caller: FunctionAgent = async (text, { tools }) => {
  const [name = '', args = '{}'] = text.split(/ (.*)/s)
  return JSON.stringify(await tools.call(name, JSON.parse(args), (given) => ({ real: given })))
}

const swallowing: FunctionAgent = async (text, context) => {
  try {
    return await caller(text, context)
  } catch {
    return 'Sorry, that did not work.'
  }
}

const failing: FunctionAgent = async (text, context) => {
  await caller(text, context)
  throw new Error('no words')
}

describe('the tools of a function target', () => {
  it('are the real ones unless the case declares mocks', async () => {
    const metadata = { tool_mocks: { weather: [{ injected_response: { t: 21 } }] } }
    expect(await say(functionTarget(caller), 'weather {"city":"Oslo"}')).toEqual(['{"real":{"city":"Oslo"}}'])
    expect(await say(functionTarget(caller), 'weather {}', { id: 'c', metadata })).toEqual(['{"t":21}'])
  })

  it('are not picked up in the middle of a conversation once they remember something', () => {
    expect(functionTarget(caller).continues).toBe(true)
    expect(functionTarget(caller, { environment: [replayedTools([])] }).continues).toBe(false)
  })

  it('say so when nobody can answer', async () => {
    const target = functionTarget(async (_text, { tools }) => String(await tools.call('nothing', {})))
    await expect(say(target, 'hi')).rejects.toMatchObject({
      code: 'agent',
      message: 'nobody answers the call of nothing',
    })
  })

  it('write down what their model cost, also for replies that were of no use', async () => {
    const model = scriptedModel([connections, 'no idea', { text: '{"ticket_id":7}', usage: { inputTokens: 9 } }])
    const target = functionTarget(caller, { environment: [modelMadeTools({ model, mocks, declarations })] })
    const costs: unknown[] = []
    const account = { assertOpen: () => undefined, note: async (...noted: unknown[]) => void costs.push(noted) }
    const conversation = await target.open({ id: 'c' }, { signal, account })
    await conversation.say({ parts: [{ text: 'open_ticket {}' }] }, signal)
    expect(costs).toEqual([
      ['environment', { calls: 1, unpriced: 1 }],
      ['environment', { calls: 1, unpriced: 1 }],
      ['environment', { calls: 1, inputTokens: 9, unpriced: 1 }],
    ])
    expect(target.environmentModels).toEqual(['scripted'])
  })

  it('are not called any more when the exchange is over', async () => {
    const late = Promise.withResolvers<unknown>()
    const metadata = { tool_mocks: { f: [{ injected_response: { t: 1 } }] } }
    const target = functionTarget(async (_text, { tools }) => {
      setTimeout(() => tools.call('f', {}).then(late.resolve, late.reject), 20)
      return 'done'
    })
    expect(await say(target, 'hi', { id: 'c', metadata })).toEqual(['done'])
    await expect(late.promise).rejects.toThrow('f was called when the exchange was over')
  })

  it('cannot make an agent that swallows errors pay for a simulation that broke', async () => {
    const model = scriptedModel([connections, 'no idea', 'none'])
    const target = functionTarget(swallowing, { environment: [modelMadeTools({ model, mocks, declarations })] })
    await expect(say(target, 'open_ticket {}')).rejects.toMatchObject({
      code: 'judge',
      message: 'the model that simulates open_ticket did not answer with a JSON object',
    })
  })
})

describe('modelMadeTools', () => {
  it('tells the model what was created before, and keeps that for each conversation', async () => {
    const model = scriptedModel([connections, '```json\n{"ticket":{"ticket_id":"t-1"}}\n```', '{"ok":1}', '{"ok":2}'])
    const target = functionTarget(caller, {
      environment: [modelMadeTools({ model, mocks, declarations, environmentData: 'Kim has no tickets.' })],
    })
    const conversation = await target.open({ id: 'one' }, { signal })
    const created = await conversation.say(saying('open_ticket {"title":"x"}'), signal)
    expect(created && responseTextOf(created)).toBe('{"ticket":{"ticket_id":"t-1"}}')
    await conversation.say(saying('get_ticket {"ticket_id":"t-1"}'), signal)
    expect(shownTo(model, 2)).toMatchObject({
      tool: { name: 'get_ticket' },
      environment: 'Kim has no tickets.',
      connections: [{ parameter: 'ticket_id' }],
      state: {
        created: { ticket_id: { 't-1': { ticket: { ticket_id: 't-1' } } } },
        calls: [{ name: 'open_ticket', args: { title: 'x' }, response: { ticket: { ticket_id: 't-1' } } }],
      },
      call: { name: 'get_ticket', args: { ticket_id: 't-1' } },
    })
    await say(target, 'get_ticket {}', { id: 'two' })
    expect(shownTo(model, 3)).toMatchObject({ state: { created: {}, calls: [] } })
    expect(model.requests).toHaveLength(4)
  })

  it('forgets what an exchange did that failed', async () => {
    const model = scriptedModel([connections, '{"ticket_id":"t-1"}', '{"ticket_id":"t-2"}'])
    let failures = 1
    const target = functionTarget(
      async (text, context) => {
        const answer = await caller(text, context)
        if (failures-- > 0) throw new Error('flaky')
        return answer
      },
      { environment: [modelMadeTools({ model, mocks, declarations })] },
    )
    const conversation = await target.open({ id: 'one' }, { signal })
    await expect(conversation.say(saying('open_ticket {}'), signal)).rejects.toThrow('flaky')
    await conversation.say(saying('open_ticket {}'), signal)
    expect(shownTo(model, 2)).toMatchObject({ state: { created: {}, calls: [] } })
  })

  it('asks again for JSON, and hands out an error object instead when it has to be like ADK', async () => {
    const model = scriptedModel([connections, 'Sure!', '{"ok":true}'])
    const environment = [modelMadeTools({ model, mocks, declarations })]
    expect(await say(functionTarget(caller, { environment }), 'get_ticket {}')).toEqual(['{"ok":true}'])
    expect(model.requests[2]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    const adk = modelMadeTools({ model: scriptedModel([connections, 'Sure!']), mocks, declarations, adkCompat: true })
    expect(await say(functionTarget(caller, { environment: [adk] }), 'get_ticket {}')).toEqual([
      '{"status":"error","error_message":"get_ticket failed: its simulation gave no JSON object"}',
    ])
  })

  it('leaves other tools alone', async () => {
    const environment = [modelMadeTools({ model: scriptedModel([]), mocks, declarations })]
    expect(await say(functionTarget(caller, { environment }), 'weather {}')).toEqual(['{"real":{}}'])
  })

  it('finds the connections once, also for cases at the same time, and again after a failure', async () => {
    const model = scriptedModel((_request, index) => [new Error('busy'), connections][index] ?? `{"index":${index}}`)
    // Models take their time, so that both cases have asked before there is an answer.
    const slow: typeof model = {
      ...model,
      async generate(...asked) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return model.generate(...asked)
      },
    }
    const target = functionTarget(caller, { environment: [modelMadeTools({ model: slow, mocks, declarations })] })
    const failed = await Promise.allSettled([say(target, 'get_ticket {}'), say(target, 'get_ticket {}')])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await Promise.all([say(target, 'get_ticket {}'), say(target, 'get_ticket {}')])
    expect(model.requests).toHaveLength(4)
  })
})

describe('recorded traffic', () => {
  it('is one line of JSON for each call, and can be played back without the tools', async () => {
    const lines: string[] = []
    let calls = 0
    const counting: FunctionAgent = async (text, { tools }) =>
      JSON.stringify(await tools.call('count', { by: text, also: 1 }, () => ({ calls: (calls += 1) })))
    const recording = functionTarget(counting, { environment: [recordedTools(async (line) => void lines.push(line))] })
    await say(recording, ['a', 'b', 'a'])
    const [conversation] = /[0-9a-f]{8}/.exec(lines.join('')) ?? []
    expect(lines.map((line) => line.replaceAll(conversation ?? '', 'ID'))).toEqual([
      '{"case":"c","repeat":0,"conversation":"ID","name":"count","args":{"by":"a","also":1},"response":{"calls":1}}\n',
      '{"case":"c","repeat":0,"conversation":"ID","name":"count","args":{"by":"b","also":1},"response":{"calls":2}}\n',
      '{"case":"c","repeat":0,"conversation":"ID","name":"count","args":{"by":"a","also":1},"response":{"calls":3}}\n',
    ])
    const read = readRecording(lines.join(''), 'calls.jsonl')
    const replaying = functionTarget(counting, { environment: [replayedTools(read)] })
    expect(await say(replaying, ['a', 'a', 'b'])).toEqual(['{"calls":1}', '{"calls":3}', '{"calls":2}'])
    expect(calls).toBe(3)
  })

  it('says which call was not recorded, or asks on when it is lenient', async () => {
    const read = readRecording('{"args":{"b":2,"a":1},"name":"f","response":7}', 'calls.jsonl')
    const strict = functionTarget(caller, { environment: [replayedTools(read)] })
    expect(await say(strict, 'f {"a":1,"b":2}')).toEqual(['7'])
    await expect(say(strict, 'f {"a":2}')).rejects.toThrow('the recording has no call f {"a":2}')
    await expect(say(strict, ['f {"a":1,"b":2}', 'f {"a":1,"b":2}'])).rejects.toThrow(
      'the recording has 1 call f {"a":1,"b":2}, and the agent made one more',
    )
    const lenient = functionTarget(caller, { environment: [replayedTools(read, { lenient: true })] })
    expect(await say(lenient, 'f {"a":2}')).toEqual(['{"real":{"a":2}}'])
  })

  it('has what a tool threw, and nothing of an exchange that failed', async () => {
    const lines: string[] = []
    const target = functionTarget(
      async (text, { tools }) => {
        const outcome = await tools.call('f', {}, () => Promise.reject(new Error('no route'))).catch(String)
        if (text === 'fail') throw new Error('flaky')
        return String(outcome)
      },
      { environment: [recordedTools(async (line) => void lines.push(line))] },
    )
    const conversation = await target.open({ id: 'c' }, { signal })
    await expect(conversation.say(saying('fail'), signal)).rejects.toThrow('flaky')
    await conversation.say(saying('go'), signal)
    await conversation.close()
    const read = readRecording(lines.join(''), 'x')
    expect(read).toMatchObject([{ case: 'c', name: 'f', args: {}, error: 'no route' }])
    const replaying = functionTarget(caller, { environment: [replayedTools(read)] })
    await expect(say(replaying, 'f {}', { id: 'c' })).rejects.toThrow('no route')
  })

  it('is played back from where it was when an exchange is tried again', async () => {
    const read = readRecording('{"name":"f","args":{},"response":1}', 'calls.jsonl')
    let failures = 1
    const target = functionTarget(
      async (text, context) => {
        const answer = await caller(text, context)
        if (failures-- > 0) throw new Error('flaky')
        return answer
      },
      { environment: [replayedTools(read)] },
    )
    const conversation = await target.open({ id: 'c' }, { signal })
    await expect(conversation.say(saying('f'), signal)).rejects.toThrow('flaky')
    const said = await conversation.say(saying('f'), signal)
    expect(said && responseTextOf(said)).toBe('1')
  })

  it('is the error of the case where a call was not recorded, even when the agent swallows that', async () => {
    const target = functionTarget(swallowing, { environment: [replayedTools([])] })
    await expect(say(target, 'f')).rejects.toMatchObject({
      code: 'environment',
      message: 'the recording has no call f {}',
    })
  })

  it('has the last attempt of an exchange that failed for good, so that it fails again in the same way', async () => {
    const lines: string[] = []
    const recording = functionTarget(failing, { environment: [recordedTools(async (more) => void lines.push(more))] })
    const conversation = await recording.open({ id: 'c' }, { signal })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(conversation.say(saying('f'), signal)).rejects.toThrow('no words')
    }
    await conversation.close()
    const read = readRecording(lines.join(''), 'x')
    expect(read).toHaveLength(1)
    const replaying = functionTarget(failing, { environment: [replayedTools(read)] })
    await expect(say(replaying, 'f')).rejects.toThrow('no words')
  })

  it('belongs to a repeat of a case; where there are fewer they are gone through again, and the last conversation counts', async () => {
    const text = lineOf(0, 'cut off', 1) + lineOf(2, 'b', 20) + lineOf(0, 'again', 10)
    const target = functionTarget(caller, { environment: [replayedTools(readRecording(text, 'x'))] })
    const answers: (string | undefined)[] = []
    for (const repeat of [0, 1, 2, 3]) {
      const conversation = await target.open({ id: 'c' }, { signal, repeat })
      const said = await conversation.say(saying('f'), signal)
      answers.push(said && responseTextOf(said))
    }
    expect(answers).toEqual(['10', '20', '20', '20'])
  })

  it('tells how many calls nobody made again', async () => {
    const read = readRecording(
      '{"case":"c","name":"f","args":{},"response":1}\n{"case":"c","name":"g","args":{},"response":2}',
      'x',
    )
    const unused: number[] = []
    const environment = [replayedTools(read, { onUnused: (count) => unused.push(count) })]
    await say(functionTarget(caller, { environment }), 'f')
    await say(functionTarget(caller, { environment }), ['f', 'g'])
    expect(unused).toEqual([1, 0])
  })

  it('is refused with its line when it is none', () => {
    expect(() => readRecording('{"name":"f","args":{}}\n\n{"name":"f"}', 'calls.jsonl')).toThrow(
      'calls.jsonl:3: this is not a recorded tool call',
    )
  })
})

async function say(target: Target, texts: string | readonly string[], evalCase: EvalCase = { id: 'c' }) {
  const conversation = await target.open(evalCase, { signal })
  const answers: (string | undefined)[] = []
  for (const text of [texts].flat()) {
    const said = await conversation.say(saying(text), signal)
    answers.push(said && responseTextOf(said))
  }
  await conversation.close()
  return answers
}

function lineOf(repeat: number, conversation: string, response: number): string {
  return `${JSON.stringify({ case: 'c', repeat, conversation, name: 'f', args: {}, response })}\n`
}

/** What stood between the marks of a request. */
function shownTo(model: ReturnType<typeof scriptedModel>, request: number): unknown {
  return JSON.parse(model.requests[request]?.messages[0]?.text.split('\n').slice(1, -1).join('\n') ?? '')
}

function saying(text: string) {
  return { role: 'user', parts: [{ text }] }
}
