import { describe, expect, it } from 'vitest'
import { startModelServer } from './model-server.ts'
import { evalSet, newProject, turn } from './run-shinsa.ts'

const call = { id: 'a', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Kyoto"}' } }
const environment = {
  tool_simulation_configs: [{ tool_name: 'get_weather', injection_configs: [{ injected_response: { degrees: 34 } }] }],
  tool_declarations: [{ name: 'get_weather', description: 'The weather of a city.' }],
}

describe('a chat API as the target', () => {
  it('is told of the tools of an environment file, which answers them, by name, from the config and with --model', async () => {
    const server = await startModelServer((prompt) =>
      prompt.includes('degrees') ? { text: `It says ${prompt}` } : { toolCalls: [call] },
    )
    const project = newProject({
      'weather.evalset.json': evalSet({
        kyoto: [turn('How warm is it?', 'It says {"degrees":34}', [{ name: 'get_weather', args: { city: 'Kyoto' } }])],
      }),
      'environment.json': environment,
      'test_config.json': { criteria: { tool_trajectory_avg_score: 1, response_match_score: 1 } },
      'shinsa.config.ts': `export default { targets: { chat: { openai: {
        url: '${server.url}/chat/completions', headers: { authorization: 'Bearer \${CHAT_KEY}' },
      } } } }\n`,
      '.env': 'CHAT_KEY=key-1234567\n',
    })
    for (const words of [
      [`openai:m1@${server.url}`],
      [`openai:${server.url}`, '--model', 'm1'],
      ['chat', '-m', 'm1'],
    ]) {
      const { outcome, document } = await project.runJson(
        'weather.evalset.json',
        '-e',
        'environment.json',
        '--repeat',
        '2',
        '--target',
        ...words,
      )
      expect({ exitCode: outcome.exitCode, stderr: outcome.stderr }).toMatchObject({ exitCode: 0 })
      expect(document.run.summary?.results).toMatchObject({ passed: 2, total: 2 })
      expect(server.requests.at(-1)).toMatchObject({ model: 'm1', tools: [{ function: { name: 'get_weather' } }] })
      expect(outcome.stderr).not.toContain('warning')
    }
  })
})
