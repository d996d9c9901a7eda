import { describe, expect, it } from 'vitest'
import { type EvidenceCounts, type Message, evidenceCountsOf, toEnglish } from '../core/index.ts'
import { evidenceSentence, troubleSentences } from './result-counts.ts'

const userContent = { parts: [{ text: 'q' }] }
const steps = { form: 'lists' as const, toolCalls: [], toolResponses: [], responses: [] }
const style = {
  say: toEnglish,
  list: (sentences: readonly Message[]) => sentences.map((sentence) => toEnglish(sentence)).join(', '),
}

describe('what is known of a run', () => {
  it.each<[string, Parameters<typeof evidenceCountsOf>[0], string]>([
    ['nothing but answers', [{ userContent }], 'Of 1 exchange nothing but the answer is known'],
    [
      'what the agent says',
      [
        { userContent, steps, usage: { inputTokens: 3 } },
        { userContent, steps },
      ],
      'Known of 2 exchanges: tool calls reported, tokens reported in 1; unknown: instructions, tool declarations, cost, finish reason, state',
    ],
    [
      'what was heard',
      [{ userContent, steps, provenance: { toolCalls: 'observed', listener: 'AI SDK' } }],
      'Known of 1 exchange: tool calls observed (AI SDK); unknown: instructions, tool declarations, tokens, cost, finish reason, state',
    ],
    [
      'what is said to be unknown',
      [{ userContent, steps, provenance: { toolCalls: 'unknown' } }],
      'Of 1 exchange nothing but the answer is known',
    ],
    ['no exchange', [], ''],
  ])('is said in one line: %s', (_what, invocations, sentence) => {
    expect(evidenceSentence({ evidence: evidenceCountsOf(invocations) }, style)).toBe(sentence)
  })

  it('has the answers that were cut among what went wrong', () => {
    const evidence: EvidenceCounts = evidenceCountsOf([
      { userContent, finishReason: 'length' },
      { userContent, finishReason: 'length' },
      { userContent, finishReason: 'content-filter' },
      { userContent, finishReason: 'stop' },
    ])
    const results = { total: 4, passed: 4, failed: 0, error: 0, notEvaluated: 0 }
    const sentences = troubleSentences({ results, evidence, unfinished: 0 } as Parameters<typeof troubleSentences>[0])
    expect(sentences.map((sentence) => toEnglish(sentence))).toEqual([
      '2 answers cut by length',
      '1 answer cut by a filter',
    ])
  })
})
