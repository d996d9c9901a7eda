import { describe, expect, it } from 'vitest'
import { readStatements } from './statements.ts'

describe('the statements of a document', () => {
  it.each([
    ['behind a word', `${'lamp '.repeat(199)}1250W ${'lamp '.repeat(60)}`, '1250W'],
    ['outside of a number where there is no word', `${'灯'.repeat(998)}1,250.75W${'灯'.repeat(300)}`, '1,250.75W'],
  ])('cuts a line that is too long to compare %s', async (_, text, number) => {
    const pages = [{ number: 1, text, warnings: [] }]
    const documents = [{ name: 'd.txt', kind: 'text', warnings: [], pages }] as const
    const { statements } = await readStatements(documents, new AbortController().signal)
    expect(statements).toHaveLength(2)
    expect(statements.filter((statement) => statement.text.includes(number))).toHaveLength(1)
  })
})
