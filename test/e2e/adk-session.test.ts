import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const said = (author: string, part: object, more: object = {}) => ({
  id: 'e',
  invocationId: 'e-1',
  author,
  timestamp: 1795384414716,
  actions: { stateDelta: {}, artifactDelta: {} },
  longRunningToolIds: [],
  content: { role: author === 'user' ? 'user' : 'model', parts: [part] },
  ...more,
})
// As GET /apps/{app}/users/{user}/sessions/{id} of the TypeScript server gives it.
const session = {
  id: 's1',
  appName: 'weather',
  userId: 'ana',
  state: { a: 1 },
  events: [
    said('user', { text: 'the weather' }),
    said('weather', { functionCall: { name: 'get_weather', args: { city: 'Kyoto' }, id: 'adk-1' } }),
    said('weather', { functionResponse: { id: 'adk-1', name: 'get_weather', response: { report: 'sunny' } } }),
    said('weather', { text: 'Kyoto is sunny' }, { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 } }),
  ],
  lastUpdateTime: 1795384414585,
}
const rules = { criteria: { tool_rules: { threshold: 1, forbidden: ['delete_all'] } } }

describe('a session that ADK saved', () => {
  it.each([
    ['one', session],
    ['several in a list', [session, { ...session, id: 's2' }]],
  ])('is scored as it happened: %s', async (_name, saved) => {
    const project = newProject({ 'saved.json': saved, 'test_config.json': rules })
    const { outcome, document } = await project.runJson('saved.json')
    expect({ exitCode: outcome.exitCode, stderr: outcome.stderr }).toMatchObject({ exitCode: 0 })
    const { invocations } = document.results[0]?.transcript ?? {}
    expect(invocations?.[0]).toMatchObject({
      finalResponse: { parts: [{ text: 'Kyoto is sunny' }] },
      usage: { promptTokens: 10 },
    })
    expect(document.results).toHaveLength(Array.isArray(saved) ? 2 : 1)
  })

  it('answers for the case that has its id', async () => {
    const tool_uses = [{ name: 'get_weather', args: { city: 'Kyoto' } }]
    const conversation = [
      {
        user_content: { parts: [{ text: 'the weather' }] },
        final_response: { parts: [{ text: 'Kyoto is sunny' }] },
        intermediate_data: { tool_uses },
      },
    ]
    const project = newProject({
      'saved.json': session,
      'a.evalset.json': { eval_set_id: 'a', eval_cases: [{ eval_id: 's1', conversation }] },
    })
    expect(await project.run('run', 'a.evalset.json', '-t', 'recorded:saved.json')).toMatchObject({ exitCode: 0 })
  })

  it('in which nobody said anything is refused', async () => {
    const project = newProject({ 'saved.json': { ...session, events: [] } })
    const { exitCode, stderr } = await project.run('run', 'saved.json')
    expect([exitCode, stderr]).toMatchInlineSnapshot(`
      [
        2,
        "error: the session s1 has no turn yet
      ",
      ]
    `)
  })
})
