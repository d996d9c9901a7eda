import { describe, expect, it } from 'vitest'
import { newProject } from '../e2e/run-shinsa.ts'
import { saying } from './languages.ts'
import { openApp } from './open-app.ts'

const answer = 'Order 1042 arrives on 2026-03-04 and costs 49 euros.'
const call = { name: 'find_order', args: { id: 'ORD-1042', limit: 5 } }

describe('the blind spots of an eval set', () => {
  it.each([
    ['en', 1440],
    ['ja', 390],
  ] as const)(
    'are operators by metrics, and a mutant opens beside the original, in %s at %i',
    async (language, width) => {
      const say = saying(language)
      const project = newProject({
        'cases.jsonl': `${JSON.stringify({ id: 'order', question: 'My order?', answer })}\n`,
        'agent.mjs': `export default () => (${JSON.stringify({ response: answer, toolCalls: [call] })})\n`,
        'test_config.json': {
          criteria: { response_match_score: 0.8, tool_rules: { threshold: 1, forbidden: ['refund'] } },
        },
      })
      await project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', '--name', 'orders')
      const { page, goto, barriers, troubles } = await openApp(project, { language, viewport: { width, height: 900 } })
      await goto('/')
      await page.getByRole('link', { name: 'orders', exact: true }).click()
      await page.getByRole('link', { name: say('Blind spots') }).click()
      await page.getByRole('heading', { level: 1, name: say('Blind spots') }).waitFor()
      const matrix = page.getByRole('region', { name: say('Kinds of fault by metrics') })
      await matrix.getByRole('button', { name: 'answer-number' }).click()
      await page.getByRole('heading', { name: say('Mutants of {operator}', { operator: 'answer-number' }) }).waitFor()
      const after = page.getByRole('region', { name: say('With the fault') })
      await after.locator('mark').waitFor()
      expect(await after.locator('mark').textContent()).not.toBe(answer)
      expect(
        await page
          .getByRole('region', { name: say('The original') })
          .locator('mark')
          .textContent(),
      ).toBe(answer)
      // A metric that notices nothing has its column, too; what only counts has none.
      expect((await matrix.getByRole('columnheader').allTextContents()).slice(2)).toEqual([
        'response_match_score',
        'tool_rules',
      ])
      // Calls that are left out are noticed by no metric of this run.
      expect(await matrix.getByRole('row', { name: /drop-call/ }).textContent()).toContain('0 / 1')
      expect(await barriers()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/mutation-${language}.png`, fullPage: true })
      expect(troubles).toEqual([])
    },
  )
})
