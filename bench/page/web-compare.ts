import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'
import { browserToLaunch } from '../../test/browser/browser-to-launch.ts'
import { generateCases } from '../generate.ts'
import { measureCli, median, slowdown } from '../measure.ts'
import { runIdsAt, serve } from './serve-page.ts'

const count = 10_000
const runs = 4
const rounds = 3
const frames = 300

/** Four runs of 10,000 cases side by side on the page: when the first row stands there, and how the grid scrolls. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  const browser = await chromium.launch(browserToLaunch())
  try {
    await makeRuns(folder)
    const { url, stop } = await serve(folder)
    const [first, ...others] = (await runIdsAt(url)).toReversed()
    const address = `${url}compare?baseline=${first}${others.map((runId) => `&with=${runId}`).join('')}`
    // Who comes again has the page's files in the browser already.
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const cold = await measure(context, address)
    const measured: Measured[] = []
    for (let round = 0; round < rounds; round += 1) measured.push(await measure(context, address))
    await stop()
    console.log(`meanwhile a loop took ${slowdown().toFixed(1)} times as long as alone`)
    const of = (pick: (one: Measured) => number) =>
      `${Math.round(median(measured.map(pick)))} ms (${measured.map((one) => Math.round(pick(one))).join(', ')})`
    console.log(`first row of ${runs} runs of ${count}, cold: ${Math.round(cold.first)} ms`)
    console.log(`first row, warm: ${of(({ first: ms }) => ms)}   (aim: under 800 ms)`)
    console.log(`longest task while ${frames} frames scroll: ${of(({ longest }) => longest)}   (aim: under 50 ms)`)
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
}

/** Each later run has other answers in every seventh case, each time other ones. */
async function makeRuns(folder: string): Promise<void> {
  await writeFile(join(folder, 'shinsa.config.ts'), 'export default {}\n')
  const { cases, transcripts } = await generateCases(folder, count)
  const lines = (await readFile(transcripts, 'utf8')).trimEnd().split('\n')
  for (let at = 0; at < runs; at += 1) {
    const file = join(folder, `answers-${at}.jsonl`)
    const told = lines.map((line, index) => (at > 0 && index % 7 === at ? line.replaceAll('order', 'parcel') : line))
    await writeFile(file, `${told.join('\n')}\n`)
    const made = await measureCli(
      ['run', cases, '--target', `recorded:${file}`, '--fail-on', 'none', '--name', `run-${at}`],
      folder,
    )
    if (made.exitCode !== 0) throw new Error(made.stderr)
  }
}

type Measured = { readonly first: number; readonly longest: number }

async function measure(context: BrowserContext, address: string): Promise<Measured> {
  const page = await context.newPage()
  await page.addInitScript(`{
    globalThis.tasks = []
    new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({ type: 'longtask' })
    // The frame after the one in which the rows came: by then they are drawn.
    const look = () => {
      if (document.querySelector('[role=row][data-index]') === null) requestAnimationFrame(look)
      else requestAnimationFrame(() => (globalThis.firstMs = performance.now()))
    }
    requestAnimationFrame(look)
  }`)
  await page.goto(address, { waitUntil: 'commit' })
  while ((await page.evaluate('globalThis.firstMs')) === undefined) await page.waitForTimeout(50)
  const first = Number(await page.evaluate('globalThis.firstMs'))
  // The whole of the page is drawn first.
  await page.waitForTimeout(1000)
  const longest = Number(
    await page.evaluate(`new Promise((resolve) => {
    const box = document.querySelector('.table')
    const begun = performance.now()
    let frame = 0
    const step = () => {
      // Slowly, then in leaps through all of it.
      box.scrollTop += frame < ${frames / 2} ? 90 : box.scrollHeight / ${frames}
      frame += 1
      if (frame < ${frames}) requestAnimationFrame(step)
      else setTimeout(() => resolve(Math.max(0, ...globalThis.tasks.filter(({ startTime }) => startTime >= begun).map(({ duration }) => duration))), 500)
    }
    requestAnimationFrame(step)
  })`),
  )
  await page.close()
  return { first, longest }
}
