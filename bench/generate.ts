import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createRandom } from '../src/statistics/index.ts'

const words =
  'the order was sent to Kyoto on Monday and will arrive within three days unless the weather turns bad again this week'.split(
    ' ',
  )

/** Writes `count` cases and their transcripts as JSON lines: one tool call, an answer of about 40 words, some of them wrong. */
export async function generateCases(
  folder: string,
  count: number,
): Promise<{ readonly cases: string; readonly transcripts: string }> {
  const random = createRandom(42)
  const pick = () => words[Math.floor(random() * words.length)] ?? ''
  const files = { cases: join(folder, 'cases.jsonl'), transcripts: join(folder, 'transcripts.jsonl') }
  const cases = await open(files.cases, 'w')
  const transcripts = await open(files.transcripts, 'w')
  const pending = { cases: '', transcripts: '' }
  const flush = async () => {
    await cases.write(pending.cases)
    await transcripts.write(pending.transcripts)
    Object.assign(pending, { cases: '', transcripts: '' })
  }
  for (let index = 0; index < count; index += 1) {
    const expected = Array.from({ length: 40 }, pick)
    const actual = expected.map((word) => (random() < 0.1 ? pick() : word))
    const call = { name: 'find_order', args: { order_id: `A${index}`, detail: random() < 0.9 } }
    const user_content = { role: 'user', parts: [{ text: `Where is order A${index}?` }] }
    const turn = (texts: readonly string[], detail: boolean) => ({
      user_content,
      final_response: { role: 'model', parts: [{ text: texts.join(' ') }] },
      intermediate_data: { tool_uses: [{ ...call, args: { ...call.args, detail } }] },
    })
    const eval_id = `case_${index}`
    pending.cases += `${JSON.stringify({ eval_id, conversation: [turn(expected, true)] })}\n`
    pending.transcripts += `${JSON.stringify({ eval_id, invocations: [turn(actual, call.args.detail)] })}\n`
    if (index % 1000 === 999) await flush()
  }
  await flush()
  await Promise.all([cases.close(), transcripts.close()])
  return files
}
