import { describe, expect, it } from 'vitest'
import { responseTextOf, type Conversation, type Invocation } from '../../core/index.ts'
import type { ToolSource } from '../environment/tool-source.ts'
import type { FunctionAgent } from '../function-target.ts'
import { caseNamed, saying } from '../target.contract.ts'
import { frameworkFunctionTarget } from './framework-function-target.ts'
import { frameworkTarget } from './framework-target.ts'
import { knownAgent } from './known-frameworks.ts'
import {
  recordedAdk,
  recordedAiSdk,
  recordedClaude,
  recordedLangchain,
  recordedMastra,
  recordedOpenaiAgents,
  recordedStrands,
  type RecordedAgent,
} from '../../../test/fixtures/frameworks/recorded-agents.ts'

const { signal } = new AbortController()
const none = { load: async () => ({}) }
const noUsage = { requests: 1, inputTokens: 0, outputTokens: 0, totalTokens: 0 }

const frameworks: readonly (readonly [string, () => RecordedAgent])[] = [
  ['AI SDK', recordedAiSdk],
  ['OpenAI Agents', recordedOpenaiAgents],
  ['ADK', recordedAdk],
  ['LangChain', recordedLangchain],
  ['Mastra', recordedMastra],
  ['Strands', recordedStrands],
]

describe.each(frameworks)('an agent of %s', (framework, make) => {
  it('is known by its shape, with its name and its tools', async () => {
    const { exported, project } = make()
    expect(await knownAgent(exported, project)).toMatchObject({
      framework,
      name: 'weather',
      tools: ['get_weather', 'search'],
      servesTools: true,
    })
  })

  it('tells its calls one after the other and at once, with answers, tokens and calls of the model', async () => {
    const conversation = await (await targetOf(make())).open(caseNamed('one'), { signal })
    expect(await transcript(conversation)).toEqual([
      {
        calls: ['weather: get_weather {"city":"Kyoto"}', 'weather: search {"query":"umbrellas"}'],
        answers: ['Kyoto is sunny', 'nothing about umbrellas'],
        response: '1: Kyoto is sunny and nothing about umbrellas',
        tokens: [30, 15],
        modelCalls: 3,
      },
      {
        calls: ['weather: get_weather {"city":"Kyoto"}', 'weather: get_weather {"city":"Osaka"}'],
        answers: ['Kyoto is sunny', 'Osaka is sunny'],
        response: '2: Kyoto is sunny and Osaka is sunny',
        tokens: [20, 10],
        modelCalls: 2,
      },
    ])
  })

  it('tells judges what it was told and which tools it has', async () => {
    const conversation = await (await targetOf(make())).open(caseNamed('one'), { signal })
    const said = await conversation.say(saying('the weather then umbrellas'), signal)
    expect(said?.agents?.['weather']).toMatchObject({ name: 'weather', instructions: 'You tell the weather.' })
    expect(JSON.stringify(said?.agents?.['weather']?.toolDeclarations)).toMatch(/get_weather.*search/)
  })

  it('has a history in each conversation, and none of another', async () => {
    const agent = make()
    const target = await targetOf(agent)
    for (const id of ['one', 'two']) {
      const conversation = await target.open(caseNamed(id), { signal })
      await conversation.say(saying(`hello ${id}`), signal)
    }
    expect(JSON.stringify(agent.asked[1])).not.toContain('hello one')
  })

  it('lets others answer its tools, by the means of the framework', async () => {
    const asked: unknown[] = []
    const conversation = await (await targetOf(make())).within?.([answering(asked)]).open(caseNamed('one'), { signal })
    await conversation?.say(saying('the weather then umbrellas'), signal)
    expect(asked).toEqual([
      ['get_weather', { city: 'Kyoto' }],
      ['search', { query: 'umbrellas' }],
    ])
  })

  it('is to blame for what its framework throws', async () => {
    const conversation = await (await targetOf(make())).open(caseNamed('one'), { signal })
    await expect(conversation.say(saying('the model fails'), signal)).rejects.toMatchObject({
      code: 'agent',
      message: expect.stringContaining('the model has a headache'),
    })
  })

  it('is made anew for each conversation where a function without parameters makes it', async () => {
    let made = 0
    const { exported, project } = make()
    const factory = () => {
      made += 1
      return exported
    }
    const target = frameworkFunctionTarget(factory as unknown as FunctionAgent, project, { name: './agent.ts' })
    const conversation = await target.open(caseNamed('one'), { signal })
    const [first] = await transcript(conversation)
    expect(first?.response).toBe('1: Kyoto is sunny and nothing about umbrellas')
    expect(made).toBe(1)
  })
})

describe('a judge sees what the model was sent', () => {
  const now = { name: 'now', description: 'What time it is.' }
  const sent = { name: 'desk', instructions: 'You receive Ann.', toolDeclarations: [{ function_declarations: [now] }] }

  it('by an agent of ADK whose template, function or set of tools made it', async () => {
    type Plugin = { beforeModelCallback(asked: object): Promise<unknown> }
    class InMemoryRunner {
      readonly plugins: readonly Plugin[]
      constructor({ plugins }: { plugins: readonly Plugin[] }) {
        this.plugins = plugins
      }
      async *runAsync() {
        const llmRequest = {
          config: { systemInstruction: 'You are nobody.', tools: [{ functionDeclarations: [now] }] },
        }
        await this.plugins[0]?.beforeModelCallback({ callbackContext: { agentName: 'desk' }, llmRequest })
        // Callbacks of the agent come later.
        llmRequest.config.systemInstruction =
          'You are an agent. Your internal name is "desk". The description about you is "Receives."\n\nYou receive Ann.'
        yield { author: 'desk', content: { role: 'model', parts: [{ text: 'hello' }] } }
      }
    }
    const agent = { [Symbol.for('google.adk.baseAgent')]: true, name: 'desk', instruction: 'You receive {customer}.' }
    const tools = [{ getTools: async () => [] }]
    const project = { load: async () => ({ InMemoryRunner, BasePlugin: Object }) }
    const subAgents = [{ name: 'billing', instruction: () => 'You know invoices.', tools: [] }]
    expect(await agentsOf({ ...agent, tools, subAgents }, project)).toEqual({
      desk: sent,
      billing: { name: 'billing', toolDeclarations: [] },
    })
  })

  it('by an agent of the AI SDK whose call was prepared', async () => {
    const model = { doGenerate() {}, doStream() {} }
    const prompt = [{ role: 'system', content: 'You receive Ann.' }]
    const generate = async (options: { model: { doGenerate(options: object): unknown } }) => {
      options.model.doGenerate({ prompt, tools: [{ type: 'function', ...now }] })
      return { steps: [aiStep('hello')] }
    }
    const settings = { model, instructions: 'You are nobody.', prepareCall() {} }
    const agent = { version: 'agent-v1', id: 'desk', settings, tools: { now, never: now }, generate }
    expect(await agentsOf(agent)).toEqual({ desk: sent })
  })

  it('or that nobody knows, where the agent of the AI SDK cannot be listened to', async () => {
    const settings = { model: 'openai/gpt', instructions: 'You are nobody.', prepareCall() {} }
    const steps = [aiStep('hello')]
    const agent = { version: 'agent-v1', id: 'desk', settings, tools: {}, generate: async () => ({ steps }) }
    expect(await agentsOf(agent)).toEqual({ desk: { name: 'desk', toolDeclarations: [] } })
  })

  it('by an agent of OpenAI Agents whose instructions are a function', async () => {
    type Filter = (asked: object) => unknown
    const run = async (asked: unknown, _input: unknown, { callModelInputFilter }: { callModelInputFilter: Filter }) => {
      callModelInputFilter({ agent: asked, modelData: { input: [], instructions: 'You receive Ann.' } })
      return { newItems: [], history: [], finalOutput: 'hello', state: { usage: noUsage, _context: {} } }
    }
    const agent = {
      name: 'desk',
      instructions: () => 'You are nobody.',
      tools: [now, { name: 'never' }],
      handoffs: [{ name: 'billing', instructions: () => 'You know invoices.', tools: [] }],
      getAllTools: () => [now],
      clone() {},
    }
    expect(await agentsOf(agent, { load: async () => ({ run }) })).toEqual({
      desk: sent,
      billing: { name: 'billing', toolDeclarations: [] },
    })
  })

  it('by an agent of LangChain whose middleware changes it', async () => {
    type Handler = Record<string, (...args: unknown[]) => void>
    const system = { type: 'system', content: 'You receive Ann.' }
    const answer = { type: 'ai', content: 'hello' }
    const invoke = async (_input: unknown, { callbacks: [handler] }: { callbacks: [Handler] }) => {
      const invocation_params = { tools: [{ type: 'function', function: now }] }
      handler['handleChatModelStart']?.({}, [[system]], 1, undefined, { invocation_params }, [], {})
      return { messages: [{ type: 'human', content: 'hi' }, answer] }
    }
    const options = { name: 'desk', systemPrompt: 'You are nobody.', tools: [{ name: 'never' }], middleware: [{}] }
    const agent = { graph: { lg_is_pregel: true, channels: { messages: {} } }, options, invoke }
    expect(await agentsOf(agent)).toEqual({ desk: sent })
  })

  it.each([
    ['OpenAI', { messages: [{ role: 'developer', content: 'You receive Ann.' }], tools: [{ function: now }] }],
    ['OpenAI’s responses', { instructions: 'You receive Ann.', input: 'hi', tools: [now] }],
    ['Anthropic', { system: [{ type: 'text', text: 'You receive Ann.' }], messages: [], tools: [now] }],
    ['Gemini', { systemInstruction: { parts: [{ text: 'You receive Ann.' }] }, contents: [], ...gemini(now) }],
    ['Bedrock', { system: [{ text: 'You receive Ann.' }], messages: [], toolConfig: { tools: [{ toolSpec: now }] } }],
  ])('by an agent of Mastra, in the words of %s', async (_provider, body) => {
    const agent = {
      name: 'desk',
      getLLM() {},
      listTools: async () => ({}),
      getInstructions: async () => 'You are nobody.',
      generate: async () => ({ steps: [{ text: 'hello', request: { body } }], response: {} }),
    }
    const said = await agentsOf(agent)
    expect(said).toMatchObject({ desk: { instructions: 'You receive Ann.' } })
    expect(JSON.stringify(said)).toContain('"name":"now"')
  })
})

function fileAt(file_uri: string, mime_type: string) {
  return { parts: [{ extra: { file_data: { file_uri, mime_type } } }] }
}

function gemini(declared: object) {
  return { tools: [{ functionDeclarations: [declared] }] }
}

async function agentsOf(exported: unknown, project: RecordedAgent['project'] = none) {
  const target = await targetOf({ exported, project, asked: [] })
  const said = await (await target.open(caseNamed('one'), { signal })).say(saying('hi'), signal)
  return said?.agents
}

describe('pictures and files of a user', () => {
  const png = { mimeType: 'image/png', data: 'iVBORw0KGgo=' }
  const pdf = { mimeType: 'application/pdf', data: 'JVBERi0xLjc=' }
  const note = { mimeType: 'text/plain', data: '44GC' }
  const voice = { mimeType: 'audio/mpeg', data: 'SUQz' }
  const content = {
    role: 'user',
    parts: [{ text: 'what is all this?' }, ...[png, pdf, note, voice].map((media) => ({ media }))],
  }
  const asText = { type: 'text', text: 'what is all this?' }
  const files = [png, pdf, note, voice].map(({ mimeType, data }) => ({ type: 'file', mediaType: mimeType, data }))
  const urls = [png, pdf, note, voice].map(({ mimeType, data }) => `data:${mimeType};base64,${data}`)
  const inGemini = [{ text: 'what is all this?' }, ...[png, pdf, note, voice].map((inlineData) => ({ inlineData }))]
  const inLangchain = [
    asText,
    { type: 'image_url', image_url: { url: urls[0] } },
    named('file.pdf', { type: 'file', source_type: 'base64', mime_type: pdf.mimeType, data: pdf.data }),
    named('file.txt', { type: 'file', source_type: 'base64', mime_type: note.mimeType, data: note.data }),
    named('file.mp3', { type: 'audio', source_type: 'base64', mime_type: 'audio/mp3', data: voice.data }),
  ]
  const inOpenai = [
    { type: 'input_text', text: 'what is all this?' },
    { type: 'input_image', image: urls[0] },
    { type: 'input_file', file: urls[1], filename: 'file.pdf' },
    { type: 'input_file', file: urls[2], filename: 'file.txt' },
    { type: 'audio', audio: voice.data, format: 'mp3' },
  ]
  const inStrands = [
    { text: 'what is all this?' },
    { image: { format: 'png', source: bytes(png) } },
    { document: { name: 'file 1', format: 'pdf', source: bytes(pdf) } },
    { document: { name: 'file 2', format: 'txt', source: bytes(note) } },
    { audio: { format: 'mp3', source: bytes(voice) } },
  ]

  it.each([
    ['AI SDK', recordedAiSdk, [{ role: 'user', content: [asText, ...files] }]],
    ['Mastra', recordedMastra, [{ role: 'user', content: [asText, ...files] }]],
    ['OpenAI Agents', recordedOpenaiAgents, [{ role: 'user', content: inOpenai }]],
    ['ADK', recordedAdk, { role: 'user', parts: inGemini }],
    ['LangChain', recordedLangchain, [{ role: 'user', id: expect.any(String), content: inLangchain }]],
    ['Strands', recordedStrands, [inStrands]],
  ] as const)('reach %s in its own words', async (_framework, make, asked) => {
    const agent = make()
    await (await (await targetOf(agent)).open(caseNamed('one'), { signal })).say(content, signal)
    expect(agent.asked).toEqual([asked])
  })

  it.each([
    ['AI SDK', recordedAiSdk],
    ['Mastra', recordedMastra],
    ['OpenAI Agents', recordedOpenaiAgents],
    ['ADK', recordedAdk],
    ['LangChain', recordedLangchain],
  ] as const)('reach %s from an address too', async (_framework, make) => {
    const agent = make()
    const linked = { file_uri: 'https://example.com/a.pdf', mime_type: 'application/pdf' }
    const said = { role: 'user', parts: [{ text: 'what is this?' }, { extra: { file_data: linked } }] }
    await (await (await targetOf(agent)).open(caseNamed('one'), { signal })).say(said, signal)
    expect(JSON.stringify(agent.asked)).toContain('"https://example.com/a.pdf"')
  })

  it('reach Strands from an address where it takes them, and are said where it does not', async () => {
    const agent = recordedStrands()
    const conversation = await (await targetOf(agent)).open(caseNamed('one'), { signal })
    await conversation.say(fileAt('https://example.com/a.png', 'image/png'), signal)
    await conversation.say(fileAt('s3://files/a.pdf', 'application/pdf'), signal)
    const source = { location: { type: 's3', uri: 's3://files/a.pdf' } }
    expect(agent.asked.map((messages) => (messages as unknown[]).at(-1))).toEqual([
      [{ image: { format: 'png', source: { url: 'https://example.com/a.png' } } }],
      [{ document: { name: 'file 1', format: 'pdf', source } }],
    ])
    await expect(conversation.say(fileAt('https://example.com/a.pdf', 'application/pdf'), signal)).rejects.toThrow(
      'The agent takes no application/pdf from an address: https://example.com/a.pdf',
    )
  })

  it('have no name twice in a conversation with Strands, since models refuse that', async () => {
    const agent = recordedStrands()
    const conversation = await (await targetOf(agent)).open(caseNamed('one'), { signal })
    for (const text of ['one', 'two']) await conversation.say({ parts: [{ text }, { media: pdf }] }, signal)
    expect(JSON.stringify(agent.asked).match(/file \d/g)).toEqual(['file 1', 'file 2'])
  })
})

describe('a Strands agent that remembers what cannot be copied', () => {
  it.each([
    ['sessionManager', { sessionManager: {} }, 'sessionManager'],
    ['memoryManager', { memoryManager: {} }, 'memoryManager'],
    ['_modelRouter', { _modelRouter: {} }, 'modelRouter'],
    ['hooks', { _hooksRegistry: { _callbacks: new Map([['event', [() => {}]]]) } }, 'hooks, plugins or middleware'],
    [
      'middleware',
      { _middlewareRegistry: { _handlers: new Map([['stage', [() => {}]]]) } },
      'hooks, plugins or middleware',
    ],
    ['plugins', { _pluginRegistry: { _pending: [new Map()] } }, 'hooks, plugins or middleware'],
  ])('is refused with the reason, and asked where a function makes it: %s', async (_what, state, reason) => {
    const { exported, project } = recordedStrands()
    Object.assign(exported as object, state) // an agent
    const target = await targetOf({ exported, project, asked: [] })
    await expect(async () => {
      await (await target.open(caseNamed('one'), { signal })).say(saying('hi'), signal)
    }).rejects.toMatchObject({
      code: 'target',
      message: `This Strands agent remembers its conversation and cannot be copied for each one: it has ${reason}`,
      hint: { text: expect.stringContaining('export default () => new Agent(…)') },
    })
    const made = frameworkFunctionTarget((() => exported) as unknown as FunctionAgent, project, { name: './agent.ts' })
    const said = await (await made.open(caseNamed('one'), { signal })).say(saying('hi'), signal)
    expect(said && responseTextOf(said)).toBe('1: Kyoto is sunny and nothing about umbrellas')
  })
})

describe('an agent that hands over', () => {
  it.each([
    ['OpenAI Agents', recordedOpenaiAgents, 'weather: transfer_to_billing {}'],
    ['ADK', recordedAdk, 'weather: transfer_to_agent {"agentName":"billing"}'],
  ] as const)('does so as a call of its own, and its tokens are those of both: %s', async (_framework, make, call) => {
    const conversation = await (await targetOf(make())).open(caseNamed('one'), { signal })
    await transcript(conversation)
    const said = await conversation.say(saying('hand over'), signal)
    expect(said && lines(said)).toMatchObject({ calls: [call], tokens: [20, 10], modelCalls: 2 })
    expect(said && responseTextOf(said)).toMatch(/^3: /)
  })
})

describe('what a framework gives in another shape', () => {
  it('is read when all of it has come: streams of the AI SDK, OpenAI Agents and Mastra', async () => {
    const later = { totalUsage: {}, steps: Promise.resolve([aiStep('streamed')]) }
    const run = {
      newItems: [],
      history: [],
      completed: Promise.resolve(),
      finalOutput: 'streamed',
      state: { usage: noUsage },
    }
    const mastra = { totalUsage: {}, runId: '1', getFullOutput: async () => mastraResult }
    for (const said of [later, run, mastra]) {
      const target = frameworkFunctionTarget(() => said as never, none, { name: './agent.ts' })
      const invocation = await (await target.open(caseNamed('one'), { signal })).say(saying('hi'), signal)
      expect(invocation && responseTextOf(invocation)).toBe('streamed')
    }
  })

  it('keeps what a tool threw', async () => {
    const target = frameworkFunctionTarget(() => mastraResult as never, none, { name: './agent.ts' })
    const said = await (await target.open(caseNamed('one'), { signal })).say(saying('hi'), signal)
    expect(said && lines(said)).toMatchObject({ calls: ['agent: search {}'], answers: ['search is down'] })
  })

  it('is a question where a graph interrupts itself, and the next message goes on with it', async () => {
    const asked: unknown[] = []
    class Command {
      readonly resume
      constructor({ resume }: { resume: unknown }) {
        this.resume = resume
      }
    }
    const graph = {
      lg_is_pregel: true,
      channels: { messages: {} },
      checkpointer: {},
      invoke: async (input: { messages?: unknown[]; resume?: unknown }) => {
        asked.push(input.resume)
        const messages = [{ type: 'human', content: 'hi' }]
        if (input.resume === undefined) return { messages, __interrupt__: [{ value: 'Which city?' }] }
        return { messages: [...messages, { type: 'ai', content: `sunny in ${String(input.resume)}` }] }
      },
    }
    const target = await targetOf({ exported: graph, asked, project: { load: async () => ({ Command }) } })
    const conversation = await target.open(caseNamed('one'), { signal })
    const answers: unknown[] = []
    for (const text of ['the weather', 'Kyoto', 'and now?']) {
      const said = await conversation.say(saying(text), signal)
      answers.push(said && responseTextOf(said))
    }
    expect(answers).toEqual(['Which city?', 'sunny in Kyoto', 'Which city?'])
    expect(asked).toEqual([undefined, 'Kyoto', undefined])
  })

  it('tells what graphs within a graph called, and counts what a node asked for itself', async () => {
    const usage = { usage_metadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 } }
    const route = { id: '1', type: 'ai', content: 'weather', ...usage }
    const call = {
      id: '2',
      type: 'ai',
      content: '',
      tool_calls: [{ id: 'c', name: 'get_weather', args: {} }],
      ...usage,
    }
    const answer = { id: '3', type: 'tool', name: 'get_weather', tool_call_id: 'c', content: 'sunny' }
    const last = { id: '4', type: 'ai', content: 'It is sunny.', ...usage }
    type Handler = Record<string, (...args: unknown[]) => void>
    const graph = {
      lg_is_pregel: true,
      channels: { messages: {} },
      async invoke(_input: unknown, { callbacks: [handler] }: { callbacks: [Handler] }) {
        const models = [
          [route, 'route:1'],
          [call, 'expert:2|agent:3'],
          [last, 'answer:4'],
        ] as const
        for (const [at, [message, place]] of models.entries()) {
          const run = [{}, {}, at, undefined, {}, [], { langgraph_checkpoint_ns: place }]
          handler['handleChatModelStart']?.(...run)
          handler['handleLLMEnd']?.({ generations: [[{ message }]] }, at)
          if (message === call) handler['handleToolEnd']?.(answer, 9)
        }
        return { messages: [{ type: 'human', content: 'hi' }, last] }
      },
    }
    const target = await targetOf({ exported: graph, asked: [], project: none })
    const said = await (await target.open(caseNamed('one'), { signal })).say(saying('hi'), signal)
    expect(said && lines(said)).toEqual({
      calls: ['expert: get_weather {}'],
      answers: ['sunny'],
      response: 'It is sunny.',
      tokens: [30, 15],
      modelCalls: 3,
    })
  })

  it('cannot be asked where the state of a graph has no messages', async () => {
    const graph = { lg_is_pregel: true, channels: { question: {} }, invoke() {} }
    await expect(knownAgent(graph, none)).rejects.toThrow('The state of this graph has no messages')
  })
})

const human = { type: 'human', content: 'hi' }

describe('why a model stopped', () => {
  const cut = { finish_reason: 'length' }
  it.each([
    ['AI SDK', { totalUsage: {}, steps: [{ ...aiStep('half'), finishReason: 'length' }] }, 'length'],
    [
      'Mastra',
      { totalUsage: {}, runId: '1', steps: [{ text: 'half', finishReason: 'content-filter' }], response: {} },
      'content-filter',
    ],
    ['LangChain with OpenAI', { messages: [human, { type: 'ai', content: 'half', response_metadata: cut }] }, 'length'],
    ['LangChain with Anthropic', { messages: [human, aiMessage({ stop_reason: 'max_tokens' })] }, 'length'],
    ['LangChain with Gemini', { messages: [human, aiMessage({ finishReason: 'SAFETY' })] }, 'content-filter'],
    ['LangChain with Bedrock', { messages: [human, aiMessage({ stopReason: 'max_tokens' })] }, 'length'],
    ['LangChain with Ollama', { messages: [human, aiMessage({ done_reason: 'length' })] }, 'length'],
    [
      'LangChain with OpenAI’s responses',
      { messages: [human, aiMessage({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })] },
      'length',
    ],
    ['LangChain with OpenAI, which refuses beside the content', { messages: [human, refusing('half')] }, 'stop'],
    ['OpenAI Agents', openaiRun({ choices: [cut] }), 'length'],
    [
      'OpenAI Agents with responses',
      openaiRun({ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }),
      'content-filter',
    ],
    ['OpenAI Agents that said all', openaiRun({ status: 'completed', incomplete_details: null }), 'stop'],
    ['Claude Agent SDK', claude({ subtype: 'success', result: 'half', stop_reason: 'max_tokens' }), 'length'],
    ['Claude Agent SDK that used up its turns', claude({ subtype: 'error_max_turns', is_error: true }), 'error'],
  ])('is told by %s', async (_framework, said, reason) => {
    const target = frameworkFunctionTarget(() => said as never, none, { name: './agent.ts' })
    const invocation = await (await target.open(caseNamed('one'), { signal })).say(saying('hi'), signal)
    expect(invocation?.finishReason).toBe(reason)
    expect(invocation && responseTextOf(invocation)).toBe('half')
  })

  it('is told by Strands, which throws an answer that was cut', async () => {
    const { exported, project } = recordedStrands()
    const partialMessage = { role: 'assistant', content: [{ text: 'half' }] }
    const error = Object.assign(new Error('too long'), { name: 'MaxTokensError', partialMessage })
    const agent = Object.assign(exported as object, { invoke: () => Promise.reject(error) })
    const made = frameworkFunctionTarget((() => agent) as never, project, { name: './agent.ts' })
    const said = await (await made.open(caseNamed('one'), { signal })).say(saying('hi'), signal)
    expect(said).toMatchObject({ finishReason: 'length', finalResponse: { parts: [{ text: 'half' }] } })
  })
})

const mastraResult = {
  totalUsage: {},
  runId: '1',
  steps: [{ toolCalls: [{ payload: { toolCallId: '1', toolName: 'search', args: {} } }] }, { text: 'streamed' }],
  response: {
    messages: [
      { role: 'tool', content: [{ toolCallId: '1', output: { type: 'error-text', value: 'search is down' } }] },
      { role: 'assistant', content: 'streamed' },
    ],
  },
}

function refusing(refusal: string) {
  return { type: 'ai', content: '', additional_kwargs: { refusal }, response_metadata: { finish_reason: 'stop' } }
}

function aiMessage(response_metadata: object) {
  return {
    type: 'ai',
    content: [
      { type: 'thinking', thinking: 'so …' },
      { type: 'text', text: 'half' },
    ],
    response_metadata,
  }
}

function openaiRun(providerData: object) {
  const state = { usage: noUsage }
  return {
    newItems: [],
    history: [],
    finalOutput: 'half',
    rawResponses: [{ providerData: { status: 'completed' } }, { providerData }],
    state,
  }
}

function claude(end: object) {
  const usage = { input_tokens: 10, output_tokens: 5 }
  const spoken = { type: 'assistant', message: { id: '1', content: [{ type: 'text', text: 'half' }] } }
  return {
    interrupt() {},
    setPermissionMode() {},
    async *[Symbol.asyncIterator]() {
      yield* [spoken, { type: 'result', usage, ...end }]
    },
  }
}

function aiStep(text: string) {
  return { content: [{ type: 'text', text }], usage: {}, response: {} }
}

describe('a function', () => {
  it('may hand on the messages of Claude Agent SDK', async () => {
    const { agent, asked } = recordedClaude()
    const target = frameworkFunctionTarget(
      agent as unknown as FunctionAgent,
      { load: async () => ({}) },
      { name: './agent.ts' },
    )
    const conversation = await target.open(caseNamed('one'), { signal })
    const [first, second] = await transcript(conversation)
    expect(first).toEqual({
      calls: ['agent: mcp__weather__get_weather {"city":"Kyoto"}', 'agent: mcp__weather__search {"query":"umbrellas"}'],
      answers: ['Kyoto is sunny', 'nothing about umbrellas'],
      response: '1: Kyoto is sunny and nothing about umbrellas',
      tokens: [30, 15],
      modelCalls: 3,
    })
    expect(second).toMatchObject({ tokens: [20, 10], modelCalls: 2 })
    expect(asked).toEqual(['the weather then umbrellas', 'the weather in both'])
  })

  it('that says plain things is asked as ever', async () => {
    const target = frameworkFunctionTarget(
      (text) => ({ response: text }),
      { load: async () => ({}) },
      { name: './agent.ts' },
    )
    const said = await (await target.open(caseNamed('one'), { signal })).say(saying('hi'), signal)
    expect(said && responseTextOf(said)).toBe('hi')
  })
})

function named(filename: string, file: object) {
  return { ...file, metadata: { filename } }
}

function bytes({ data }: { readonly data: string }) {
  return { bytes: new Uint8Array(Buffer.from(data, 'base64')) }
}

async function targetOf({ exported, project }: RecordedAgent) {
  const agent = await knownAgent(exported, project)
  if (agent === undefined) throw new Error('it is not known')
  return frameworkTarget(agent, { name: './agent.ts' })
}

async function transcript(conversation: Conversation) {
  const turns: object[] = []
  for (const text of ['the weather then umbrellas', 'the weather in both']) {
    const said = await conversation.say(saying(text), signal)
    if (said !== undefined) turns.push(lines(said))
  }
  return turns as ReturnType<typeof lines>[]
}

function lines(said: Invocation) {
  const events = said.steps?.form === 'events' ? said.steps.events : []
  const parts = events.flatMap(({ author, content }) => (content?.parts ?? []).map((part) => ({ author, ...part })))
  return {
    calls: parts.flatMap(({ author, toolCall: call }) =>
      call ? `${author}: ${call.name} ${JSON.stringify(call.args)}` : [],
    ),
    answers: parts.flatMap(({ toolResponse }) => (toolResponse ? Object.values(toolResponse.response ?? {})[0] : [])),
    response: responseTextOf(said),
    tokens: [said.usage?.inputTokens, said.usage?.outputTokens],
    modelCalls: said.modelCalls,
  }
}

function answering(asked: unknown[]): ToolSource {
  return {
    continues: true,
    open: () => ({
      async answer({ name, args }) {
        asked.push([name, args])
        return { report: 'mocked' }
      },
    }),
  }
}
