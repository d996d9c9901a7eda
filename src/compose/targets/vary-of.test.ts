import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { refuseUndeclared, varyOf } from './vary-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'shinsa-vary-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(
  join(folder, 'agent.mjs'),
  `export const vary = { prompt: 'short' }
export const agentFor = ({ prompt }) => () => prompt`,
)
writeFileSync(join(folder, 'fixed.mjs'), `export default () => 'always the same'`)

describe('what can be varied in an agent', () => {
  it('is what its module declares, or its object in the config', async () => {
    const place = { folder, named: { mine: { vary: { prompt: 'long' }, agentFor: () => () => '' } } }
    expect(await varyOf('./agent.mjs', place)).toEqual({ prompt: 'short' })
    expect(await varyOf('mine', place)).toEqual({ prompt: 'long' })
    expect(await varyOf({ variantOf: 'mine', variant: { prompt: 'longer' } }, place)).toEqual({ prompt: 'longer' })
  })

  it('is instructions and model of a model that is asked by name, and nothing of whoever declares nothing', async () => {
    const place = { folder, named: {} }
    expect(await varyOf({ mcp: { model: 'gpt-4o', instructions: 'Be kind.' } }, place)).toEqual({
      model: 'gpt-4o',
      instructions: 'Be kind.',
    })
    for (const setting of ['./fixed.mjs', 'command:cat', 'http://localhost:1'])
      expect(await varyOf(setting, place)).toBeUndefined()
  })

  it('is nothing else: a variant of what nobody declared is refused', async () => {
    const place = { folder, named: {} }
    await expect(refuseUndeclared({ promt: 'x' }, './agent.mjs', place)).rejects.toMatchObject({
      message: 'the agent does not declare that promt can be varied',
      hint: expect.objectContaining({ values: { names: 'prompt' } }),
    })
    await expect(refuseUndeclared({ prompt: 'x' }, './fixed.mjs', place)).rejects.toThrow('can be varied')
    await refuseUndeclared({ prompt: 'x' }, './agent.mjs', place)
    await refuseUndeclared({}, './fixed.mjs', place)
  })
})
