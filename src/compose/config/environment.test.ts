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
    const filled: string[] = []
    const note = (...[name, value, whole]: string[]) => filled.push(`${name}=${value} in ${whole}`)
    expect(fillEnvironment(setting, { PART: 'x', KEY: 'secret' }, note)).toEqual({
      url: 'http://host/x',
      headers: { authorization: 'Bearer secret' },
      list: ['x'],
    })
    expect(filled).toEqual(['PART=x in http://host/x', 'KEY=secret in Bearer secret', 'PART=x in x'])
  })

  it('names a variable that is not set', () => {
    expect(() => fillEnvironment('${NOPE}', {}, () => undefined)).toThrow('the environment variable NOPE is not set')
  })
})
