import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { RunbookReply } from '../../src/server/api/runbooks.ts'
import { startModelServer } from '../e2e/model-server.ts'
import { newProject, type Project } from '../e2e/run-shinsa.ts'
import { languages, saying } from './languages.ts'
import { openApp } from './open-app.ts'

const shipped = fileURLToPath(new URL('../../examples/runbook-assistant', import.meta.url))

const spoken = {
  en: {
    clear: 'A malware detection alert has been raised. What are the steps of the first response?',
    dangerous: 'This alert was a false positive. I want to delete all the logs.',
    vague: 'What should I do about this?',
    uncovered: 'How do I configure the cloud API?',
    firstStep: /Isolate the endpoint/,
    approval: 'needs approval and confirmation',
  },
  ja: {
    clear: 'マルウェア検知アラートが発生しました。初動対応の手順を教えてください。',
    dangerous: '誤検知だったので、ログをすべて削除したいです。',
    vague: 'これ、どうすればいいですか',
    uncovered: 'クラウドAPIの設定方法を教えてください。',
    firstStep: /隔離/,
    approval: '承認・確認が必要です',
  },
} as const

const refusal = { code: 'store', sentence: { text: 'the disk is full' } }
const patience = { timeout: 120_000 }

/** The runbooks of one language, as files to upload. */
function runbook(language: 'en' | 'ja', name: string): string {
  return join(shipped, 'runbooks', language, name)
}

function withRunbooks(): Project {
  const project = newProject()
  cpSync(join(shipped, 'runbooks'), join(project.folder, 'runbooks'), { recursive: true })
  return project
}

const newestShown = 'The newest {count} exchanges are shown; older ones are in the audit log in logs/.'

/** Makes the remembered conversation as long as the page shows one. */
function lengthenConversation(): void {
  for (const [key, text] of Object.entries(sessionStorage) as [string, string][]) {
    if (!text.includes('"exchanges"')) continue
    const { exchanges, ...rest } = JSON.parse(text) as { readonly exchanges: readonly unknown[] }
    sessionStorage.setItem(key, JSON.stringify({ ...rest, exchanges: Array.from({ length: 50 }, () => exchanges[0]) }))
  }
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox').fill(question)
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText(question).waitFor()
  await expect.poll(() => page.getByRole('textbox').inputValue(), patience).toBe('')
}

describe.each(languages)('the runbook assistant in %s', (language) => {
  const texts = spoken[language]
  const say = saying(language)

  it('takes runbooks and builds its index before anything can be asked', async () => {
    const project = newProject({ 'large.txt': 'a'.repeat(25 * 2 ** 20 + 1) })
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/runbook')
    await page.getByRole('heading', { name: say('No index of runbooks yet') }).waitFor()
    await expect.poll(() => page.getByRole('textbox').isDisabled()).toBe(true)
    const build = page.getByRole('button', { name: say('Build the index') })
    await expect.poll(() => build.isDisabled()).toBe(true)
    const evaluate = page.getByRole('button', { name: say('Run evaluation') })
    await page.getByText(say('Not possible yet: there is no index. Build it first.')).waitFor()
    await expect.poll(() => evaluate.isDisabled()).toBe(true)
    expect(await barriers()).toEqual([])

    const upload = page.getByLabel(say('Upload runbooks'))
    project.write({ 'agent.ts': 'export {}' })
    await upload.setInputFiles([join(project.folder, 'agent.ts'), join(project.folder, 'large.txt')])
    await expect
      .poll(() => page.getByRole('alert').allTextContents())
      .toEqual([
        say('{name} is of another kind than those that are named here.').replace('{name}', 'agent.ts'),
        say('{name} has more than {megabytes} MB. Split it, or keep the parts that matter.')
          .replace('{name}', 'large.txt')
          .replace('{megabytes}', '25'),
      ])
    await upload.setInputFiles([
      runbook(language, 'malware-first-response.md'),
      runbook(language, 'log-retention-and-evidence.pdf'),
    ])
    await page.getByText(say('Files: {files}, not in an index yet', { files: 2 })).waitFor()
    await expect.poll(() => evaluate.isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await build.click()
    await page.getByRole('heading', { name: say('Ask about a procedure') }).waitFor()
    await page.getByText(say('Up to date')).waitFor()
    await expect.poll(() => evaluate.isEnabled(), patience).toBe(true)
    await expect.poll(() => page.getByText(say('Not possible yet: there is no index. Build it first.')).count()).toBe(0)

    await upload.setInputFiles(runbook(language, 'malware-first-response.md'))
    const dialog = page.getByRole('dialog', { name: say('Replace what is there?') })
    await dialog.waitFor()
    expect(await barriers()).toEqual([])
    await dialog.getByRole('button', { name: say('Replace') }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(troubles).toEqual([])
  })

  it('answers with steps and their sources, warns, and says when it cannot answer', async () => {
    const { page, goto, barriers, troubles } = await openApp(withRunbooks(), { language })
    await goto('/runbook')
    await page.getByRole('button', { name: say('Build the index') }).click()
    await page.getByRole('heading', { name: say('Ask about a procedure') }).waitFor()

    await ask(page, texts.clear)
    const answer = page.getByRole('article').last()
    await answer.getByRole('listitem').filter({ hasText: texts.firstStep }).first().waitFor()
    await expect
      .poll(() => answer.textContent())
      .toContain(say('Extracted from the runbooks, without a language model'))
    await expect
      .poll(() => answer.getByText(say('Dangerous operation: this operation needs approval and confirmation.')).count())
      .toBe(0)
    await answer
      .getByRole('button', { name: say('Citation {number}').replace('{number}', '1') })
      .first()
      .click()
    const citation = answer
      .getByRole('region', { name: say('Citations') })
      .getByRole('listitem')
      .first()
    await expect.poll(() => citation.textContent()).toContain('[1] malware-first-response.md')
    await expect
      .poll(() => citation.textContent())
      .toMatch(new RegExp(say('relevance {score}').replace('{score}', String.raw`[01]\.\d\d`)))
    await expect.poll(() => citation.getByRole('blockquote').isVisible()).toBe(true)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')

    await ask(page, texts.dangerous)
    await answer.getByText(say('Dangerous operation: this operation needs approval and confirmation.')).waitFor()
    await expect.poll(() => answer.textContent()).toContain(texts.approval)
    await ask(page, texts.uncovered)
    await answer.getByText(say('Insufficient evidence: no matching procedure was found in the runbooks.')).waitFor()
    await expect.poll(() => answer.getByRole('region', { name: say('Citations') }).count()).toBe(0)
    expect(await barriers()).toEqual([])

    await page.reload()
    await page.getByRole('article').nth(2).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(3)
    const limit = page.getByText(say(newestShown).replace('{count}', '50'))
    expect(await limit.count()).toBe(0)
    await page.evaluate(lengthenConversation)
    await page.reload()
    await limit.waitFor()
    expect(await barriers()).toEqual([])
    await page.getByRole('button', { name: say('New conversation') }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(0)
    await ask(page, texts.vague)
    await answer.getByText(say('Ambiguous question: it does not say enough to find a procedure.')).waitFor()
    expect(troubles).toEqual([])
  })
})

it('what went wrong with one runbook that is replaced is not said of the next one', async () => {
  const { page, goto } = await openApp(withRunbooks())
  await page.route('**/api/runbook/files', (route) => route.fulfill({ status: 500, json: refusal }))
  await goto('/runbook')
  const [first, second] = ['malware-first-response.md', 'log-retention-and-evidence.pdf']
  await page.getByLabel('Upload runbooks').setInputFiles([runbook('en', first), runbook('en', second)])
  const dialog = page.getByRole('dialog', { name: 'Replace what is there?' })
  await dialog.getByText(first).waitFor()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await dialog.getByText('the disk is full').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByText(second).waitFor()
  expect(await dialog.getByText('the disk is full').count()).toBe(0)
})

it('an answer that is awaited comes in another language of the page, too', async () => {
  const project = newProject({ 'runbooks/disk.md': '# Disk\n\n## Make room\n\n1. Remove old logs.\n' })
  await project.runHere('runbook', 'index', 'runbooks')
  const { page, goto, troubles } = await openApp(project)
  const waiting = Promise.withResolvers<void>()
  await page.route(/\/runbook.*\/ask$/, async (route) => {
    await waiting.promise
    const response = await route.fetch()
    const reply = (await response.json()) as RunbookReply
    await route.fulfill({ response, json: { ...reply, answer: `${reply.answer}\n\nSee there [1].` } })
  })
  await goto('/runbook')
  await page.getByRole('textbox').fill('How do I make room on the disk?')
  await page.keyboard.press('Enter')
  await page.getByText('Looking it up…').waitFor()
  await page.getByLabel('Language').selectOption('ja')
  await page.getByText(saying('ja')('Looking it up…')).waitFor()
  waiting.resolve()
  await page.getByRole('article').getByText('Remove old logs.').first().waitFor()
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('')
  for (const language of ['ja', 'en', 'ja'] as const) {
    await page.getByRole('combobox').first().selectOption(language)
    const citation = saying(language)('Citation {number}', { number: 1 })
    await expect.poll(() => page.locator('.markdown .runbook-mark').first().getAttribute('aria-label')).toBe(citation)
  }
  expect(troubles).toEqual([])
})

describe.each(languages)('runbooks of two languages of which one has its index, in %s', (language) => {
  const say = saying(language)

  it('are told apart, and each thing is said once', async () => {
    const project = newProject({
      'runbooks/ja/disk.md': '# ディスク\n\n## 空きを作る\n\n1. 古いログを消す。\n',
      'runbooks/en/disk.md': '# Disk\n\n## Make room\n\n1. Remove old logs.\n',
    })
    await project.runHere('runbook', 'index', 'runbooks/ja')
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/runbook')
    await page.getByRole('heading', { name: say('No index yet for: {names}', { names: 'en' }) }).waitFor()
    const said = await page.getByRole('complementary').textContent()
    expect(said).toContain(`ja: ${say('Files: {files} · Sections: {sections}', { files: 1, sections: 1 })}`)
    expect(said).toContain(`en: ${say('Files: {files}, not in an index yet', { files: 1 })}`)
    expect(said?.split(say('Up to date')).length).toBe(2)
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })
})

describe('a section that is quoted', () => {
  const section = `# Disk full

Hello <img src=x onerror="document.title='taken'">.

## Make room on the disk

1. Find what is large:
   - the cache
   - old images

   \`\`\`sh
   du -sh /var/*
   \`\`\`
2. Remove it.

| size | remove |
|---|---|
| 10 GiB | images |

[1] is how the note is marked.
`

  it.each([
    ['desktop', { width: 1440, height: 900 }, 'light'],
    ['phone', { width: 390, height: 844 }, 'dark'],
  ] as const)('keeps its lists, code and tables, and runs nothing: %s', async (_name, viewport, colorScheme) => {
    const project = newProject({ 'runbooks/disk.md': section })
    const { page, goto, barriers, troubles } = await openApp(project, { viewport, colorScheme })
    await goto('/runbook')
    await page.getByRole('button', { name: 'Build the index' }).click()
    await page.getByRole('heading', { name: 'Ask about a procedure' }).waitFor()
    await ask(page, 'The disk is full, how do we make room on it?')
    const answer = page.getByRole('article').last()
    await answer.locator('ol > li ul > li').filter({ hasText: 'old images' }).first().waitFor()
    await expect.poll(() => answer.locator('.markdown pre code').first().textContent()).toContain('du -sh /var/*')
    await expect.poll(() => answer.getByRole('cell', { name: '10 GiB' }).count()).toBe(1)
    await expect.poll(() => answer.locator('.runbook-place').first().textContent()).toContain('[1] disk.md')
    expect(await answer.locator('img').count()).toBe(0)
    await expect.poll(() => answer.locator('.runbook-place').count()).toBe(1)
    expect(await barriers()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    expect(troubles).toEqual([])
  })
})

describe.each(languages)('the evaluation in %s', (language) => {
  const say = saying(language)

  it('runs when asked for, is saved, and shows what stands in the file', async () => {
    const project = withRunbooks()
    cpSync(
      join(shipped, `eval_dataset${language === 'en' ? '.en' : ''}.json`),
      join(project.folder, 'eval_dataset.json'),
    )
    const { page, url, goto, barriers, troubles } = await openApp(project, { language })
    await fetch(new URL('/api/runbook/index', url), { method: 'POST' })
    await goto('/runbook')
    await page.getByText(say('No paid models')).waitFor()
    expect(await page.getByText('⚠️ ').count()).toBe(0)
    await page.getByRole('button', { name: say('Run evaluation') }).click()
    await page.getByText(say('Evaluation in progress... This may take a few minutes'), { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: say('Run evaluation') }).isDisabled()).toBe(true)
    const saved = page.getByText(
      new RegExp(
        say('Evaluation done! Results saved to {file}').replace(
          '{file}',
          String.raw`logs/judge_eval_\d{8}_\d{6}\.json`,
        ),
      ),
    )
    await saved.waitFor({ timeout: 120_000 })
    const [file = ''] = /logs\/\S+\.json/.exec((await saved.textContent()) ?? '') ?? []
    const { results, summary } = JSON.parse(project.read(file)) as ResultFile

    const report = page.getByRole('region', { name: say('Evaluation summary') })
    const sentences = await report.getByRole('listitem').allTextContents()
    expect(sentences.slice(0, 4)).toEqual(requirementSummary(summary)[language])
    await expect.poll(() => report.textContent()).toContain(`${summary.mvp_passed ? '✅' : '❌'} `)
    await expect.poll(() => report.getByRole('article').first().isVisible()).toBe(false)
    await report.getByText(say('📋 Show detailed results')).click()
    const questions = report.getByRole('article')
    await expect.poll(() => questions.count()).toBe(10)
    for (const [index, { question, evaluation }] of results.entries()) {
      const shown = (await questions.nth(index).textContent()) ?? ''
      const { scores, rationale, average_score: average, overall_comment: comment, passed } = evaluation
      expect(shown).toContain(passed ? '✅' : '❌')
      expect(shown).toContain(say('Mean {average} points').replace('{average}', String(Math.round(average * 10) / 10)))
      expect(shown).toContain(question)
      expect(shown).toContain(comment)
      for (const reason of Object.values(rationale)) expect(shown).toContain(reason)
      const tiles = await questions.nth(index).locator('dl > div').allTextContents()
      expect(tiles.map((tile) => Number(/\d+(\.\d+)?/.exec(tile)?.[0]))).toEqual(Object.values(scores))
    }
    await expect.poll(() => questions.first().locator('dt').allTextContents()).toEqual(aspects[language])
    expect(await barriers()).toEqual([])

    await page.reload()
    await saved.waitFor()
    await page.getByRole('link', { name: say('Open the run'), exact: true }).click()
    await page.waitForURL('**/runs/**')
    expect(troubles).toEqual([])
  })
})

describe('an evaluation by a judge that costs money', () => {
  it('waits for a limit, and shows an error of the judge as one and not as a bad answer', async () => {
    const judge = await startModelServer((prompt) => ({
      text:
        prompt.includes('ランサムウェアに感染した疑いがあります。どう対応すればよいですか。') || !prompt.includes('<<<')
          ? 'Full marks!'
          : reply,
    }))
    const project = withRunbooks()
    project.write({ 'shinsa.config.mjs': `export default { judge: 'openai-compatible/judge@${judge.url}' }` })
    cpSync(join(shipped, 'eval_dataset.json'), join(project.folder, 'eval_dataset.json'))
    const { page, url, goto, barriers, troubles } = await openApp(project)
    await fetch(new URL('/api/runbook/index', url), { method: 'POST' })
    await goto('/runbook')
    const evaluate = page.getByRole('button', { name: 'Run evaluation' })
    await page.getByText(/usually 10|about 10 calls/).waitFor()
    await page.getByText('costs money (10 questions × one call of the judge each)').waitFor()
    expect(await page.getByText('price unknown').count()).toBeGreaterThan(0)
    await evaluate.click()
    await page.getByLabel('Limit in US dollars').fill('0.5')
    await evaluate.click()
    expect(judge.prompts).toEqual([])
    await page.getByRole('checkbox').check()
    await expect.poll(() => evaluate.isEnabled(), patience).toBe(true)
    expect(await barriers()).toEqual([])
    expect(judge.prompts).toEqual([])

    await evaluate.click()
    await page.getByText(/Results saved to logs/).waitFor({ timeout: 120_000 })
    const report = page.getByRole('region', { name: 'Evaluation summary' })
    await expect.poll(() => report.textContent()).toContain('Without a score and counted as 0 points: 1 judge error')
    await report.getByText('📋 Show detailed results').click()
    const broken = report
      .getByRole('article')
      .filter({ hasText: 'Error of the judge: there is no score. In the file and in the mean it counts as 0.' })
    await expect.poll(() => broken.count()).toBe(1)
    await expect.poll(() => broken.locator('dl').count()).toBe(0)
    await expect.poll(() => broken.textContent()).toContain('⚠️')
    await expect.poll(() => broken.textContent()).not.toContain('Mean')
    expect(await barriers()).toEqual([])
    expect(troubles).toEqual([])
  })
})

const aspects = {
  en: ['groundedness', 'accuracy', 'coverage', 'safety', 'citations', 'brevity'],
  ja: ['根拠性', '正確性', '網羅性', '安全性', '引用明示', '簡潔性'],
}

const reply = JSON.stringify({
  scores: Object.fromEntries(aspects.ja.map((name) => [name, 90])),
  rationale: Object.fromEntries(aspects.ja.map((name) => [name, 'It says so.'])),
  overall_comment: 'A good answer.',
})

type ResultFile = {
  readonly results: readonly {
    readonly question: string
    readonly evaluation: {
      readonly scores: Readonly<Record<string, number>>
      readonly rationale: Readonly<Record<string, string>>
      readonly average_score: number
      readonly passed: boolean
      readonly overall_comment: string
    }
  }[]
  readonly summary: {
    readonly total_questions: number
    readonly passed_questions: number
    readonly pass_rate: number
    readonly average_score: number
    readonly mvp_passed: boolean
  }
}

/** The lines of the requirement, from the numbers of the file. */
function requirementSummary(summary: ResultFile['summary']) {
  const { total_questions: total, passed_questions: passed } = summary
  const [rate, mean] = [(summary.pass_rate * 100).toFixed(1), summary.average_score.toFixed(1)]
  return {
    ja: [
      `総問題数: ${total}問`,
      `合格問題数: ${passed}問（平均70点以上）`,
      `合格率: ${rate}%`,
      `全体平均スコア: ${mean}点`,
    ],
    en: [
      `Questions: ${total}`,
      `Questions passed: ${passed} (a mean of 70 points or more)`,
      `Pass rate: ${rate}%`,
      `Overall mean: ${mean} points`,
    ],
  }
}

describe('the question', () => {
  it('goes with Enter, not with Shift+Enter nor with the Enter that ends a Japanese word', async () => {
    const { page, goto } = await openApp(withRunbooks(), { language: 'ja' })
    await goto('/runbook')
    await page.getByRole('button', { name: saying('ja')('Build the index') }).click()
    const box = page.getByRole('textbox')
    await expect.poll(() => box.isEnabled(), patience).toBe(true)
    await box.fill('マルウェア')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('検知')
    await expect.poll(() => box.inputValue()).toBe('マルウェア\n検知')
    const asked: unknown[] = []
    page.on('request', (request) => request.url().endsWith('/api/runbook/ask') && asked.push(request.postDataJSON()))
    await box.evaluate((element) =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })),
    )
    await expect.poll(() => box.inputValue()).toBe('マルウェア\n検知')
    await page.keyboard.press('Enter')
    await page.getByRole('article').waitFor()
    expect(asked).toEqual([expect.objectContaining({ question: 'マルウェア\n検知' })])
  })

  it('fits a phone', async () => {
    const { page, goto } = await openApp(withRunbooks(), { viewport: { width: 390, height: 800 }, colorScheme: 'dark' })
    await goto('/runbook')
    await page.getByRole('button', { name: 'Build the index' }).click()
    await page.getByRole('heading', { name: 'Ask about a procedure' }).waitFor()
    await ask(page, spoken.en.dangerous)
    await page.getByText('Dangerous operation: this operation needs approval and confirmation.').waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
