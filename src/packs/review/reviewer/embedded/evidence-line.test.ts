import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../../../core/index.ts'
import type { Document } from '../../../../documents/index.ts'
import { readEvidence } from './evidence-line.ts'
import { longestPiece, piecesOf } from './line-pieces.ts'

function markdown(text: string): Document {
  return { name: 'd.md', kind: 'markdown', pages: [{ number: 1, text, warnings: [] }], warnings: [] }
}

async function linesOf(text: string) {
  const { lines } = await readEvidence([markdown(text)], new AbortController().signal)
  return lines
}

describe('lines to compare', () => {
  it('are short however long a line is, and lose nothing', async () => {
    const text = '非常灯は12台あり、点灯を確認した'.repeat(1000)
    const lines = await linesOf(text)
    expect(Math.max(...lines.map((line) => line.text.length))).toBeLessThanOrEqual(longestPiece)
    expect(lines.map((line) => line.text).join('')).toBe(text)
  })

  it('are cut in no number and in no character', () => {
    const pieces = [...piecesOf(`${'x'.repeat(longestPiece - 2)}1,234.5台${'𠮷'.repeat(longestPiece)}`)]
    expect(pieces[0]).toBe('x'.repeat(longestPiece - 2))
    expect(pieces[1]).toMatch(/^1,234\.5台/)
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
  })

  it('of a wide table keep what their columns and their row are about', async () => {
    const numbers = Array.from({ length: 1000 }, (_, index) => index)
    const classifier = `| Room | ${numbers.map((number) => `lights ${number}`).join(' | ')} |`
    const rule = `|${'---|'.repeat(1001)}`
    const row = `| Kitchen | ${numbers.map((number) => `${number} pieces`).join(' | ')} |`
    const parts = (await linesOf([classifier, rule, row].join('\n'))).filter(({ heading }) => !heading)
    expect(parts.length).toBeGreaterThan(5)
    const last = parts.at(-1)
    expect(last?.text.endsWith('999 pieces')).toBe(true)
    expect(last?.headingTerms).toContain('kitchen')
    expect(last?.values.at(-1)).toEqual({ terms: ['#999', 'light'], text: '999 pieces' })
  })

  it('end somewhere, and say so', async () => {
    const { lines, warnings } = await readEvidence([markdown('a1.\n'.repeat(50_001))], new AbortController().signal)
    expect(lines).toHaveLength(50_000)
    expect(warnings.map(toEnglish)).toEqual(['only the first 50000 lines were compared, up to page 1 of d.md'])
  })
})
