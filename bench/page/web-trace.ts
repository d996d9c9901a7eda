import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { openSqliteStore } from '../../src/stores/index.ts'
import { browserToLaunch } from '../../test/browser/browser-to-launch.ts'
import { appendTracedRun } from '../../test/browser/traced-run.ts'
import { median, slowdown } from '../measure.ts'
import { serve } from './serve-page.ts'

const events = 340_000
const rounds = 5
const frames = 300

/** The page of a case with 340,000 events: when its first rows stand there, when all can be reached, and how it scrolls. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shinsa-bench-'))
  const browser = await chromium.launch(browserToLaunch())
  try {
    const store = openSqliteStore(join(folder, '.shinsa', 'runs.db'))
    await appendTracedRun(store, 'traced', { events })
    await store.close()
    const measured: Measured[] = []
    for (let round = 0; round < rounds; round += 1) measured.push(await measure(folder, browser))
    console.log(`meanwhile a loop took ${slowdown().toFixed(1)} times as long as alone`)
    const of = (pick: (one: Measured) => number) =>
      `${Math.round(median(measured.map(pick)))} ms (${measured.map((one) => Math.round(pick(one))).join(', ')})`
    console.log(`first rows of ${events} events: ${of(({ first }) => first)}   (aim: under 1000 ms)`)
    console.log(`all rows can be reached after: ${of(({ all }) => all)}`)
    console.log(`longest task while ${frames} frames scroll: ${of(({ longest }) => longest)}   (aim: under 50 ms)`)
    console.log(`rows that are there at once: ${Math.max(...measured.map(({ mounted }) => mounted))}`)
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
}

type Measured = { readonly first: number; readonly all: number; readonly longest: number; readonly mounted: number }

/** A server and a page of its own, so that nothing is remembered. */
async function measure(folder: string, browser: Browser): Promise<Measured> {
  const { url, stop } = await serve(folder)
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript(`{
    globalThis.tasks = []
    new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({ type: 'longtask' })
    const look = () => {
      const rows = document.querySelectorAll('.trace-line').length
      const height = document.querySelector('.trace-room')?.offsetHeight ?? 0
      if (rows > 10) globalThis.firstMs ??= performance.now()
      if (height > 4_000_000) globalThis.allMs ??= performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }`)
  await page.goto(`${url}runs/traced/cases/4/0`, { waitUntil: 'commit' })
  while ((await page.evaluate('globalThis.allMs')) === undefined) await page.waitForTimeout(50)
  const { longest, mounted } = (await page.evaluate(`new Promise((resolve) => {
    const box = document.querySelector('.trace-rows')
    const begun = performance.now()
    let [frame, mounted] = [0, 0]
    const step = () => {
      // Slowly, then in leaps through all of it.
      box.scrollTop += frame < ${frames / 2} ? 90 : box.scrollHeight / ${frames}
      mounted = Math.max(mounted, box.querySelectorAll('.trace-line').length)
      frame += 1
      if (frame < ${frames}) requestAnimationFrame(step)
      else setTimeout(() => resolve({ mounted, longest: Math.max(0, ...globalThis.tasks.filter(({ startTime }) => startTime >= begun).map(({ duration }) => duration)) }), 300)
    }
    requestAnimationFrame(step)
  })`)) as { readonly longest: number; readonly mounted: number }
  const [first, all] = (await page.evaluate('[globalThis.firstMs, globalThis.allMs]')) as readonly [number, number]
  await page.close()
  await stop()
  return { first, all, longest, mounted }
}
