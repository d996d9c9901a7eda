import { describe, expect, it } from 'vitest'
import { message } from '../core/index.ts'
import type { ModelRequest } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'
import { scriptedModel } from './scripted-model.ts'
import { withConcessions } from './with-concessions.ts'

const { signal } = new AbortController()
const request: ModelRequest = {
  system: 'You judge.',
  messages: [{ role: 'user', text: 'Is it so?' }],
  json: { type: 'object' },
  temperature: 0,
}
const refusal = (problem: string, status = 400) => new ModelFailure(message(problem), { status })

describe('withConcessions', () => {
  it.each([
    ["'response_format.type' must be 'json_schema' or 'text'", { ...request, json: undefined }],
    ['JSON mode is not enabled for models/gemma-3-27b-it', { ...request, json: undefined }],
    [
      'System role not supported',
      { ...request, system: undefined, messages: [{ role: 'user', text: 'You judge.\n\nIs it so?' }] },
    ],
    [
      'Conversation roles must alternate user/assistant/user/assistant/...',
      { ...request, system: undefined, messages: [{ role: 'user', text: 'You judge.\n\nIs it so?' }] },
    ],
  ])('asks without what is refused: %s', async (problem, less) => {
    const server = scriptedModel([refusal(problem), 'yes', 'yes'])
    const model = withConcessions(server)
    expect(await model.generate(request, signal)).toMatchObject({ text: 'yes', calls: 2 })
    expect(await model.generate(request, signal)).toMatchObject({ text: 'yes', calls: 1 })
    expect(server.requests).toEqual([request, less, less])
  })

  it.each([
    [
      'temperature',
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
    ],
    ['topP', "Unsupported parameter: 'top_p' is not supported with this model."],
  ] as const)('asks without %s from a refusal on, and says so', async (name, problem) => {
    const asked: ModelRequest = { messages: request.messages, temperature: 0, topP: 0.9 }
    const server = scriptedModel([refusal(problem), 'yes', 'yes'])
    const model = withConcessions(server)
    expect(await model.generate(asked, signal)).toMatchObject({ text: 'yes', calls: 2, unsupported: [name] })
    expect(await model.generate(asked, signal)).toMatchObject({ text: 'yes', calls: 1, unsupported: [name] })
    expect(server.requests.map((one) => name in one)).toEqual([true, false, false])
  })

  it('calls the limit of a reply as the server wants it called', async () => {
    const problem =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    const server = scriptedModel([refusal(problem), 'yes'])
    await withConcessions(server).generate({ messages: request.messages, maxOutputTokens: 600 }, signal)
    expect(server.requests[1]).not.toHaveProperty('maxOutputTokens')
    expect(server.requests[1]).toMatchObject({ providerOptions: { server: { max_completion_tokens: 600 } } })
  })

  it('makes both concessions where both are wanted', async () => {
    const model = withConcessions(
      scriptedModel(({ json, system }) =>
        json !== undefined
          ? refusal('no response_format here')
          : system !== undefined
            ? refusal('no system role')
            : 'yes',
      ),
    )
    expect(await model.generate(request, signal)).toMatchObject({ text: 'yes', calls: 3 })
  })

  it.each([
    ['of another kind', refusal('maximum context length is 4096 tokens')],
    ['that no other request would mend', refusal('response_format: quota exceeded', 429)],
  ])('passes on a refusal %s', async (_, failure) => {
    const model = withConcessions(scriptedModel(() => failure))
    await expect(model.generate(request, signal)).rejects.toBe(failure)
  })

  it('asks once for each thing that there is to leave out', async () => {
    const model = withConcessions(scriptedModel(() => refusal('system prompt with response_format refused')))
    await expect(model.generate(request, signal)).rejects.toThrow('refused')
    await expect(model.generate({ messages: request.messages }, signal)).rejects.toThrow('refused')
  })
})
