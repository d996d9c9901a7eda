import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore, storeSetting } from './run-store.ts'

const cwd = mkdtempSync(join(tmpdir(), 'shinsa-places-'))

describe('the place of runs', () => {
  it('is that of the project where SHINSA_STORE is set to nothing, as by a missing secret', async () => {
    for (const setting of ['', ' ', undefined]) {
      const environment = setting === undefined ? {} : { SHINSA_STORE: setting }
      expect(await storeSetting({ cwd, environment })).toBe(join(cwd, '.shinsa', 'runs.db'))
    }
  })

  it.each([
    'mysql://ann:secret@db/runs',
    'postgress://db/runs',
    'https://db',
    'sqlite:runs.db',
    'file:///runs.db',
    ' ',
  ])('is never %j, which would be a file of that name', async (place) => {
    const sentence = place === ' ' ? 'runs cannot be kept in ""' : `runs cannot be kept in ${/^\w+:/.exec(place)?.[0]}…`
    await expect(storeSetting({ cwd, environment: {}, said: place })).rejects.toThrow(sentence)
    expect(() => openStore(place)).toThrow(sentence)
    expect(readdirSync(cwd)).toEqual([])
  })
})
