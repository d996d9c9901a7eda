import { describe, expect, it, onTestFinished } from 'vitest'
import { startAdkServer } from '../fixtures/adk-server/adk-server.ts'
import { newProject } from './run-shinsa.ts'

const turn = {
  user_content: { parts: [{ text: 'the weather' }] },
  final_response: { parts: [{ text: '1: the weather' }] },
}
const tool_uses = [{ name: 'get_weather', args: { city: 'Kyoto' } }]
const set = {
  eval_set_id: 'weather',
  eval_cases: [
    {
      eval_id: 'kyoto',
      session_input: { app_name: 'weather', user_id: 'ana', state: { room: 7 } },
      conversation: [{ ...turn, intermediate_data: { tool_uses } }],
      final_session_state: { room: 7, lastCity: 'Kyoto', 'user:asked': true },
    },
  ],
}
const criteria = { tool_trajectory_avg_score: 1, response_match_score: 1, final_state_match: 1 }

describe('a server of ADK as the target', () => {
  it('is evaluated like the agent itself, from the command line and from the config', async () => {
    const server = await startAdkServer('typescript')
    onTestFinished(server.stop)
    const project = newProject({
      'weather.evalset.json': set,
      'test_config.json': { criteria },
      'shinsa.config.ts': `export default { targets: { cloud: { adk: {
        url: '${server.url}', app: 'weather', stream: false, headers: { authorization: 'Bearer \${ADK_KEY}' },
      } } } }\n`,
      '.env': 'ADK_KEY=key-12345\n',
    })
    for (const target of [`adk:${server.url}/weather`, 'cloud']) {
      const { outcome, document } = await project.runJson('weather.evalset.json', '-t', target, '--repeat', '2')
      expect({ exitCode: outcome.exitCode, stderr: outcome.stderr }).toMatchObject({ exitCode: 0 })
      expect(document.run.summary?.results).toMatchObject({ passed: 2, total: 2 })
      expect(document.run.summary?.cost).toMatchObject({ inputTokens: 40, outputTokens: 20 })
      expect(outcome.stderr).toContain('ADK agent “weather”, 1 tool: get_weather')
    }
    // In the words of `adk eval`, with the agent first.
    expect(await project.run('run', `adk:${server.url}`, 'weather.evalset.json:kyoto')).toMatchObject({ exitCode: 0 })
    await project.run('run', 'weather.evalset.json', '-t', 'cloud')
    expect(server.seen.at(-1)?.headers.authorization).toBe('Bearer key-12345')
    expect(server.sessions.size).toBe(0)
  })

  it('is looked at by doctor, and refused before a case is played where it has no such app', async () => {
    const server = await startAdkServer('python')
    onTestFinished(server.stop)
    const project = newProject({
      'weather.evalset.json': set,
      'shinsa.config.ts': `export default { targets: { fine: 'adk:${server.url}', wrong: 'adk:${server.url}/wether' } }\n`,
    })
    const { exitCode, stderr } = await project.run('run', 'weather.evalset.json', '-t', 'wrong')
    expect([exitCode, stderr.replaceAll(server.url, 'http://HOST')]).toMatchInlineSnapshot(`
      [
        2,
        "error: The ADK server at http://HOST has no app “wether”
      hint: Did you mean weather? It has: weather.
      ",
      ]
    `)
    const { stdout } = await project.run('doctor')
    expect(stdout.replaceAll(server.url, 'http://HOST')).toMatch(
      /target fine.*adk:http:\/\/HOST\/weather loads[^]*target wrong.*no app “wether”/,
    )
  })
})
