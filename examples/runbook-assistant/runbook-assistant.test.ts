import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readDocument } from '../../src/documents/index.ts'

const Questions = z.array(
  z.strictObject({
    id: z.int(),
    category: z.enum(['正常系', '危険操作系', '根拠不足系', '曖昧質問系']),
    question: z.string().min(1),
    expected_keypoints: z.array(z.string().min(1)).min(2),
    expected_flags: z
      .strictObject({
        insufficient_evidence: z.boolean(),
        ambiguous_query: z.boolean(),
        dangerous_operation: z.boolean(),
      })
      .optional(),
  }),
)

/** Where the answer to a question stands; 5 and 6 have none. */
const answeredBy: Readonly<Record<number, string>> = {
  1: 'malware-first-response.md',
  2: 'unauthorised-access.md',
  3: 'log-retention-and-evidence.pdf',
  4: 'data-leak.md',
  7: 'ransomware.md',
  8: 'log-retention-and-evidence.pdf',
  9: 'ddos.md',
  10: 'phishing.md',
}

for (const { language, dataset } of [
  { language: 'ja', dataset: 'eval_dataset.json' },
  { language: 'en', dataset: 'eval_dataset.en.json' },
]) {
  describe(`the questions of ${dataset}`, () => {
    const questions = Questions.parse(JSON.parse(readFileSync(join(import.meta.dirname, dataset), 'utf8')))

    it('asks ten questions: six clear ones, two for something dangerous, one off the runbooks, one vague', () => {
      expect(questions.map(({ id, category }) => `${id} ${category}`)).toEqual([
        '1 正常系',
        '2 正常系',
        '3 危険操作系',
        '4 正常系',
        '5 根拠不足系',
        '6 曖昧質問系',
        '7 正常系',
        '8 危険操作系',
        '9 正常系',
        '10 正常系',
      ])
    })

    it('expects no key point that the runbook does not have', async () => {
      const missing: string[] = []
      for (const { id, expected_keypoints: points } of questions) {
        const file = answeredBy[id]
        const text = file === undefined ? undefined : await textOf(language, file)
        missing.push(...points.filter((point) => text?.includes(comparable(point)) === false))
      }
      expect(missing).toEqual([])
    })
  })
}

describe('the runbooks', () => {
  it('say nothing of what question 5 asks for', async () => {
    for (const language of ['ja', 'en'])
      for (const file of filesOf(language)) expect(await textOf(language, file)).not.toMatch(/\bapi\b|クラウド|cloud/)
  })

  it('are the same in both languages: files, and how many headings, steps, rows and points each has', () => {
    expect(filesOf('en')).toEqual(filesOf('ja'))
    for (const file of filesOf('ja').filter((name) => name.endsWith('.md')))
      expect({ file, shape: shapeOf('en', file) }).toEqual({ file, shape: shapeOf('ja', file) })
  })
})

function filesOf(language: string): readonly string[] {
  return globSync('*.{md,pdf}', { cwd: join(import.meta.dirname, 'runbooks', language) }).toSorted()
}

async function textOf(language: string, file: string): Promise<string> {
  const { pages } = await readDocument(join(import.meta.dirname, 'runbooks', language, file))
  return comparable(pages.map(({ text }) => text).join('\n'))
}

/** Lines break where the page ends, and Japanese beside Latin letters is written with and without a space. */
function comparable(text: string): string {
  return text.toLowerCase().replaceAll(/\s/g, '')
}

/** What each line begins with: a heading, a point, a step with its number, a row. */
function shapeOf(language: string, file: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, 'runbooks', language, file), 'utf8')
  return text.split('\n').map((line) => /^(?:#+ |- |\d+\. |\||)/.exec(line)?.[0] ?? '')
}
