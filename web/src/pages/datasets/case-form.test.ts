import { describe, expect, it } from 'vitest'
import type { EvalCase } from '../../../../src/core/index.ts'
import { caseOfForm, emptyCase, formOf } from './case-form.ts'
import { caseOfJson } from './case-problems.ts'

const none: ReadonlySet<string> = new Set()

const problems = (text: string) => caseOfJson(text, none).problems

const rich: EvalCase = {
  id: 'rich',
  conversation: [
    {
      id: 'turn-1',
      userContent: {
        role: 'user',
        parts: [{ text: 'What is this?' }, { media: { mimeType: 'image/png', data: 'aGk=' } }],
      },
      finalResponse: { role: 'model', parts: [{ text: 'thinking', thought: true }, { text: 'Tea' }] },
      steps: {
        form: 'events',
        events: [{ author: 'agent', content: { parts: [{ toolCall: { id: 'c1', name: 'look', args: { at: 1 } } }] } }],
      },
      rubrics: [{ id: 'polite', property: 'is polite' }],
    },
  ],
  session: { appName: 'shop', userId: 'u', state: { order: 12345678901234567890n } },
  finalSessionState: { done: true },
  metadata: { category: 'images', level: 2 },
}

describe('the fields of a case', () => {
  it('change nothing when nobody touches them', () => {
    for (const evalCase of [rich, { id: 'x', scenario: { startingPrompt: 'Hi', plan: 'ask', persona: 'NOVICE' } }]) {
      expect(caseOfForm(formOf(evalCase), evalCase, none)).toEqual({ evalCase, problems: [] })
    }
  })

  it('change what they show and keep the rest', () => {
    const form = formOf(rich)
    const [turn] = form.turns
    const changed = {
      ...form,
      turns: [{ ...turn!, user: 'And this?', calls: [{ name: 'look', args: '{"at": 2}' }] }],
      state: '{"order": 1}',
      category: 'photos',
    }
    expect(caseOfForm(changed, rich, none)).toEqual({
      evalCase: {
        ...rich,
        conversation: [
          {
            ...rich.conversation![0]!,
            userContent: {
              role: 'user',
              parts: [{ text: 'And this?' }, { media: { mimeType: 'image/png', data: 'aGk=' } }],
            },
            steps: { form: 'lists', toolCalls: [{ name: 'look', args: { at: 2 } }], toolResponses: [], responses: [] },
          },
        ],
        session: { appName: 'shop', userId: 'u', state: { order: 1 } },
        metadata: { category: 'photos', level: 2 },
      },
      problems: [],
    })
  })

  it('say beside themselves what is wrong with them', () => {
    const form = {
      ...formOf(emptyCase),
      id: 'tea',
      state: '[1]',
      metadata: '{"a": ',
      turns: [{ key: 0, user: ' ', answer: '', checksCalls: true, calls: [{ name: '', args: 'x' }] }],
    }
    expect(caseOfForm(form, emptyCase, new Set(['tea']))).toEqual({
      evalCase: undefined,
      problems: [
        { field: 'metadata', kind: 'notJson' },
        { field: 'turns.0.calls.0.args', kind: 'notJson' },
        { field: 'state', kind: 'notAnObject' },
        { field: 'id', kind: 'twice' },
        { field: 'turns.0.user', kind: 'missing' },
        { field: 'turns.0.calls.0.name', kind: 'missing' },
      ],
    })
  })
})

describe('the JSON of a case', () => {
  it('says where it is none, what does not fit, and which key nobody knows', () => {
    expect(problems('{\n  "id": }')).toEqual([{ field: 'json', kind: 'syntax', line: 2, column: 9 }])
    expect(problems('{"id": 3, "conversation": {}}')).toEqual([
      { field: 'json', kind: 'expected', path: 'id', expected: 'string' },
      { field: 'json', kind: 'expected', path: 'conversation', expected: 'array' },
    ])
    expect(
      problems(
        '{"id": "a", "conversation": [{"userContent": {"parts": [{"text": "?"}]}, "finalRespons": {}}], "x": 1}',
      ),
    ).toEqual([
      { field: 'json', kind: 'unknown', path: 'conversation.0.finalRespons' },
      { field: 'json', kind: 'unknown', path: 'x' },
    ])
    expect(problems('{"id": "a"}')).toEqual([{ field: 'json', kind: 'noTurn' }])
    expect(problems('{"id": " ", "conversation": [{"userContent": {}}]}')).toEqual([
      { field: 'json', kind: 'missingAt', path: 'id' },
      { field: 'json', kind: 'missingAt', path: 'conversation.0.userContent' },
    ])
  })
})
