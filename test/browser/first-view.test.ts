import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { agents, loudSet, newProject } from '../e2e/run-shinsa.ts'
import { languages } from './languages.ts'
import { openApp } from './open-app.ts'

// What a reader waits for before the first row of a run: no language that they do not read, no shapes of the wire.
it.each(languages)('the first view of a run in %s waits for little', async (language) => {
  const project = newProject({ 'agent.mjs': agents.loud, 'loud.evalset.json': loudSet({ coffee: 'right' }) })
  await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs')
  const { page, url, goto, troubles } = await openApp(project, { language })
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as { runs: { runId: string }[] }
  await goto(`/runs/${runs[0]?.runId}`)
  await page.getByRole('grid').getByText('coffee').first().waitFor()
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.endsWith('.js')),
  )
  const plain = await Promise.all(scripts.map(async (script) => (await fetch(script)).arrayBuffer()))
  // A browser on this machine gets Brotli, which is a tenth less; one behind a proxy may not.
  const kibibytes = plain.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0) / 1024
  console.log(`${Math.round(kibibytes)} KiB of scripts in ${scripts.length} files, in ${language}`)
  // Each of them is asked for, and most only once another has come.
  expect(scripts.length).toBeLessThanOrEqual(12)
  expect(kibibytes).toBeGreaterThan(50)
  expect(kibibytes).toBeLessThanOrEqual(250)
  expect(troubles).toEqual([])
})
