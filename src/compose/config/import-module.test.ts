import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { importModule, renewModules } from './import-module.ts'

it('imports a module anew that was written while the one before was in use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'agent.mjs')
  const { href } = pathToFileURL(file)
  writeFileSync(file, `export const vary = 'be hasty'`)
  expect(await importModule(href, 'agent.mjs')).toMatchObject({ vary: 'be hasty' })
  writeFileSync(file, `export const vary = 'be kind'`)
  utimesSync(file, new Date(), new Date(Date.now() + 5000))
  // Another request of the page, which gets the module that is loaded.
  await importModule(href, 'agent.mjs')
  renewModules()
  expect(await importModule(href, 'agent.mjs')).toMatchObject({ vary: 'be kind' })
})
