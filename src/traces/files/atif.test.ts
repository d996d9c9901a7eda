import { expect, it } from 'vitest'
import { shownConversations } from '../../../test/fixtures/shown-conversations.ts'

const agentStep = (message: string, more: object = {}) => ({ step_id: 1, source: 'agent', message, ...more })
const call = (id: string, name: string, args: object) => ({ tool_call_id: id, function_name: name, arguments: args })
const metrics = { prompt_tokens: 10, completion_tokens: 2, cached_tokens: 4, cost_usd: 0.01 }
const trajectory = (version: string, steps: readonly object[], more: object = {}) => ({
  schema_version: `ATIF-v${version}`,
  session_id: 's1',
  agent: { name: 'coder', version: '1', model_name: 'm' },
  steps,
  ...more,
})

it('reads exchanges, with what tools gave back beside their calls', () => {
  const steps = [
    { step_id: 1, source: 'system', message: 'You write code.' },
    { step_id: 2, source: 'user', message: 'Write a.txt.' },
    agentStep('I write it.', {
      tool_calls: [call('c1', 'write', { path: 'a.txt' }), call('c2', 'read', { path: 'b.txt' })],
      observation: {
        results: [
          { source_call_id: 'c2', content: [{ type: 'text', text: 'b' }] },
          { source_call_id: 'c1', content: 'ok' },
        ],
      },
      metrics,
    }),
    agentStep('Done.', { metrics }),
    { step_id: 5, source: 'user', message: [{ type: 'text', text: 'Thanks.' }] },
    agentStep('', { tool_calls: [call('c3', 'finish', {})], observation: { results: [{ content: null }] } }),
  ]
  expect(shownConversations(trajectory('1.7', steps))).toMatchInlineSnapshot(`
    "# s1
    ! coder: You write code.
    > Write a.txt.
      coder says I write it.
      coder calls write {"path":"a.txt"}
      coder calls read {"path":"b.txt"}
      read gives {"result":"b"}
      write gives {"result":"ok"}
    < Done.
    = 20 in, 4 out
    ! coder: You write code.
    > Thanks.
      coder calls finish {}
    < nothing"
  `)
})

it('has the steps of a sub-agent in their place, with its name', () => {
  const child = {
    trajectory_id: 'k1',
    agent: { name: 'finder' },
    steps: [agentStep('', { tool_calls: [call('x', 'grep', {})] })],
  }
  const steps = [
    { source: 'user', message: 'Find it.' },
    agentStep('', {
      tool_calls: [call('c1', 'delegate', {})],
      observation: {
        results: [{ source_call_id: 'c1', content: 'found', subagent_trajectory_ref: [{ trajectory_id: 'k1' }] }],
      },
    }),
    agentStep('Here.'),
  ]
  expect(shownConversations(trajectory('1.7', steps, { subagent_trajectories: [child] }))).toMatchInlineSnapshot(`
    "# s1
    ! coder: 
    > Find it.
      coder calls delegate {}
      finder calls grep {}
      delegate gives {"result":"found"}
    < Here."
  `)
})

it('leaves out exchanges that stand in another trajectory', () => {
  const copied = { is_copied_context: true }
  const steps = [
    { source: 'user', message: 'Before.', ...copied },
    agentStep('Yes.', copied),
    { source: 'user', message: 'Now.', ...copied },
    agentStep('Here.'),
  ]
  expect(shownConversations(trajectory('1.5', steps))).toMatch(/^# s1\n! coder: \n> Now\.\n< Here\.$/)
})

it.each([
  ['2.0', [], 'schema_version'],
  ['1.0', [{ message: 'who?' }], 'steps[0].source'],
])('says where %s is no such trajectory', (version, steps, place) => {
  expect(() => shownConversations(trajectory(version, steps))).toThrow(
    `file:1: ${place} is not as in a trajectory of ATIF 1.x`,
  )
})
