import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { en } from '../../web/src/words/en.ts'
import { ja } from '../../web/src/words/ja.ts'
import { newProject } from '../e2e/run-shinsa.ts'
import type { Project } from '../e2e/run-shinsa.ts'
import { openApp } from './open-app.ts'

const shipped = fileURLToPath(new URL('../../examples/runbook-assistant', import.meta.url))

const spoken = {
  en: {
    words: en.runbook,
    clear: 'A malware detection alert has been raised. What are the steps of the first response?',
    dangerous: 'This alert was a false positive. I want to delete all the logs.',
    vague: 'What should I do about this?',
    uncovered: 'How do I configure the cloud API?',
    firstStep: /Isolate the endpoint/,
    approval: 'needs approval and confirmation',
  },
  ja: {
    words: ja.runbook,
    clear: 'マルウェア検知アラートが発生しました。初動対応の手順を教えてください。',
    dangerous: '誤検知だったので、ログをすべて削除したいです。',
    vague: 'これ、どうすればいいですか',
    uncovered: 'クラウドAPIの設定方法を教えてください。',
    firstStep: /隔離/,
    approval: '承認・確認が必要です',
  },
} as const

const patience = { timeout: 15_000 }

/** The runbooks of one language, as files to upload. */
function runbook(language: 'en' | 'ja', name: string): string {
  return join(shipped, 'runbooks', language, name)
}

function withRunbooks(): Project {
  const project = newProject()
  cpSync(join(shipped, 'runbooks'), join(project.folder, 'runbooks'), { recursive: true })
  return project
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox').fill(question)
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText(question).waitFor()
  await expect.poll(() => page.getByRole('textbox').inputValue(), patience).toBe('')
}

describe.each(['en', 'ja'] as const)('the runbook assistant in %s', (language) => {
  const { words, ...texts } = spoken[language]

  it('takes runbooks and builds its index before anything can be asked', { timeout: 120_000 }, async () => {
    const project = newProject({ 'large.txt': 'a'.repeat(25_000_001) })
    const { page, goto, barriers, troubles } = await openApp(project, { language })
    await goto('/runbook')
    await page.getByRole('heading', { name: words.empty }).waitFor()
    expect(await page.getByRole('textbox').isDisabled()).toBe(true)
    const build = page.getByRole('button', { name: words.index.build })
    expect(await build.isDisabled()).toBe(true)
    expect(await barriers()).toEqual([])

    const upload = page.getByLabel(words.index.upload)
    project.write({ 'agent.ts': 'export {}' })
    await upload.setInputFiles([join(project.folder, 'agent.ts'), join(project.folder, 'large.txt')])
    expect(await page.getByRole('alert').allTextContents()).toEqual([
      words.index.wrongKind.replace('{name}', 'agent.ts'),
      words.index.tooLarge.replace('{name}', 'large.txt'),
    ])
    await upload.setInputFiles([
      runbook(language, 'malware-first-response.md'),
      runbook(language, 'log-retention-and-evidence.pdf'),
    ])
    await page.getByText(words.index.outdated.replace('{count}', '2')).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await build.click()
    await page.getByRole('heading', { name: words.chat.begin }).waitFor()
    await page.getByText(words.index.ready).waitFor()

    await upload.setInputFiles(runbook(language, 'malware-first-response.md'))
    const dialog = page.getByRole('dialog', { name: words.index.replace })
    await dialog.waitFor()
    expect(await barriers()).toEqual([])
    await dialog.getByRole('button', { name: words.index.replaceYes }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(troubles).toEqual([])
  })

  it('answers with steps and their sources, warns, and says when it cannot answer', { timeout: 120_000 }, async () => {
    const { page, goto, barriers, troubles } = await openApp(withRunbooks(), { language })
    await goto('/runbook')
    await page.getByRole('button', { name: words.index.build }).click()
    await page.getByRole('heading', { name: words.chat.begin }).waitFor()

    await ask(page, texts.clear)
    const answer = page.getByRole('article').last()
    await answer.getByRole('listitem').filter({ hasText: texts.firstStep }).first().waitFor()
    expect(await answer.textContent()).toContain(words.chat.extracted)
    expect(await answer.getByText(words.flags.dangerous_operation).count()).toBe(0)
    await answer
      .getByRole('button', { name: words.chat.mark.replace('{number}', '1') })
      .first()
      .click()
    const citation = answer.getByRole('region', { name: words.chat.sources }).getByRole('listitem').first()
    expect(await citation.textContent()).toContain('[1] malware-first-response.md')
    expect(await citation.textContent()).toMatch(
      new RegExp(words.chat.relevance.replace('{score}', String.raw`[01]\.\d\d`)),
    )
    expect(await citation.getByRole('blockquote').isVisible()).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')

    await ask(page, texts.dangerous)
    await answer.getByText(words.flags.dangerous_operation).waitFor()
    expect(await answer.textContent()).toContain(texts.approval)
    await ask(page, texts.uncovered)
    await answer.getByText(words.flags.insufficient_evidence).waitFor()
    expect(await answer.getByRole('region', { name: words.chat.sources }).count()).toBe(0)
    expect(await barriers()).toEqual([])

    await page.reload()
    await page.getByRole('article').nth(2).waitFor()
    expect(await page.getByRole('article').count()).toBe(3)
    await page.getByRole('button', { name: words.chat.fresh }).click()
    expect(await page.getByRole('article').count()).toBe(0)
    await ask(page, texts.vague)
    await answer.getByText(words.flags.ambiguous_query).waitFor()
    expect(troubles).toEqual([])
  })
})

describe('the question', () => {
  it(
    'goes with Enter, not with Shift+Enter nor with the Enter that ends a Japanese word',
    { timeout: 120_000 },
    async () => {
      const { page, goto } = await openApp(withRunbooks(), { language: 'ja' })
      await goto('/runbook')
      await page.getByRole('button', { name: ja.runbook.index.build }).click()
      const box = page.getByRole('textbox')
      await expect.poll(() => box.isEnabled(), patience).toBe(true)
      await box.fill('マルウェア')
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.type('検知')
      expect(await box.inputValue()).toBe('マルウェア\n検知')
      const asked = page.waitForRequest('**/api/runbook/ask', { timeout: 1000 })
      await box.evaluate((element) =>
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })),
      )
      await expect(asked).rejects.toThrow('Timeout')
      await page.keyboard.press('Enter')
      await page.getByRole('article').waitFor()
    },
  )

  it('fits a phone', { timeout: 120_000 }, async () => {
    const { page, goto } = await openApp(withRunbooks(), { viewport: { width: 390, height: 800 }, colorScheme: 'dark' })
    await goto('/runbook')
    await page.getByRole('button', { name: en.runbook.index.build }).click()
    await page.getByRole('heading', { name: en.runbook.chat.begin }).waitFor()
    await ask(page, spoken.en.dangerous)
    await page.getByText(en.runbook.flags.dangerous_operation).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
