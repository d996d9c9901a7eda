import { describe, expect, it } from 'vitest'
import { EvalError, toEnglish } from '../core/index.ts'
import { formatModelName, parseModelName } from './model-name.ts'

const read = (name: string) => {
  const { provider, model, baseUrl } = parseModelName(name)
  return [provider, model, ...(baseUrl === undefined ? [] : [baseUrl])].join(' | ')
}

describe('parseModelName', () => {
  it.each([
    ['gemini-2.5-flash', 'google | gemini-2.5-flash'],
    ['models/gemini-2.5-pro', 'google | gemini-2.5-pro'],
    ['gpt-4o-mini', 'openai | gpt-4o-mini'],
    ['chatgpt-4o-latest', 'openai | chatgpt-4o-latest'],
    ['o3', 'openai | o3'],
    ['o4-mini', 'openai | o4-mini'],
    ['ft:gpt-4o-mini-2024-07-18:acme::abc', 'openai | ft:gpt-4o-mini-2024-07-18:acme::abc'],
    ['claude-sonnet-4-5', 'anthropic | claude-sonnet-4-5'],
  ])('knows %s by itself', (name, expected) => expect(read(name)).toBe(expected))

  it.each([
    ['google/gemini-2.5-flash', 'google | gemini-2.5-flash'],
    ['gemini/gemini-2.5-flash', 'google | gemini-2.5-flash'],
    ['google:models/gemini-2.5-flash', 'google | gemini-2.5-flash'],
    ['vertex_ai/gemini-2.5-pro', 'vertex | gemini-2.5-pro'],
    ['vertex:gemini-2.5-pro', 'vertex | gemini-2.5-pro'],
    ['openai/gpt-4o', 'openai | gpt-4o'],
    ['Anthropic:claude-sonnet-4-5', 'anthropic | claude-sonnet-4-5'],
    ['ollama_chat/qwen3:8b', 'ollama | qwen3:8b'],
    ['ollama:hf.co/org/model:Q4', 'ollama | hf.co/org/model:Q4'],
    ['hosted_vllm/meta-llama/Llama-3.1-8B', 'vllm | meta-llama/Llama-3.1-8B'],
    ['lm_studio/qwen', 'lmstudio | qwen'],
    ['llama.cpp/any', 'llamacpp | any'],
    ['openai_compatible/m', 'openai-compatible | m'],
  ])('reads the provider of %s', (name, expected) => expect(read(name)).toBe(expected))

  it.each([
    ['anthropic.claude-3-5-sonnet-20241022-v2:0', 'bedrock | anthropic.claude-3-5-sonnet-20241022-v2:0'],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 'bedrock | us.anthropic.claude-sonnet-4-20250514-v1:0'],
    ['bedrock/amazon.nova-lite-v1:0', 'bedrock | amazon.nova-lite-v1:0'],
    ['bedrock/converse/amazon.nova-lite-v1:0', 'bedrock | amazon.nova-lite-v1:0'],
    [
      'arn:aws:bedrock:us-east-1:123456789012:inference-profile/x',
      'bedrock | arn:aws:bedrock:us-east-1:123456789012:inference-profile/x',
    ],
  ])('knows %s as one of Bedrock', (name, expected) => expect(read(name)).toBe(expected))

  it('takes the address of a local server', () => {
    expect(read('openai-compatible:m@http://localhost:9000/v1/')).toBe(
      'openai-compatible | m | http://localhost:9000/v1',
    )
    expect(read('vllm/org/m@http://gpu:8000')).toBe('vllm | org/m | http://gpu:8000/v1')
  })

  it('does not take an address with a password, and does not show it', () => {
    expect(() => parseModelName('vllm/m@http://me:secret@gpu:8000')).toThrow('The address of a model server is not one')
  })

  it('takes a bare Gemini as one of Vertex where that is asked for', () => {
    expect(parseModelName('gemini-2.5-pro', { gemini: 'vertex' }).provider).toBe('vertex')
    expect(parseModelName('gemini/gemini-2.5-pro', { gemini: 'vertex' }).provider).toBe('google')
  })

  it.each(['llama3:8b', 'gpt-oss-120b', 'gemini', 'openai/', ''])('lists what is possible for %j', (name) => {
    const error = errorOf(() => parseModelName(name))
    expect(error).toMatchObject({ code: 'config', message: `There is no model ${JSON.stringify(name)}` })
    expect(error.hint && toEnglish(error.hint)).toMatchInlineSnapshot(
      `"Write gemini-…, gpt-…, claude-…, a Bedrock id such as anthropic.claude-…, or PROVIDER/MODEL with one of google, vertex, openai, anthropic, bedrock, openai-compatible, azure, ollama, llamacpp, vllm, lmstudio; a local server may have its address behind it: openai-compatible/MODEL@http://localhost:8000/v1"`,
    )
  })
})

describe('formatModelName', () => {
  it('gives a name that reads back as the same', () => {
    const names = [
      'gemini-2.5-flash',
      'vertex/gemini-2.5-flash',
      'ollama/qwen3:8b',
      'openai/gpt-oss',
      'us.amazon.nova-lite-v1:0',
    ]
    expect(names.map((name) => formatModelName(parseModelName(name)))).toEqual(names)
    expect(formatModelName(parseModelName('openai:gpt-4o'))).toBe('gpt-4o')
  })
})

function errorOf(work: () => unknown): EvalError {
  try {
    work()
  } catch (error) {
    if (error instanceof EvalError) return error
    throw error
  }
  throw new Error('expected an error')
}
