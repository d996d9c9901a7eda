import { growth } from '../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { referencesOf, withThoughtsApart } from './invocation.ts'
import { splitThoughts } from './thoughts.ts'

describe('splitThoughts', () => {
  it.each([
    ['<think>France.</think>\nParis', ['France.'], 'Paris'],
    ['<think>\nOkay.\n</think>\n\nParis', ['Okay.'], 'Paris'],
    ['<Thinking>a</Thinking>Paris', ['a'], 'Paris'],
    ['<reasoning>a</reasoning><think>b</think> Paris', ['a', 'b'], 'Paris'],
    ['<think></think>Paris', [], 'Paris'],
    ['Hmm, France.\n</think>\n\nParis', ['Hmm, France.'], 'Paris'],
    ['[THINK]a[/THINK]Paris', ['a'], 'Paris'],
    ['◁think▷a◁/think▷Paris', ['a'], 'Paris'],
    ['<seed:think>a</seed:think>Paris', ['a'], 'Paris'],
    ['<antThinking>a</antThinking>Paris', ['a'], 'Paris'],
    ['<unused94>thought\na<unused95>Paris', ['a'], 'Paris'],
    ['<|START_THINKING|>a<|END_THINKING|><|START_RESPONSE|>Paris<|END_RESPONSE|>', ['a'], 'Paris'],
    ['<|begin_of_thought|>a<|end_of_thought|>\n<|begin_of_solution|>Paris<|end_of_solution|>', ['a'], 'Paris'],
    [
      '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>Paris<|return|>',
      ['a'],
      'Paris',
    ],
    [
      '<think>what does <think> mean? </think> means the end</think>Paris',
      ['what does <think> mean? </think> means the end'],
      'Paris',
    ],
  ])('takes the thoughts off %j', (text, thoughts, answer) => {
    expect(splitThoughts(text)).toEqual({ thoughts, answer })
  })

  it('has no answer where the model was cut while it thought', () => {
    expect(splitThoughts('<think>Let me see. Is it Lyon')).toEqual({ thoughts: ['Let me see. Is it Lyon'], answer: '' })
  })

  it.each([
    ['thoughts without a word', (times: number) => '<think></think>'.repeat(times)],
    ['thoughts of two kinds', (times: number) => '<think>a</think>\n[THINK]b[/THINK]'.repeat(times)],
    ['thoughts before a long answer', (times: number) => '<think></think>'.repeat(times) + 'x'.repeat(10 * times)],
    ['thoughts within thoughts', (times: number) => '<think>'.repeat(times) + '</think>'.repeat(times)],
    [
      'thoughts that hardly end',
      (times: number) => `${'<think>'.repeat(times)}${' '.repeat(10 * times)}</think></think>`,
    ],
    ['ends without a beginning', (times: number) => '</think>'.repeat(times)],
  ])('takes work that grows with the length of %s', async (_what, text) => {
    expect(await growth((scale) => splitThoughts(text(200 * scale)))).toBeLessThan(2.5)
  })

  it('keeps its place behind letters that are longer in lower case', () => {
    expect(splitThoughts('<think>İİİİ</think>Paris')).toEqual({ thoughts: ['İİİİ'], answer: 'Paris' })
  })

  it.each([
    'Paris',
    'Write <think>…</think> around what you think.',
    'In HTML, <thinking> is no tag.',
    'The tags are <think> and </think>.',
    '',
  ])('leaves %j as it is', (text) => {
    expect(splitThoughts(text)).toEqual({ thoughts: [], answer: text })
  })
})

describe('withThoughtsApart', () => {
  it('makes parts of their own of thoughts within a text', () => {
    expect(withThoughtsApart({ role: 'model', parts: [{ text: '<think>a</think>b' }, { text: 'c' }] })).toEqual({
      role: 'model',
      parts: [{ text: 'a', thought: true }, { text: 'b' }, { text: 'c' }],
    })
  })

  it('gives back what has none', () => {
    const content = { parts: [{ text: '<think>a</think>', thought: true }, { text: 'b' }] }
    expect(withThoughtsApart(content)).toBe(content)
    expect(withThoughtsApart(undefined)).toBeUndefined()
  })
})

it('leaves what a model thought out of a reference that was taken from one', () => {
  const reference = {
    userContent: {},
    finalResponse: { parts: [{ text: '<think>a</think>Paris' }] },
    otherReferences: ['<think>b</think>', 'Lutetia'],
  }
  expect(referencesOf(reference)).toEqual(['Paris', 'Lutetia'])
})
