import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillEnvironment, readEnvironment } from './environment.ts'

describe('readEnvironment', () => {
  it('reads .env, which the process’s own environment overrides', () => {
    const folder = mkdtempSync(join(tmpdir(), 'shinsa-env-'))
    writeFileSync(join(folder, '.env'), 'A=from file\nB="two words"\n')
    expect(readEnvironment({ A: 'from process' }, folder)).toEqual({ A: 'from process', B: 'two words' })
  })
})

describe('fillEnvironment', () => {
  it('puts variables into every string, at any depth', () => {
    const setting = { url: 'http://host/${PART}', headers: { authorization: 'Bearer ${KEY}' }, list: ['${PART}'] }
    expect(fillEnvironment(setting, { PART: 'x', KEY: 'secret' })).toEqual({
      url: 'http://host/x',
      headers: { authorization: 'Bearer secret' },
      list: ['x'],
    })
  })

  it('names a variable that is not set', () => {
    expect(() => fillEnvironment('${NOPE}', {})).toThrow('the environment variable NOPE is not set')
  })
})
