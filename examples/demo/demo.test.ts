import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('npm run demo', () => {
  it('shows which cases fail, says who judged, and ends with 0 itself', () => {
    const env = { ...process.env, SHINSA_STORE: ':memory:', NO_COLOR: '1', LC_ALL: 'C.UTF-8' }
    const { status, stdout } = spawnSync('npm', ['run', '--silent', 'demo'], { cwd: root, env, encoding: 'utf8' })
    expect(stdout).toContain('\n✗ FAILED  9 of 12 cases passed, 75 % (95 % interval 47–91 %)\n2 failed, 1 error\n')
    expect(stdout).toMatch(/\nfinal_response_match_v2 .* 10\/11 /)
    expect(stdout).toContain('The number differs: 36.32 is expected, 80 is said.')
    expect(stdout).toContain('\njudged by embedded\n')
    expect(stdout).toContain('\nExit code 1\n')
    expect(status).toBe(0)
  })
})
