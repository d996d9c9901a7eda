import { describe, expect, it } from 'vitest'
import { readCaseLine, toCaseLine } from './case-lines.ts'
import { readTranscriptLines, toTranscriptLine } from './transcript-lines.ts'
import { type Bytes, LONGEST_LINE, lineBatches } from './kit/byte-lines.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const line = (id: string) =>
  JSON.stringify({ eval_id: id, conversation: [{ user_content: { parts: [{ text: '質問 👩‍🔬' }] } }] })

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(values)
}

async function* readCaseLines(bytes: Bytes, file: string) {
  for await (const batch of lineBatches(bytes, file)) yield* batch.map((one) => readCaseLine(one, file))
}

/** Every byte a chunk of its own: each character and each line is cut somewhere. */
function* crumbs(text: string): Generator<Uint8Array> {
  for (const byte of utf8(text)) yield new Uint8Array([byte])
}

function* endless() {
  yield utf8(`${line('a')}\n`)
  for (;;) yield new Uint8Array(1024 * 1024).fill(0x20)
}

describe('readCaseLine', () => {
  it('does not care how the bytes arrive', async () => {
    const text = `\uFEFF${line('a')}\r\n\n  \n${line('b')}\n${line('c')}`
    const whole = await all(readCaseLines([utf8(text)], 'c.jsonl'))
    expect(whole.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(await all(readCaseLines(crumbs(text), 'c.jsonl'))).toEqual(whole)
  })

  it('tells the line of what is wrong', async () => {
    await expect(all(readCaseLines([utf8(`${line('a')}\n\n{"eval_id": 3}\n`)], 'c.jsonl'))).rejects.toThrow(
      'c.jsonl:3: eval_id: expected text, got 3',
    )
    await expect(all(readCaseLines(crumbs(`${line('a')}\n{"eval_id": "b"`), 'c.jsonl'))).rejects.toThrow(
      'c.jsonl:2:16: the file ends in the middle of what stands here',
    )
  })

  it('tells the byte that is not UTF-8, counted from the start of the file', async () => {
    const first = utf8(`${line('a')}\n`)
    const bytes = [first, new Uint8Array([0x7b, 0xff, 0x0a])]
    await expect(all(readCaseLines(bytes, 'c.jsonl'))).rejects.toThrow(
      `c.jsonl: byte ${first.length + 1} (0xff) is not UTF-8`,
    )
  })

  it('gives up on a line that never ends', async () => {
    await expect(all(readCaseLines(endless(), 'c.jsonl'))).rejects.toThrow('c.jsonl:2: this line is longer than 16 MiB')
    expect(LONGEST_LINE).toBe(16 * 1024 * 1024)
  })

  it('reads what it wrote', async () => {
    const [evalCase] = await all(readCaseLines([utf8(line('a'))], 'c.jsonl'))
    if (evalCase === undefined) throw new Error('no case')
    expect(toCaseLine(evalCase)).toBe(line('a'))
  })
})

describe('transcript lines', () => {
  it('keep all that is known of what an agent did', async () => {
    const invocation = {
      id: 'i',
      userContent: { parts: [{ text: 'q' }], role: 'user' },
      finalResponse: { parts: [{ text: 'a' }] },
      steps: {
        form: 'events' as const,
        events: [
          {
            author: 'a',
            content: { parts: [{ toolCall: { name: 'f', malformed: '{"x"' } }] },
            usage: { promptTokens: 3 },
            model: 'm',
          },
        ],
      },
      createdAt: 5,
      durationSeconds: 0.5,
      modelCalls: 1,
      usage: { inputTokens: 3, outputTokens: 0 },
      sessionState: { room: 1 },
    }
    const failure = { code: 'timeout', reason: { text: '{s} s', values: { s: 1 } } }
    const text = toTranscriptLine('c', { invocations: [invocation], failure })
    expect(await all(readTranscriptLines([utf8(text)], 't.jsonl'))).toEqual([
      { caseId: 'c', invocations: [invocation], failure },
    ])
  })
})
