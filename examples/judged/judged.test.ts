import { describe, expect, it } from 'vitest'
import { runShinsa } from '../run-shinsa.ts'

describe('judged metrics', () => {
  it('find the answer that was made up, by the embedded judge and without a model', async () => {
    const { code, stdout } = await runShinsa(['run'], { cwd: import.meta.dirname })
    expect(stdout).toMatch(/^✗ FAILED {2}3 of 4 cases passed.*\n1 failed\n/)
    expect(stdout).toContain('\n✗ no_cafe  “Do you have a café?”\n')
    expect(stdout).toContain('The reference says no, the answer says yes.')
    expect(stdout).toMatch(/\nhouse_style +100 %/)
    expect(stdout).toContain('\njudged by embedded\n')
    expect(code).toBe(1)
  })

  it('see the price that a case declares for the ticket office, and not the real one', async () => {
    const { stdout } = await runShinsa(['run', 'museum.evalset.json:ticket_price', '--json'], {
      cwd: import.meta.dirname,
    })
    expect(stdout).toContain('An adult ticket costs 14 euros.')
    expect(stdout).not.toContain('12 euros')
  })
})
