import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { responseTextOf, textOf, toolCallsOf } from '../core/index.ts'
import { conversationsOf } from './conversations.ts'
import { readOtlp } from './otlp.ts'

const folder = join(import.meta.dirname, '../../test/fixtures/traces')
const recordings = readdirSync(folder).filter((file) => file.endsWith('.json'))

const [kyoto, osaka] = ['Kyoto', 'Osaka'].map((city) => ({ name: 'get_weather', args: { city } }))
const search = { name: 'search', args: { query: 'umbrellas' } }

describe('a recorded conversation', () => {
  it.each(recordings)('has its turns, calls, answers and tokens: %s', (file) => {
    const { spans } = readOtlp(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    const invocations = conversationsOf(spans.toReversed()).flatMap((conversation) => conversation.invocations)
    // The script's streamed chat has Strands see only the second of two parallel calls.
    const parallel = file.startsWith('strands') ? [osaka] : [kyoto, osaka]
    const together = parallel.map((call) => `${call?.args.city} is sunny`).join(' and ')
    expect(invocations.map((one) => textOf(one.userContent))).toEqual([
      'weather in both Kyoto and Osaka please',
      'and then search',
      'thanks',
    ])
    const calls = invocations.map((one) => toolCallsOf(one)?.map(({ name, args }) => ({ name, args })))
    expect(calls).toEqual([parallel, [kyoto, search], []])
    const answers = invocations.map((one) => responseTextOf(one)?.replaceAll(/\{"report":"([^"]*)"\}/g, '$1'))
    expect(answers).toEqual([`1: ${together}`, '2: Kyoto is sunny and nothing about umbrellas', '3: thanks'])
    expect(invocations.map(({ modelCalls, usage }) => [modelCalls, usage?.inputTokens, usage?.outputTokens])).toEqual([
      [2, 20, 10],
      [3, 30, 15],
      [1, 10, 5],
    ])
  })
})
