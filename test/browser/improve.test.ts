import { describe, expect, it } from 'vitest'
import { newProject } from '../e2e/run-shinsa.ts'
import { saying } from './languages.ts'
import { openApp } from './open-app.ts'

const cases = Array.from({ length: 60 }, (_, index) => ({
  id: `case-${index}`,
  question: `What is ${index} and 1?`,
  // Nothing can be told of the last ones.
  ...(index < 57 && { answer: `${index + 1}` }),
}))
/** An agent that knows the answers to every n-th question. */
const agentOf = (every: number) =>
  `export default (text) => { const [a, b] = text.match(/\\d+/g).map(Number); return a % ${every} === 0 ? String(a + b) : 'no' }\n`

/** What neither the picture nor its table tells. */
const told = {
  en: [
    /open and \d sealed cases could not be evaluated: they are in no comparison/,
    /: better/,
    /Mia signed what has changed \(as agreed\)[^]*file shinsa.config.mjs/,
  ],
  ja: [
    /と封印 \d ケースは評価できず/,
    /良くなりました/,
    /Mia が変更に署名しました（as agreed）[^]*file shinsa.config.mjs/,
  ],
} as const

describe('the trail of a loop that improves an agent', () => {
  it.each([
    ['en', 1440, 'better, the new baseline'],
    ['ja', 390, '改善。新しい基準です'],
  ] as const)('is one picture with its table, in %s at %i pixels', async (language, width, better) => {
    const project = newProject({
      'cases.jsonl': cases.map((one) => `${JSON.stringify(one)}\n`).join(''),
      'agent.mjs': agentOf(3),
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { exact_match: 1 } }\n`,
    })
    await project.run('improve', 'init', 'cases.jsonl', '--may-change', 'agent.mjs')
    for (const every of [4, 1]) {
      project.write({ 'agent.mjs': agentOf(every) })
      await project.run('improve', 'register', '--what', `knows every ${every}.`, '--why', 'two in three failed')
      await project.run('improve', 'try')
      await project.run('improve', 'confirm')
    }
    const config = project.read('shinsa.config.mjs')
    project.write({ 'shinsa.config.mjs': config.replace('exact_match: 1', 'exact_match: 0.9') })
    await project.run('improve', 'accept-change', '--by', 'Mia', '--why', 'as agreed')
    const { page, goto, barriers, troubles } = await openApp(project, { language, viewport: { width, height: 900 } })
    await goto('/improve')
    const steps = await page.getByRole('region', { name: saying(language)('All steps') }).innerText()
    for (const sentence of told[language]) expect(steps).toMatch(sentence)
    await page.getByText(better).waitFor()
    expect(await page.locator('.improve-mark[data-kind=open]').count()).toBe(2)
    expect(await page.locator('.improve-mark[data-kind=sealed]').count()).toBe(1)
    expect(await page.locator('.improve-baseline').count()).toBe(1)
    expect(await barriers()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/improve-${language}.png`, fullPage: true })
    expect(troubles).toEqual([])
  })
})
