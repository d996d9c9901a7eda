import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { agents, loudSet, newProject, type Project } from '../e2e/run-shinsa.ts'
import { languages } from './languages.ts'
import { openApp } from './open-app.ts'

const suite = fileURLToPath(new URL('../../examples/document-review/en/quick_start_suite.json', import.meta.url))
const screens = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
/** All that axe knows of them, and does without being asked. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

// Whatever its impact, and on every page: nothing that axe knows keeps a reader out, and no page says a word on the console.
it.each(languages)('no page has a barrier, wide or narrow, light or dark: %s', async (language) => {
  const app = await openApp(await projectOfAllKinds(), { viewport: screens.desktop, language })
  const { page, goto, settled, barriers, troubles, url } = app
  const warnings: string[] = []
  page.on('console', (said) => said.type() === 'warning' && warnings.push(said.text()))
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as {
    runs: { runId: string; calibrates: boolean }[]
  }
  const reviews = runs.find(({ calibrates }) => calibrates)?.runId
  const [second, first] = runs.filter(({ calibrates }) => !calibrates).map(({ runId }) => runId)
  let sizes = Object.entries(screens)
  const found: { place: readonly string[]; barriers: readonly string[]; tooWide: number }[] = []
  for (const path of [
    '/',
    `/runs/${first}`,
    `/runs/${first}?group=reason&open=1/0`,
    `/runs/${first}/summary`,
    `/runs/${first}/cases/1/0`,
    `/runs/${reviews}`,
    `/runs/${reviews}/cases/0/0`,
    `/compare?first=${first}&second=${second}`,
    '/trend',
    `/calibration?run=${reviews}`,
    '/new',
    '/datasets',
    `/labels?run=${first}&metric=`,
    '/labels?show=all',
    '/labels?show=differ',
    '/runbook',
    '/reviews',
    '/nowhere',
  ]) {
    // As large as the one before was at last: every second page is loaded on a phone.
    await goto(path)
    for (const [screen, size] of sizes) {
      await page.setViewportSize(size)
      await settled()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        // The dark differs by what `light-dark()` says, which knows colours only.
        const rules = colorScheme === 'dark' ? rulesOfColours : []
        const tooWide = width - size.width
        const place = [path, screen, colorScheme]
        found.push({ place, barriers: await barriers({ least: true, rules }), tooWide })
      }
    }
    sizes = sizes.toReversed()
  }
  expect(found.filter(({ barriers: of, tooWide }) => of.length > 0 || tooWide > 0)).toEqual([])
  expect(await page.evaluate(rulesOfSchemes)).toEqual([])
  expect([...troubles, ...warnings]).toEqual([])
})

/** What style sheets say of the dark beside its colours, which the build makes of `light-dark()`. */
function rulesOfSchemes(): readonly string[] {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText)
  const colours = /--lightningcss-(?:light|dark): [^;]*;/g
  return rules.filter((text) => text.includes('prefers-color-scheme') && text.replaceAll(colours, '').includes(';'))
}

it('nor has anything that is opened on a page, nor one that says what is missing', async () => {
  const project = newProject({
    'agent.mjs': `export default async (question) => ({
      response: 'The tea is green. The shop is closed on Sundays.\\n\\n| tea | price |\\n|---|---|\\n| green | 3 |',
      events: [
        { author: 'desk', content: { parts: [{ functionCall: { id: 'c', name: 'look_up', args: { question } } }] } },
        { author: 'desk', content: { parts: [{ functionResponse: { id: 'c', name: 'look_up', response: { tea: 'green' } } }] } },
        { author: 'desk', content: { parts: [{ text: 'The tea is green. The shop is closed on Sundays.\\n\\n| tea | price |\\n|---|---|\\n| green | 3 |' }] } },
      ],
    })`,
    'test_config.json': { criteria: { tool_trajectory_avg_score: 1, hallucinations_v1: 1 } },
    'teas.evalset.json': teas({ one: ['Which tea?'], two: ['Which tea?', 'And when?'] }),
  })
  for (const name of ['first', 'second'])
    await project.runHere('run', 'teas.evalset.json', '--target', './agent.mjs', '--name', name)
  const { page, goto, settled, barriers, url } = await openApp(project)
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as {
    runs: { runId: string }[]
  }
  const [second, first] = runs.map(({ runId }) => runId)
  const found: (readonly [path: string, barriers: readonly string[]])[] = []
  for (const [path, shown] of [
    [`/runs/${first}?open=0/0`, 'Trace'],
    [`/runs/${first}/cases/0/0`, 'Trace'],
    [`/runs/${first}/cases/1/0`, 'Trace'],
    [`/compare?baseline=${first}&with=${second}&case=two`, 'Answers and scores'],
    [`/labels?run=${first}&metric=`, 'Trace'],
    ['/runs/none', 'That did not work'],
    [`/runs/${first}/cases/999/0`, 'That did not work'],
    [`/runs/${first}/case?id=none`, 'That did not work'],
    ['/runs/none/summary', 'That did not work'],
  ] as const) {
    await goto(path)
    await page
      .getByRole('heading', { name: shown, exact: true })
      .or(page.getByRole('region', { name: shown }))
      .first()
      .waitFor()
    await settled()
    found.push([path, await barriers({ least: true })])
  }
  expect(found.filter(([, of]) => of.length > 0)).toEqual([])
})

function content(role: string, text: string) {
  return { role, parts: [{ text }] }
}

it('where the system chooses all colours, a line says what is chosen and what is open', async () => {
  const project = newProject({ 'agent.mjs': agents.loud, 'loud.evalset.json': loudSet({ tea: 'wrong' }) })
  await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs', '--name', 'loud')
  const { page, goto } = await openApp(project)
  await page.emulateMedia({ forcedColors: 'active' })
  await goto('/')
  await page.getByRole('link', { name: 'loud' }).click()
  const lineOf = async (chosen: string) =>
    page
      .locator(chosen)
      .first()
      .evaluate((element) => getComputedStyle(element).outlineStyle)
  await page.locator('.workbench-verdicts [aria-pressed=true]').waitFor()
  const chosen = ['.workbench-verdicts [aria-pressed=true]', 'nav [aria-current=page]']
  expect(await Promise.all(chosen.map(lineOf))).toEqual(['solid', 'solid'])
  expect(await lineOf('.workbench-verdicts [aria-pressed=false]')).toBe('none')
})

/** Cases by their questions. */
function teas(cases: Readonly<Record<string, readonly string[]>>): object {
  return {
    eval_set_id: 'teas',
    eval_cases: Object.entries(cases).map(([eval_id, questions]) => ({
      eval_id,
      conversation: questions.map((question) => ({
        user_content: content('user', question),
        final_response: content('model', 'Green.'),
        intermediate_data: { tool_uses: [{ name: 'look_up', args: {} }] },
      })),
    })),
  }
}

async function projectOfAllKinds(): Promise<Project> {
  const project = newProject({
    'agent.mjs': agents.loud,
    'loud.evalset.json': loudSet({ coffee: 'right', tea: 'wrong', cocoa: 'right' }),
  })
  await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs', '--name', 'loud run')
  await project.runHere('run', 'loud.evalset.json', '--target', './agent.mjs', '--repeat', '2')
  await project.runHere('review', '--suite', suite, '--name', 'reviews')
  return project
}
