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
  /** The greatest age of a cached answer; unlimited by default. */
  readonly maxAgeMs?: number
  /** False asks every question again and caches the new answers. */
  readonly read?: boolean
}

/**
 * Caches answers by judge, settings, instruction, evidence, answer shape, language and sample. Different samples never
 * share an answer, since they have to be independent. Unreadable replies and abstentions are not cached, because the
 * next attempt may succeed.
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

/** The holder of the claim asks the judge; all others wait for its answer. */
async function askOnce<Value>({ known, ask, claim, now, signal }: WithCacheQuestion<Value>): Promise<Answer<Value>> {
  while (true) {
    const before = await known()
    if (before !== undefined) return before
    const right = await claim()
    if (right === undefined) continue
    // Another process may have answered between the lookup and the claim.
    const answer = await known().catch(async (error: unknown) => {
      await right.leave()
      throw error
    })
    if (answer !== undefined) {
      await right.leave()
      return answer
    }
    const asked = await right.ask(ask).catch(async (error: unknown) => {
      // An abandoned call may still be charged, so its claim expires with the lease, where such calls are counted.
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
    // Judges that are no language models read the subject instead of the evidence.
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

// The metric may have changed its schema since the answer was cached; then the judge is asked again.
function fromCache<Value>({ value, reply }: CachedAnswer, { answer }: Question<Value>): Answer<Value> | undefined {
  const parsed = answer.safeParse(value)
  if (!parsed.success) return undefined
  const { usage: _, ...rest } = reply
  return { status: 'answered', value: parsed.data, reply: { ...rest, cost: 0, latencyMs: 0, cached: true, calls: 0 } }
}
