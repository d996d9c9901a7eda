import { describe, expect, it } from 'vitest'
import type { EvalCase } from '../../../../src/core/index.ts'
import {
  callOf,
  defaultSession,
  newTurn,
  splitMetadata,
  tidied,
  withAnswer,
  withCalls,
  withMetadata,
  withSession,
  withUserText,
} from './case-parts.ts'
import { caseOfJson } from './case-problems.ts'
import { type Draft, isChanged, readDraft, textsWithout } from './drafts.ts'

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

const draftOf = (evalCase: EvalCase, texts: Draft['texts'] = {}): Draft => ({ view: 'fields', evalCase, texts })

describe('the fields of a case', () => {
  it('change nothing when nobody touches them', () => {
    for (const evalCase of [rich, { id: 'x', scenario: { startingPrompt: 'Hi', plan: 'ask', persona: 'NOVICE' } }]) {
      expect(readDraft(draftOf(evalCase), none)).toEqual({ evalCase, problems: [] })
      expect(isChanged({ ...draftOf(evalCase), original: evalCase })).toBe(false)
    }
  })

  it('change what they show and keep the rest', () => {
    const [turn] = rich.conversation!
    const asked = withCalls(withUserText(turn!, 'And this?'), [callOf('look', { at: 2 })])
    const changed = withSession({ ...rich, conversation: [asked] }, 'state', { order: 1 })
    const draft = draftOf(withMetadata(changed, 'photos', splitMetadata(rich).others))
    expect(isChanged({ ...draft, original: rich })).toBe(true)
    expect(readDraft(draft, none)).toEqual({
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

  it('leave out what is emptied, and name a session that somebody began', () => {
    const [turn] = rich.conversation!
    expect(withAnswer(turn!, '').finalResponse).toBeUndefined()
    const begun = withSession({ id: ' tea ', conversation: [withUserText(turn!, 'Tea?')] }, 'state', { basket: [] })
    expect(tidied(begun)).toMatchObject({ id: 'tea', session: { ...defaultSession, state: { basket: [] } } })
    expect('session' in tidied(withSession(begun, 'state', undefined))).toBe(false)
  })

  it('say beside themselves what is wrong with them', () => {
    const evalCase = { id: 'tea', conversation: [withCalls(withUserText(newTurn, ' '), [callOf('', undefined)])] }
    const texts = { metadata: '{"a": ', 'turns.0.calls.0.args': 'x', state: '[1]' }
    expect(readDraft(draftOf(evalCase, texts), new Set(['tea']))).toEqual({
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

  it('keep what was typed in them beside one that is removed', () => {
    const texts = { state: '{', 'turns.0.calls.0.args': 'a', 'turns.1.calls.0.args': 'b', 'turns.1.calls.2.args': 'c' }
    expect(textsWithout(texts, 'turns.', 0)).toEqual({
      state: '{',
      'turns.0.calls.0.args': 'b',
      'turns.0.calls.2.args': 'c',
    })
    expect(textsWithout(texts, 'turns.1.calls.', 1)).toEqual({
      state: '{',
      'turns.0.calls.0.args': 'a',
      'turns.1.calls.0.args': 'b',
      'turns.1.calls.1.args': 'c',
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
