import { describe, expect, it, onTestFinished } from 'vitest'
import { startA2aServer } from '../fixtures/a2a/a2a-server.ts'
import { evalSet, newProject, turn } from './run-shinsa.ts'

describe('an agent of A2A as the target', () => {
  it('is evaluated over two turns, with the token of the environment and with headers of the config', async () => {
    const server = await startA2aServer({ token: 'key-1234567' })
    onTestFinished(server.stop)
    const project = newProject({
      'trips.evalset.json': evalSet({
        kyoto: [turn('book', 'Where to?'), turn('Kyoto', 'booked Kyoto')],
        fails: [turn('fail', 'anything')],
      }),
      'test_config.json': { criteria: { response_match_score: 1 } },
      'shinsa.config.ts': `export default { targets: { trips: { a2a: {
        url: '${server.url}', headers: { authorization: 'Bearer \${TRIPS_KEY}' },
      } } } }\n`,
      '.env': 'TRIPS_KEY=key-1234567\nA2A_TOKEN=key-1234567\n',
    })
    for (const target of [`a2a:${server.url}`, 'trips']) {
      const { outcome, document } = await project.runJson('trips.evalset.json', '--target', target)
      expect(outcome.stderr).toContain('A2A agent “weather” of version 1.0, 1 skill: Weather')
      expect(outcome.exitCode).toBe(1)
      expect(document.run.summary?.results).toMatchObject({ passed: 1, error: 1, total: 2 })
      expect(JSON.stringify(document)).not.toContain('key-1234567')
    }
    expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer key-1234567']))
    const { exitCode, stderr } = await project.runHere('run', 'trips.evalset.json', '-t', 'a2a:http://127.0.0.1:1')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('cannot be reached')])
  })
})
