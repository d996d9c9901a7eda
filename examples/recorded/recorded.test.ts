import { describe, expect, it } from 'vitest'
import { runShinsa } from '../run-shinsa.ts'

describe('recorded transcripts', () => {
  it('are judged without asking an agent', async () => {
    const { code, stdout } = await runShinsa(['run'], { cwd: import.meta.dirname })
    expect(stdout).toMatch(/^✗ FAILED {2}1 of 2 cases passed/)
    expect(stdout).toContain('Tool call track is missing; 1 of 2 expected calls matched')
    expect(code).toBe(1)
  })
})
