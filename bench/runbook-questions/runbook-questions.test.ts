import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readDocument } from '../../src/documents/index.ts'

const Question = z.strictObject({
  id: z.string(),
  question: z.string().min(1),
  category: z.enum(['正常系', '危険操作系', '根拠不足系', '曖昧質問系']),
  expected_flags: z.strictObject({
    insufficient_evidence: z.boolean(),
    ambiguous_query: z.boolean(),
    dangerous_operation: z.boolean(),
  }),
  expected_section: z.strictObject({ file: z.string(), heading: z.string() }).nullable(),
  note: z.string(),
})
type Question = z.infer<typeof Question>

const sets = [
  { language: 'ja', name: 'ja', size: 105 },
  { language: 'en', name: 'en', size: 107 },
  { language: 'ja', name: 'held-out-ja', size: 20 },
  { language: 'en', name: 'held-out-en', size: 20 },
]

describe('the questions on the runbooks', () => {
  it('are all different, also from those held out and those of the example', () => {
    const asked = [...sets.flatMap(({ name }) => questionsOf(name)), ...questionsOfTheExample()]
    expect(new Set(asked.map(({ question }) => question)).size).toBe(asked.length)
    expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length)
  })

  for (const { language, name, size } of sets)
    it(`of ${name} have sections that there are, and flags that fit their category`, async () => {
      const questions = questionsOf(name)
      expect(questions).toHaveLength(size)
      const lines = await linesOfRunbooks(language)
      const wrong = questions.filter(
        (question) =>
          !flagsFit(question) ||
          (question.expected_section !== null &&
            !lines.has(`${question.expected_section.file}: ${question.expected_section.heading}`)),
      )
      expect(wrong.map(({ id }) => id)).toEqual([])
    })

  it('have requests of other trades, a third of them held out, all different', () => {
    const [tuned, heldOut] = [requestsOf('requests'), requestsOf('held-out-requests')]
    expect({ tuned: tuned.length, heldOut: heldOut.length }).toEqual({ tuned: 150, heldOut: 74 })
    expect(new Set([...tuned, ...heldOut]).size).toBe(224)
  })

  for (const { language, name } of sets.slice(0, 2))
    it(`of ${name} look for every runbook`, () => {
      const files = new Set(questionsOf(name).map(({ expected_section: section }) => section?.file))
      expect({ language, files: files.size }).toEqual({ language, files: 10 })
    })
})

function questionsOf(name: string): readonly Question[] {
  const lines = readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => Question.parse(JSON.parse(line)))
}

function requestsOf(name: string): readonly string[] {
  const Request = z.strictObject({ request: z.string(), language: z.enum(['ja', 'en']), dangerous: z.boolean() })
  const lines = readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => Request.parse(JSON.parse(line)).request)
}

function questionsOfTheExample(): readonly { id: string; question: string }[] {
  return ['eval_dataset.json', 'eval_dataset.en.json'].flatMap((file) => {
    const path = join(import.meta.dirname, '../../examples/runbook-assistant', file)
    const questions = z
      .array(z.object({ id: z.int(), question: z.string() }))
      .parse(JSON.parse(readFileSync(path, 'utf8')))
    return questions.map(({ id, question }) => ({ id: `${file} ${id}`, question }))
  })
}

/** What cannot be answered, or is not yet clear, has no section; all else has one. */
function flagsFit({ category, expected_flags: flags, expected_section: section }: Question): boolean {
  const own = {
    正常系: true,
    危険操作系: flags.dangerous_operation,
    根拠不足系: flags.insufficient_evidence,
    曖昧質問系: flags.ambiguous_query,
  }
  const isClear = !flags.dangerous_operation && !flags.insufficient_evidence && !flags.ambiguous_query
  const hasSection = !flags.insufficient_evidence && !flags.ambiguous_query
  return own[category] && isClear === (category === '正常系') && hasSection === (section !== null)
}

/** The lines of every runbook, each as `file: line`, headings without the marks of Markdown. */
async function linesOfRunbooks(language: string): Promise<ReadonlySet<string>> {
  const folder = join(import.meta.dirname, '../../examples/runbook-assistant/runbooks', language)
  const documents = await Promise.all(
    globSync('*.{md,pdf}', { cwd: folder }).map((file) => readDocument(join(folder, file))),
  )
  const lines = documents.flatMap(({ name, pages }) =>
    pages.flatMap(({ text }) => text.split('\n').map((line) => `${name}: ${line.trim().replace(/^#+ /, '')}`)),
  )
  return new Set(lines)
}
