import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { recordOf, passed, sampleRun } from '../../../test/fixtures/sample-run.ts'
import { writeExport } from './export-runs.ts'

const place = mkdtempSync(join(tmpdir(), 'shinsa-export-'))
afterAll(() => rmSync(place, { recursive: true }))

it('makes no folder for a run that cannot be written', async () => {
  const file = join(place, 'results')
  const reports = [() => ({ run: sampleRun(), records: [recordOf(passed)] })]
  const screen = { stdout: () => {}, stderr: () => {}, isInteractive: false, columns: 80, color: false } as const
  await expect(
    writeExport('adk', reports, { file, screen: { ...screen, language: 'en' }, option: 'newest' }),
  ).rejects.toThrow('"newest" is no version of ADK')
  expect(existsSync(file)).toBe(false)
})
