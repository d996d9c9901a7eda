import { describe, expect, it } from 'vitest'
import { fillTemplate as fill } from '../../src/core/basics/message.ts'
import { newProject, turn, type Project } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp } from './open-app.ts'

describe.each(languages)('the pictures of a run in %s', (language) => {
  const say = saying(language)

  it('narrow the table by a range of scores, by keyboard alone, and let go of it', async () => {
    const { page, goto, barriers, troubles } = await openApp(await drawnRun(), { language })
    const requests: string[] = []
    await goto('/')
    await page.getByRole('link', { name: 'drawn' }).click()
    const scores = page.getByRole('listbox', { name: say('{name}: choose a range', { name: 'edit_similarity' }) })
    await scores.waitFor()
    expect(await barriers()).toEqual([])
    page.on('request', (request) => request.url().includes('/api/') && requests.push(request.url()))

    await scores.getByRole('option').first().focus()
    await page.keyboard.press('End')
    const last = scores.getByRole('option').last()
    await expect.poll(() => last.evaluate((column) => column === document.activeElement)).toBe(true)
    expect(await last.getAttribute('aria-label')).toBe(
      say('{range}: {count} {count|result|results}, {passed} passed, {failed} failed', {
        range: say('{low} to {high}', { low: '0.9', high: '1' }),
        count: 18,
        passed: 18,
        failed: 0,
      }),
    )
    await page.keyboard.press('Enter')
    await expect.poll(() => chosenIn(page)).toBe('score.edit_similarity=0.9..1')
    await expect.poll(() => last.getAttribute('aria-selected')).toBe('true')
    const rows = page.getByRole('grid', { name: say('Cases') })
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('19')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(() => chosenIn(page)).toBe('score.edit_similarity=0.7..1')
    expect(await scores.locator('[aria-selected=true]').count()).toBe(3)
    expect(await barriers()).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => chosenIn(page)).toBe('')
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('25')
    // All of it comes from the rows that are there.
    expect(requests).toEqual([])
    expect(troubles).toEqual([])
  })

  it('narrow it by what is drawn over with the mouse, by a group, and by what could not be evaluated', async () => {
    const { page, goto, barriers, troubles } = await openApp(await drawnRun(), { language })
    await goto('/')
    await page.getByRole('link', { name: 'drawn' }).click()
    const scores = page.getByRole('listbox', { name: say('{name}: choose a range', { name: 'edit_similarity' }) })
    const box = await scores.boundingBox()
    if (box === null) throw new Error('there is no picture')
    await page.mouse.move(box.x + 2, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.45, box.y + 20)
    await page.mouse.up()
    await expect.poll(() => chosenIn(page)).toBe('score.edit_similarity=0..<0.5')
    const rows = page.getByRole('grid', { name: say('Cases') })
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe('4')

    await page.reload()
    await expect.poll(() => scores.locator('[aria-selected=true]').count()).toBe(5)
    const groups = page.getByRole('region', { name: say('Pass rate by {name}', { name: say('Category') }) })
    const coffee = groups.getByRole('button', { name: /^coffee/ })
    await coffee.click()
    await expect.poll(() => chosenIn(page)).toBe('score.edit_similarity=0..<0.5&category=coffee')
    await expect.poll(() => coffee.getAttribute('aria-pressed')).toBe('true')
    expect(await coffee.textContent()).toContain('67 %')
    await coffee.click()
    await expect.poll(() => chosenIn(page)).toBe('score.edit_similarity=0..<0.5')

    const unevaluated = page
      .getByRole('region', { name: 'exact_match', exact: true })
      .getByRole('button', { name: language === 'en' ? 'exact_match: 3 not evaluated' : 'exact_match: 未評価 3 件' })
    await unevaluated.click()
    await expect.poll(() => chosenIn(page)).toContain('score.exact_match=not-evaluated')
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })

  it('leave the table in sight, fold away, and stay folded', async () => {
    const { page, goto } = await openApp(await drawnRun(), { language, viewport: { width: 1440, height: 900 } })
    await goto('/')
    await page.getByRole('link', { name: 'drawn' }).click()
    const pictures = page.getByRole('region', { name: say('Pictures'), exact: true })
    const strip = await pictures.boundingBox()
    expect(strip?.height).toBeLessThan(170)
    await pictures.getByRole('button', { name: say('Pictures') }).click()
    await expect.poll(() => pictures.getByRole('listbox').count()).toBe(0)
    await page.reload()
    await pictures.waitFor()
    expect(await pictures.getByRole('listbox').count()).toBe(0)
    await pictures.getByRole('button', { name: say('Pictures') }).press('Enter')
    await expect.poll(() => pictures.getByRole('listbox').count()).toBeGreaterThan(1)
    expect(await pictures.getByRole('list', { name: say('Measured##quantities') }).textContent()).toContain(
      'invocation_duration_v1',
    )
  })
})

function chosenIn(page: Awaited<ReturnType<typeof openApp>>['page']): string {
  return decodeURIComponent(new URL(page.url()).search.slice(1))
}

it('count nothing before every row is there: the worst come first, and a part of them is far from the run', async () => {
  const rows = Array.from(
    { length: 450 },
    (_, at) => `tea ${at},Tea ${at}?,Tea ${at}?,${at % 2 === 0 ? 'hot' : 'iced'}`,
  )
  const project = newProject({
    'agent.mjs': `export default (question) => (/^Tea \\d*9/.test(question) ? 'WRONG' : question)`,
    'teas.csv': ['id,question,answer,category', ...rows].join('\n'),
    'test_config.json': JSON.stringify({ criteria: { response_match_score: 0.8 } }),
  })
  await project.runHere('run', 'teas.csv', '-t', './agent.mjs', '--name', 'teas')
  const { page, url, goto, troubles } = await openApp(project)
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/cases\?from=0/, async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  const { runs } = (await (await fetch(new URL('/api/runs', url))).json()) as {
    runs: { runId: string }[]
  }
  await goto(`/runs/${runs[0]?.runId}?group=category`)
  await asked.promise
  const pictures = page.locator('.pictures')
  const grid = page.getByRole('grid', { name: 'Cases' })
  await grid.getByText('iced').first().waitFor()
  await pictures.getByText('Loading …').waitFor()
  expect(await pictures.textContent()).not.toMatch(/%/)
  expect(await grid.textContent()).not.toMatch(/\d passed/)
  released.resolve()
  const groups = page.getByRole('region', { name: fill('Pass rate by {name}', { name: 'Category' }) })
  await expect.poll(async () => groups.textContent()).toContain('91 %')
  expect(troubles).toEqual([])
})

it('leave the cases in sight, however many metrics a run has: they are one strip', async () => {
  const project = newProject({
    'agent.mjs': `export default (question) => (/[036]/.test(question) ? 'WRONG' : question)`,
    'teas.csv': ['id,question,answer', ...Array.from({ length: 9 }, (_, at) => `tea ${at},Tea ${at}?,Tea ${at}?`)].join(
      '\n',
    ),
    'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: {}, metrics: Array.from({ length: 40 }, (_, at) => ({
      name: 'helpfulness_of_the_answer_' + at,
      score: (evalCase, { invocations: [{ finalResponse }] }) => {
        const value = finalResponse.parts[0].text === 'WRONG' ? 0 : 1
        return { metric: 'helpfulness_of_the_answer_' + at, status: 'scored', value, threshold: 1, passed: value === 1 }
      },
    })) }`,
  })
  await project.runHere('run', 'teas.csv', '--name', 'teas')
  const { page, goto, barriers, troubles } = await openApp(project, {
    viewport: { width: 1440, height: 900 },
  })
  await goto('/')
  await page.getByRole('link', { name: 'teas' }).click()
  await page.getByText('9 of 9', { exact: true }).waitFor()
  const pictures = page.getByRole('listbox', { name: /helpfulness_of_the_answer_/ })
  await expect.poll(() => pictures.count()).toBe(40)
  const rows = page.getByRole('grid', { name: 'Cases' }).locator('[data-index]')
  const bottoms = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom))
  expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(9)
  // A case that fails all of it says the first, and how many more.
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: fill('Case {case}', { case: 'tea 0' }) })
  const why = panel.getByRole('list', { name: 'Why it did not pass' })
  await why.first().waitFor()
  expect(await why.first().getByRole('listitem').count()).toBe(6)
  await panel.getByText(fill('{count} more', { count: 34 })).click()
  await expect.poll(() => why.getByRole('listitem').count()).toBe(40)
  expect(await barriers({ least: true })).toEqual([])
  expect(troubles).toEqual([])
})

/** 24 cases in two groups: answers that come closer and closer, some as expected, and three that nobody can hold against anything. */
async function drawnRun(): Promise<Project> {
  const cases = Array.from({ length: 24 }, (_, index) => ({
    eval_id: `case-${index}`,
    conversation: [turn(`say ${index}`, index % 8 === 7 ? '' : `answer ${index}`)],
    category: index % 2 === 0 ? 'tea' : 'coffee',
  }))
  const project = newProject({
    'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { exact_match: 1, edit_similarity: 0.5 } }`,
    'agent.mjs': `export default (question) => {
      const n = Number(question.split(' ').at(-1))
      return n % 8 === 3 ? 'no' : 'answer ' + n
    }`,
    'drawn.jsonl': cases.map((one) => JSON.stringify(one)).join('\n'),
  })
  await project.runHere('run', 'drawn.jsonl', '--name', 'drawn')
  return project
}
