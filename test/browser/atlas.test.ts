import { describe, expect, it } from 'vitest'
import { newProject } from '../e2e/run-shinsa.ts'
import { openApp } from './open-app.ts'

const call = { name: 'find_order', args: { id: 'A1' } }
const cases = Array.from({ length: 40 }, (_, index) =>
  JSON.stringify({ id: `case-${index}`, question: `Order ${index}?`, answer: 'On its way.', expected_tools: [call] }),
)
const agent = (late: number) => `export default (question) => {
  const index = Number(/\\d+/.exec(question)[0])
  const response = 'On its way.'
  if (index < ${late}) throw new Error('no answer in time')
  if (index >= 12 && index < 24) return { response, toolCalls: [] }
  return { response, toolCalls: [${JSON.stringify(call)}] }
}
`

describe('the kinds of failure', () => {
  it.each([
    ['en', 1440, 'Kinds by runs', 'failures read', 'You: '],
    ['en', 390, 'Kinds by runs', 'failures read', 'You: '],
    ['ja', 1440, '実行ごとの種類', '件を読みました', 'あなた: '],
    ['ja', 390, '実行ごとの種類', '件を読みました', 'あなた: '],
  ] as const)(
    'are one picture, and are read with one key each, in %s at %i pixels',
    async (language, width, matrix, progress, revealed) => {
      const project = newProject({
        'cases.jsonl': `${cases.join('\n')}\n`,
        'agent.mjs': agent(10),
        'test_config.json': { criteria: { tool_trajectory_avg_score: 1 } },
      })
      await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', '--name', 'first')
      project.write({ 'agent.mjs': agent(9) })
      await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', '--name', 'second')
      const { page, goto, settled, barriers, troubles } = await openApp(project, {
        language,
        viewport: { width, height: 900 },
      })
      await goto('/atlas')
      await page.getByRole('heading', { name: matrix }).waitFor()
      await settled()
      expect(await page.locator('.atlas-matrix tbody tr').count()).toBe(2)
      expect(await page.locator('.atlas-share').count()).toBe(4)
      // What else says of a failure is hidden until it is read.
      expect(await page.getByText(revealed).count()).toBe(0)
      await page.keyboard.press('1')
      await page.getByText(revealed).waitFor()
      await page.keyboard.press('n')
      await page.getByText(revealed).waitFor({ state: 'detached' })
      await settled()
      await page.keyboard.press('k')
      await page.keyboard.type('something else')
      await page.keyboard.press('Enter')
      await page.getByText(`${revealed}something else`).waitFor()
      await page.getByText(progress).filter({ hasText: '2' }).waitFor()
      expect(await barriers()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/atlas-${language}-${width}.png`, fullPage: true })
      expect(troubles).toEqual([])
      const { stdout } = await project.runHere('atlas', 'second')
      expect(stdout).toContain('people read 2 failures of 2 kinds')
    },
  )
})
