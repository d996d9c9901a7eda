import { createHash } from 'node:crypto'
import {
  type Answer,
  type AnswerCache,
  type AnswerClaim,
  type CachedAnswer,
  type Question,
  stringifyJson,
} from '../core/index.ts'
import { jsonSchemaOf } from './answer-shape.ts'
import type { ConfiguredJudge } from './judge-settings.ts'

type CacheOptions = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How old an answer may be; any age unless given. */
  readonly maxAgeMs?: number
  /** False asks everything anew and keeps the new answers. */
  readonly read?: boolean
}

/**
 * Asks a question only once: the same judge, settings, instruction, evidence, answer shape, language and sample. Different
 * samples never share an answer, for then they would not be independent. Only answers are kept: what was unreadable or
 * abstained may go better next time.
 */
export function withCache(
  judge: ConfiguredJudge,
  cache: AnswerCache,
  { now, maxAgeMs = Infinity, read = true }: CacheOptions,
): ConfiguredJudge {
  return {
    ...judge,
    async ask(question, signal) {
      const key = keyOf(judge, question)
      const known = async () => {
        const found = read ? await cache.get(key) : undefined
        return found !== undefined && now() - found.at <= maxAgeMs ? fromCache(found, question) : undefined
      }
      const ask = async () => judge.ask(question, signal)
      if (cache.claim !== undefined)
        return askOnce({ known, ask, now, signal, claim: async () => cache.claim?.(key, signal) })
      const answer = await known()
      if (answer !== undefined) return answer
      const asked = await ask()
      if (asked.status === 'answered') await cache.set(key, { value: asked.value, reply: asked.reply }, now())
      return asked
    },
  }
}

type WithCacheQuestion<Value> = {
  readonly known: () => Promise<Answer<Value> | undefined>
  readonly ask: () => Promise<Answer<Value>>
  readonly claim: () => Promise<AnswerClaim | undefined>
  readonly now: () => number
  readonly signal: AbortSignal | undefined
}

/** Whoever has the right asks; everybody else waits, and takes what was answered. */
async function askOnce<Value>({ known, ask, claim, now, signal }: WithCacheQuestion<Value>): Promise<Answer<Value>> {
  while (true) {
    const before = await known()
    if (before !== undefined) return before
    const right = await claim()
    if (right === undefined) continue
    // Somebody may have answered between the two.
    const answer = await known().catch(async (error: unknown) => {
      await right.leave()
      throw error
    })
    if (answer !== undefined) {
      await right.leave()
      return answer
    }
    const asked = await right.ask(ask).catch(async (error: unknown) => {
      // A call that was abandoned may be paid for: the right goes with the lease, where such calls are counted.
      if (signal?.aborted !== true) await right.leave()
      throw error
    })
    if (asked.status === 'answered') await right.keep({ value: asked.value, reply: asked.reply }, now())
    else await right.leave()
    return asked
  }
}

function keyOf<Value>({ id, settings = {} }: ConfiguredJudge, question: Question<Value>): string {
  const { task, instruction, evidence, answer, language, sample, readReply } = question
  const parts = {
    judge: id,
    settings: Object.entries(settings).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    task,
    // Judges that are no language models look at this instead of the evidence.
    subject: question.subject,
    instruction: [instruction.id, instruction.version, instruction.text],
    evidence: evidence.map(({ label, text }) => [label, text]),
    answer: jsonSchemaOf(answer),
    form: readReply === undefined ? 'json' : 'text',
    language,
    sample,
  }
  return createHash('sha256').update(stringifyJson(parts)).digest('hex')
}

// The metric may have changed what it accepts since the answer was given: then it is asked again.
function fromCache<Value>({ value, reply }: CachedAnswer, { answer }: Question<Value>): Answer<Value> | undefined {
  const parsed = answer.safeParse(value)
  if (!parsed.success) return undefined
  const { usage: _, ...rest } = reply
  return { status: 'answered', value: parsed.data, reply: { ...rest, cost: 0, latencyMs: 0, cached: true, calls: 0 } }
}
