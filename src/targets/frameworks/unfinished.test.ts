import { describe, expect, it } from 'vitest'
import { EvalError, allToolCallsOf, toolCallsOf, toolResponsesOf, type Target } from '../../core/index.ts'
import { functionTarget, type FunctionAgent } from '../function-target.ts'
import { caseNamed, saying } from '../target.contract.ts'
import { withTargetTimeout } from '../with-timeout.ts'
import { frameworkFunctionTarget } from './framework-function-target.ts'
import { frameworkTarget } from './framework-target.ts'
import { knownAgent } from './known-frameworks.ts'

type Fail = () => Promise<never>
type Watching = Readonly<Record<string, (...args: unknown[]) => unknown>>

const headache: Fail = () => Promise.reject(new Error('the model has a headache'))
const silence: Fail = () => new Promise(() => {})
const call = { toolCallId: 'a', toolName: 'get_weather', input: {}, args: {} }
const result = { toolCallId: 'a', toolName: 'get_weather', output: 'sunny', result: 'sunny' }

/** Agents that have called a tool, heard its answer, and then get no answer of their model. */
const agents: Readonly<Record<string, (fail: Fail) => { readonly exported: unknown; readonly sdk?: object }>> = {
  'AI SDK': (fail) => ({
    exported: {
      version: 'agent-v1',
      tools: {},
      async generate({ onStepEnd }: Watching) {
        const content = [
          { type: 'tool-call', ...call },
          { type: 'tool-result', ...result },
        ]
        await onStepEnd?.({ content, usage: {}, response: {} })
        return fail()
      },
    },
  }),
  Mastra: (fail) => ({
    exported: {
      getLLM() {},
      listTools: async () => ({}),
      getInstructions: async () => '',
      async generate(_messages: unknown, { onStepFinish }: Watching) {
        await onStepFinish?.({ toolCalls: [{ payload: call }], toolResults: [{ payload: result }] })
        return fail()
      },
    },
  }),
  'OpenAI Agents': (fail) => ({
    exported: { name: 'weather', handoffs: [], tools: [], getAllTools: () => [], clone() {} },
    sdk: {
      async run(agent: unknown, input: readonly unknown[], { callModelInputFilter }: Watching) {
        const made = [
          { type: 'function_call', callId: 'a', name: 'get_weather', arguments: '{}' },
          { type: 'function_call_result', callId: 'a', name: 'get_weather', output: 'sunny' },
        ]
        callModelInputFilter?.({ agent, modelData: { input: [...input, ...made] } })
        return fail()
      },
    },
  }),
  LangGraph: (fail) => ({
    exported: {
      lg_is_pregel: true,
      channels: { messages: {} },
      async invoke(_input: unknown, { callbacks: [handler] }: { callbacks: [Watching] }) {
        const message = { type: 'ai', content: '', tool_calls: [{ id: 'a', name: 'get_weather', args: {} }] }
        handler['handleLLMEnd']?.({ generations: [[{ message }]] }, 1)
        handler['handleToolEnd']?.({ type: 'tool', name: 'get_weather', content: 'sunny', tool_call_id: 'a' }, 2)
        return fail()
      },
    },
  }),
  ADK: (fail) => ({
    exported: { [Symbol.for('google.adk.baseAgent')]: true, name: 'weather' },
    sdk: {
      InMemoryRunner: class {
        async *runAsync() {
          yield {
            author: 'weather',
            content: { parts: [{ functionCall: { id: 'a', name: 'get_weather', args: {} } }] },
          }
          const response = { result: 'sunny' }
          yield {
            author: 'weather',
            content: { parts: [{ functionResponse: { id: 'a', name: 'get_weather', response } }] },
          }
          await fail()
        }
      },
    },
  }),
  Strands: (fail) => {
    class Agent {
      readonly messages: object[] = []
      takeSnapshot() {}
      loadSnapshot() {}
      addHook() {}
      async invoke() {
        const content = [{ text: 'sunny' }]
        this.messages.push({
          role: 'assistant',
          content: [{ toolUse: { name: 'get_weather', toolUseId: 'a', input: {} } }],
        })
        this.messages.push({ role: 'user', content: [{ toolResult: { toolUseId: 'a', content } }] })
        return fail()
      }
    }
    return { exported: new Agent(), sdk: {} }
  },
}

const usingUpItsTurns = async (agent: object, input: readonly unknown[], { callModelInputFilter }: Watching) => {
  callModelInputFilter?.({ agent, modelData: { input } })
  const rawItem = { callId: 'a', name: 'get_weather', arguments: '{}' }
  const state = { _generatedItems: [{ type: 'tool_call_item', agent, rawItem }] }
  throw Object.assign(new Error('Max turns (1) exceeded'), { state })
}

const calling: FunctionAgent = async (_message, { tools }) => {
  await tools.call('get_weather', {}, () => 'sunny')
  return headache()
}

describe.each(Object.entries(agents))('what an agent of %s has done', (_framework, make) => {
  it.each([
    ['fails', headache, 'agent'],
    ['falls silent', silence, 'timeout'],
  ] as const)('is kept when its model %s', async (_how, fail, code) => {
    const { exported, sdk = {} } = make(fail)
    const agent = await knownAgent(exported, { load: async () => ({ ...sdk }) })
    if (agent === undefined) throw new Error('it is not known')
    expect(await failing(withTargetTimeout(frameworkTarget(agent, { name: './agent.ts' }), 50))).toEqual({
      code,
      calls: ['get_weather'],
      answers: [{ result: 'sunny' }],
      areAll: false,
    })
  })
})

it('is kept as an error of OpenAI Agents has it, where that is more than was sent', async () => {
  const exported = { name: 'weather', handoffs: [], tools: [], getAllTools: () => [], clone() {} }
  const agent = await knownAgent(exported, { load: async () => ({ run: usingUpItsTurns }) })
  const target = agent && frameworkTarget(agent, { name: './agent.ts' })
  expect(target && (await failing(target))).toMatchObject({ calls: ['get_weather'], areAll: false })
})

describe('what a function has done before it fails', () => {
  it('is kept where others answer its tools', async () => {
    expect(await failing(functionTarget(calling))).toMatchObject({
      calls: ['get_weather'],
      answers: [{ result: 'sunny' }],
    })
  })

  it('is kept where it hands on the messages of Claude Agent SDK', async () => {
    const content = [{ type: 'tool_use', id: 'a', name: 'get_weather', input: {} }]
    const agent = () => ({
      interrupt() {},
      setPermissionMode() {},
      async *[Symbol.asyncIterator]() {
        yield { type: 'assistant', message: { content } }
        yield { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'a', content: 'sunny' }] } }
        await headache()
      },
    })
    const target = frameworkFunctionTarget(agent as unknown as FunctionAgent, { load: async () => ({}) }, { name: 'a' })
    expect(await failing(target)).toMatchObject({ calls: ['get_weather'], answers: [{ result: 'sunny' }] })
  })
})

/** Asks an agent that fails, and returns what is known of the exchange. */
async function failing(target: Target) {
  const { signal } = new AbortController()
  const conversation = await target.open(caseNamed('one'), { signal })
  const error: unknown = await conversation.say(saying('hello'), signal).catch((thrown: unknown) => thrown)
  const seen = await conversation.unfinished?.()
  if (seen === undefined) return error
  return {
    code: error instanceof EvalError && error.code,
    calls: toolCallsOf(seen)?.map(({ name }) => name),
    answers: toolResponsesOf(seen).map(({ response }) => response),
    areAll: allToolCallsOf(seen) !== undefined,
  }
}
