// Every page, light and dark, on a desktop and a phone, in both languages, as pictures to be looked at:
// npm run screenshots [-- FOLDER]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { browserToLaunch } from './browser-to-launch.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = resolve(process.argv[2] ?? join(root, 'screenshots'))
const screens = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

const project = mkdtempSync(join(tmpdir(), 'shinsa-screenshots-'))
cpSync(join(root, 'examples/demo'), project, { recursive: true })
cpSync(join(root, 'examples/judged'), join(project, 'judged'), { recursive: true })
mkdirSync(join(project, '.shinsa'))
const store = join(project, '.shinsa', 'runs.db')
cpSync(join(root, 'examples/runbook-assistant/runbooks'), join(project, 'runbooks'), { recursive: true })
const suite = join(root, 'examples/document-review/en/six_buildings_suite.json')
for (const language of ['en', 'ja']) await shinsa(['runbook', 'index', `runbooks/${language}`])
await shinsa(['run', 'tea-shop.evalset.json', '--name', 'once'])
await shinsa(['run', 'tea-shop.evalset.json', '--repeat', '3', '--name', 'three times'])
await shinsa(['review', '--suite', suite, '--target', 'document-reviewer', '--name', 'reviews'])
await shinsa(['run', 'judged/museum.evalset.json', '--name', 'judged'])
const report = join(project, 'report.html')
await shinsa(['export', 'once', 'three times', '--html', report])
const server = start(['serve', '--port', '0'])
const browser = await chromium.launch(browserToLaunch())
try {
  await takeAll(await urlOf(server))
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await once(server, 'close')
  rmSync(project, { recursive: true, force: true })
}

async function takeAll(url: string): Promise<void> {
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as {
    runs: { runId: string; name: string }[]
  }
  const idOf = (wanted: string) => runs.find(({ name }) => name === wanted)?.runId ?? ''
  const [single, repeated, reviews, judged] = [idOf('once'), idOf('three times'), idOf('reviews'), idOf('judged')]
  const places = {
    runs: '/',
    'runs-marked': `/?mark=${repeated}&mark=${single}`,
    run: `/runs/${judged}`,
    'run-open': `/runs/${judged}?open=2/0`,
    'run-grouped': `/runs/${repeated}?group=reason`,
    'run-nothing': `/runs/${judged}?q=nothing-fits`,
    summary: `/runs/${judged}/summary`,
    'summary-reviews': `/runs/${reviews}/summary`,
    'run-repeated': `/runs/${repeated}`,
    'run-reviews': `/runs/${reviews}`,
    case: `/runs/${judged}/cases/2/0`,
    'case-tools': `/runs/${single}/cases/1/0`,
    'case-review': `/runs/${reviews}/cases/0/0`,
    new: '/new',
    datasets: '/datasets',
    compare: `/compare?baseline=${single}&with=${repeated}`,
    'compare-case': `/compare?baseline=${single}&with=${repeated}&with=${judged}&case=status_shipped`,
    trend: '/trend',
    calibration: `/calibration?run=${reviews}`,
    runbook: '/runbook',
    reviews: '/reviews',
    labels: `/labels?run=${judged}`,
    'labels-differ': `/labels?run=${judged}&show=differ`,
    'labels-all': `/labels?run=${judged}&show=all`,
    'run-missing': '/runs/none',
    nowhere: '/nowhere',
    report: inReport('/'),
    'report-run': inReport(`/runs/${single}`),
    'report-case': inReport(`/runs/${single}/cases/1/0`),
    'report-compare': inReport(`/compare?baseline=${single}&with=${repeated}`),
  }
  mkdirSync(folder, { recursive: true })
  for (const [screen, viewport] of Object.entries(screens)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const locale of ['en', 'ja']) {
        const page = await browser.newPage({ viewport, colorScheme, locale })
        for (const [name, path] of Object.entries(places)) {
          await page.goto(new URL(path, url).href)
          await page.locator('h1, .state h2').first().waitFor()
          await page.waitForLoadState('networkidle')
          await page.screenshot({
            path: join(folder, `${name}-${screen}-${colorScheme}-${locale}.png`),
            fullPage: true,
          })
        }
        await page.close()
      }
    }
  }
  process.stdout.write(`${folder}\n`)
}

function inReport(place: string): string {
  return `${pathToFileURL(report).href}#${place}`
}

async function urlOf({ stdout }: ReturnType<typeof start>): Promise<string> {
  let said = ''
  for await (const text of stdout) {
    said += String(text)
    const url = /http:\S+/.exec(said)?.[0]
    if (url !== undefined) return url
  }
  throw new Error(`the server did not start: ${said}`)
}

async function shinsa(args: readonly string[]): Promise<void> {
  const child = start(args)
  child.stdout.resume()
  await once(child, 'close')
}

function start(args: readonly string[]) {
  return spawn(process.execPath, ['--conditions=shinsa-source', join(root, 'bin/shinsa.js'), ...args], {
    cwd: project,
    env: { ...process.env, SHINSA_STORE: store },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
