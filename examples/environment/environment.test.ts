import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runShinsa } from '../run-shinsa.ts'

const cwd = import.meta.dirname

describe('tools that somebody else answers', () => {
  it.each(['./agent.ts', 'program'])('give the expected answers to %s', async (target) => {
    const { code, stdout } = await runShinsa(['run', '--target', target], { cwd })
    expect(stdout).toMatch(/^✓ PASSED {2}3 of 3 cases passed/)
    expect(stdout).not.toContain('Note:')
    expect(code).toBe(0)
  })

  it('are the real ones without an environment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shinsa-parcels-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'shinsa.config.ts'), 'export default { criteria: { exact_match: 1 } }\n')
    const [dataset, target] = [join(cwd, 'parcels.evalset.json'), join(cwd, 'agent.ts')]
    const args = ['run', dataset, '--target', target, '--config', 'shinsa.config.ts']
    const { code, stdout } = await runShinsa(args, { cwd: folder })
    expect(stdout).toMatch(/^✗ FAILED {2}1 of 3 cases passed/)
    expect(code).toBe(1)
  })

  it('are recorded from the function and replayed to the program', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shinsa-parcels-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const recording = join(folder, 'tools.jsonl')
    await runShinsa(['run', '--record-tools', recording], { cwd })
    expect(readFileSync(recording, 'utf8').trim().split('\n')).toHaveLength(4)
    const { code, stdout } = await runShinsa(['run', '--target', 'program', '--replay-tools', recording], { cwd })
    expect(stdout).toMatch(/^✓ PASSED {2}3 of 3 cases passed/)
    expect(code).toBe(0)
  })
})
