import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { browserToLaunch } from '../../test/browser/browser-to-launch.ts'
import { generateCases } from '../generate.ts'
import { measureCli, median, slowdown } from '../measure.ts'
import { runIdsAt, serve } from './serve-page.ts'

const count = 10_000

/** Two runs of 10,000 cases against each other on the page: when the verdict and the first row stand there. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  const browser = await chromium.launch(browserToLaunch())
  try {
    await makeRuns(folder)
    await measure(folder, browser)
    console.log(`meanwhile a loop took ${slowdown().toFixed(1)} times as long as alone`)
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
}

/** The second run has every seventh answer from the line before: verdicts and scores move. */
async function makeRuns(folder: string): Promise<void> {
  await writeFile(join(folder, 'shinsa.config.ts'), 'export default {}\n')
  const { cases, transcripts } = await generateCases(folder, count)
  const lines = (await readFile(transcripts, 'utf8')).trimEnd().split('\n')
  const others = lines.map((line, index) => (index % 7 === 0 ? line.replaceAll('order', 'parcel') : line))
  const second = join(folder, 'others.jsonl')
  await writeFile(second, `${others.join('\n')}\n`)
  for (const [name, file] of [
    ['one', transcripts],
    ['two', second],
  ] as const) {
    const made = await measureCli(
      ['run', cases, '--target', `recorded:${file}`, '--fail-on', 'none', '--name', name],
      folder,
    )
    if (made.exitCode !== 0) throw new Error(made.stderr)
  }
}

async function measure(folder: string, browser: Browser): Promise<void> {
  const times: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] }
  for (let time = 0; time < 3; time += 1) {
    const { url, stop } = await serve(folder)
    const [second, first] = await runIdsAt(url)
    const address = `${url}compare?baseline=${first}&with=${second}`
    for (const kind of ['cold', 'warm'] as const) times[kind].push(await firstRow(browser, address))
    await stop()
  }
  for (const [kind, measured] of Object.entries(times)) {
    const shown = measured.map(Math.round).join(', ')
    console.log(`two runs of ${count}, ${kind}: ${Math.round(median(measured))} ms (${shown})   (aim: under 1500 ms)`)
  }
}

async function firstRow(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('[role=row][data-index]').first().waitFor({ timeout: 60_000 })
  const ms = Number(await page.evaluate('performance.now()'))
  await page.close()
  return ms
}
