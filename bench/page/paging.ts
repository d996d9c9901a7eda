import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { browserToLaunch } from '../../test/browser/browser-to-launch.ts'
import { median } from '../measure.ts'
import { runIdsAt, serve } from './serve-page.ts'
import { firstRow, openPage } from './web.ts'

/** The page over a run of many cases: when its first row stands there, and how long pages of it take. */
export async function measurePaging(
  folder: string,
  env: Readonly<Record<string, string>>,
  count: number,
): Promise<void> {
  const { url, process: server, stop } = await serve(folder, env)
  const browser = await chromium.launch(browserToLaunch())
  try {
    const [runId = ''] = await runIdsAt(url)
    const times: number[] = []
    for (let time = 0; time < 3; time += 1) {
      const page = await openPage(browser)
      times.push(await firstRow(page, `${url}runs/${runId}`))
      await page.close()
    }
    console.log(
      `first row of ${count}: ${times.map(Math.round).join(', ')} ms, median ${Math.round(median(times))} ms   (aim: 1000 ms)`,
    )
    for (const share of [0, 0.25, 0.5, 0.75, 0.999]) {
      const from = Math.floor(count * share)
      const begun = performance.now()
      const answer = await fetch(new URL(`/api/runs/${runId}/cases?from=${from}&limit=100`, url))
      const { rows = [] } = (await answer.json()) as { readonly rows?: readonly unknown[] }
      console.log(
        `100 rows from ${from}: ${rows.length} in ${Math.round(performance.now() - begun)} ms; server ${memoryOf(server)} MiB`,
      )
    }
  } finally {
    await browser.close()
    await stop()
  }
}

function memoryOf(process: number): string {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1]
  return (Number(kib) / 1024).toFixed(0)
}
