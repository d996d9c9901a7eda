import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillTemplate as fill } from '../../src/core/basics/message.ts'
import { evaluate } from '../../src/public/index.ts'
import { loudSet, newProject, until, type Project } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp } from './open-app.ts'

describe('the line of runs in the list', () => {
  it('ends with the run that it stands beside, inside its cell, and joins runs by what their datasets hold', async () => {
    const project = await projectWithLine()
    const { page, goto, troubles } = await openApp(project, { viewport: { width: 1440, height: 900 } })
    await goto('/')
    const line = (name: string) => rowOf(name).locator('svg.trend')
    const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    await line('third').waitFor()
    const spoken = async (name: string) => line(name).getAttribute('aria-label')
    expect(await spoken('third')).toBe(
      fill('Pass rate of {count} runs on this dataset, from {first} to {last}', {
        count: 3,
        first: '100 %',
        last: '75 %',
      }),
    )
    expect(await spoken('second')).toBe(
      fill('Pass rate of {count} runs on this dataset, from {first} to {last}', {
        count: 2,
        first: '100 %',
        last: '50 %',
      }),
    )
    // The first one has nothing before it; the other has the same name and other cases; nobody knows how the stopped one would have ended.
    for (const name of ['first', 'other content', 'stopped'])
      expect([name, await line(name).count()]).toEqual([name, 0])
    const [cell, point] = [
      await line('third').locator('xpath=ancestor::*[@role="gridcell"]').boundingBox(),
      await line('third').locator('circle').boundingBox(),
    ]
    expect((point?.x ?? 0) + (point?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0))
    expect(troubles).toEqual([])
  })
})

const agent = (question: string) => ({ response: question.toUpperCase(), toolCalls: [] })

describe('many points', () => {
  it('are each where they are seen: what lies beside one does not take its click', async () => {
    const project = newProject({ 'drinks.evalset.json': loudSet({ tea: 'right' }) })
    const store = join(project.folder, '.shinsa', 'runs.db')
    for (let number = 0; number < 40; number += 1) {
      await evaluate({ cwd: project.folder, store, dataset: 'drinks.evalset.json', agent })
    }
    const { page, goto, troubles } = await openApp(project, { viewport: { width: 390, height: 844 } })
    await goto('/trend')
    const points = page.locator('a.trend-chart-point')
    await expect.poll(() => points.count()).toBe(40)
    const taken = await points.evaluateAll((all) =>
      all.filter((point) => {
        const { x, y, width, height } = (point.querySelector('.sign') as SVGElement).getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('a') !== point
      }),
    )
    expect(taken).toEqual([])
    expect(troubles).toEqual([])
  })
})

describe.each(languages)('the trend in %s', (language) => {
  const say = saying(language)

  it('leads by keyboard from a point to its run and from two points to what differs between them', async () => {
    const project = await projectWithLine()
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/trend')
    const points = page.locator('a.trend-chart-point')
    await expect.poll(() => points.count()).toBe(3)
    expect(await barriers()).toEqual([])
    await page
      .getByText(
        say('{count} {count|run is|runs are} no point: stopped, still at work, or nothing evaluated.', { count: 1 }),
      )
      .waitFor()
    await expect.poll(() => page.locator('.trend-chart-change').count()).toBe(1)
    expect(await points.nth(2).getAttribute('aria-label')).toContain('75 %')

    await points.nth(2).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.getByRole('link', { name: say('Compare the {count} marked', { count: 2 }) }).waitFor()
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'third' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: say('Compare the {count} marked', { count: 2 }) }).click()
    await page.getByRole('heading', { level: 1, name: say('Compare') }).waitFor()
    expect(troubles).toEqual([])
  })

  it('shows several measures of the line beside each other, and fits a phone', async () => {
    const project = await projectWithLine()
    const { page, goto, settled, barriers } = await openApp(project, {
      language,
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    })
    await goto('/trend')
    const mean = say('{metric}: mean', { metric: 'response_match_score' })
    await page.getByRole('button', { name: say('Shown') }).click()
    await page.getByLabel(mean, { exact: true }).check()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toContain('shows=rate&shows=mean')
    // A chart of its own for each, of the same runs.
    await page
      .getByRole('group', {
        name: say(
          '{measure} of {count} runs, oldest first. Arrow keys go from run to run, Enter opens one, Space marks it for comparing. The table below has the same numbers.',
          { measure: mean, count: 3 },
        ),
      })
      .waitFor()
    await expect.poll(() => page.locator('a.trend-chart-point').count()).toBe(6)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('columnheader', { name: mean }).waitFor()
    const tops = await page
      .locator('.trend-charts figure')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(tops[0]).toBe(tops[1])
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/trend-${language}.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await settled()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await barriers()).toEqual([])
  })
})

const four = { tea: 'right', coffee: 'right', cocoa: 'right', water: 'right' } as const

/** Three whole runs of one line, one that was stopped, and one of other cases under the same name. */
async function projectWithLine(): Promise<Project> {
  const project = newProject({
    'agent.mjs': `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
      export default async (question) => {
        if (existsSync('slow') && question.endsWith('water')) {
          writeFileSync('asked', '')
          await new Promise((resolve) => setTimeout(resolve, 60_000))
        }
        const isWrong = readFileSync('wrong', 'utf8').includes(question.slice(4))
        return { response: isWrong ? 'no' : question.toUpperCase(), toolCalls: [] }
      }`,
    'drinks.evalset.json': loudSet(four, 'drinks'),
    wrong: '',
  })
  const line = ['run', 'drinks.evalset.json', '--target', './agent.mjs', '--name']
  await project.runHere(...line, 'first')
  project.write({ wrong: 'tea coffee' })
  await project.runHere(...line, 'second')
  project.write({ slow: '' })
  const stopped = project.start([...line, 'stopped'])
  await until(() => existsSync(join(project.folder, 'asked')))
  stopped.child.kill('SIGINT')
  await stopped.ended
  rmSync(join(project.folder, 'slow'))
  const criteria = { tool_trajectory_avg_score: 1, response_match_score: 0.9 }
  project.write({ wrong: 'tea', 'test_config.json': { criteria } })
  await project.runHere(...line, 'third')
  project.write({ 'drinks.evalset.json': loudSet({ ...four, wine: 'right' }, 'drinks') })
  await project.runHere(...line, 'other content')
  return project
}
