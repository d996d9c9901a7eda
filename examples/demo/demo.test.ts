import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

function demo(...args: readonly string[]) {
  const env = { ...process.env, SHINSA_STORE: ':memory:', NO_COLOR: '1', LC_ALL: 'C.UTF-8' }
  return spawnSync('npm', ['run', '--silent', 'demo', '--', ...args], { cwd: root, env, encoding: 'utf8' })
}

describe('npm run demo', () => {
  it('shows what the README shows, says who judged, ends with one summary of the three systems, and with 0', () => {
    const { status, stdout } = demo()
    const printed = new Set(stdout.split('\n'))
    const [, report = ''] = readFileSync(`${root}README.md`, 'utf8').split('```\n')
    expect(report).toContain('judged by embedded\n✗ FAILED  Exit code 1\n')
    const untimed = report.split('\n').filter((line) => !/^…$| ms of agent time/.test(line))
    expect(untimed.filter((line) => !printed.has(line))).toEqual([])
    expect(stdout).toContain('\n✅ MVP passed\n')
    expect(stdout.slice(stdout.lastIndexOf('system '))).toMatchInlineSnapshot(`
      "system             cases  evaluated  passed  rate (95 % interval)  gate
      ADK agent          12     12         9       75 % (46–92 %)        closed
      document review    3      3          3       100 % (43–100 %)      open
      runbook assistant  10     10         10      100 % (72–100 %)      open

      Some cases of the ADK agent really fail, so a build would have stopped there with exit code 1. All three ended as they should: exit code 0.
      "
    `)
    expect(status).toBe(0)
  })

  it('ends with 1 when a system does not end as it should', () => {
    const { status, stdout } = demo('--fail-on', 'pass-rate-low<0.95')
    expect(stdout).toContain('runbook assistant: ended with exit code 1, and the demo expected 0.')
    expect(status).toBe(1)
  })
})
