import { describe, expect, it } from 'vitest'
import * as finalResponse from './final-response-match.ts'
import * as hallucinations from './hallucinations.ts'
import { type InstructionText, instruct } from './instruction-text.ts'
import * as keyPoints from './key-points.ts'
import * as quality from './quality.ts'
import * as rubrics from './rubrics.ts'
import * as safety from './safety.ts'
import * as userSimulator from './user-simulator.ts'

const texts = [finalResponse, hallucinations, keyPoints, quality, rubrics, safety, userSimulator].flatMap(
  (file): InstructionText[] => Object.values(file),
)

describe('instructions', () => {
  it('have an id of their own', () => {
    const ids = texts.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(texts)('$id names the same evidence in both languages', (text) => {
    for (const { en, ja } of [text, text.adkReply ?? { en: '', ja: '' }]) {
      expect(new Set(ja.match(/`\w+`/g))).toEqual(new Set(en.match(/`\w+`/g)))
    }
  })

  it.each(texts)('$id is written in its languages', ({ en, ja }) => {
    expect(en).not.toMatch(/[ぁ-ん]/)
    expect(ja.match(/[ぁ-ん]/g)?.length ?? 0).toBeGreaterThan(20)
  })

  it('ask for the form of ADK under another id', () => {
    const text = { id: 'x', version: 2, en: 'Judge.', ja: '判定。', adkReply: { en: 'As JSON.', ja: 'JSON で。' } }
    expect(instruct(text, 'en')).toEqual({ id: 'x', version: 2, text: 'Judge.' })
    expect(instruct(text, 'ja', { adkReply: true })).toEqual({ id: 'x-adk', version: 2, text: '判定。\n\nJSON で。' })
  })
})
