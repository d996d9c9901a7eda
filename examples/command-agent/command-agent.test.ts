import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { runShinsa } from '../run-shinsa.ts'

const cwd = import.meta.dirname
const hasPython = spawnSync('python3', ['--version']).status === 0

describe('an agent that is a program', () => {
  it('is evaluated in JavaScript', async () => {
    const { code, stdout } = await runShinsa(['run', '--target', 'js'], { cwd })
    expect(stdout).toMatch(/^✓ PASSED {2}2 of 2 cases passed/)
    expect(code).toBe(0)
  })

  it.runIf(hasPython)('is evaluated in Python with the same result', async () => {
    const { code, stdout } = await runShinsa(['run', '--target', 'python'], { cwd })
    expect(stdout).toMatch(/^✓ PASSED {2}2 of 2 cases passed/)
    expect(code).toBe(0)
  })
})
