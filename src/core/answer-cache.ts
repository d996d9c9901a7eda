import { z } from 'zod'
import { JudgeReply } from './judge.ts'

/** An answer as it was given, and when, in milliseconds since 1970. */
export const CachedAnswer = z.object({ value: z.unknown(), reply: JudgeReply, at: z.number() })
export type CachedAnswer = z.infer<typeof CachedAnswer>

/** Keeps judges' answers beyond a run, so that the same question is paid for once. */
export interface AnswerCache {
  get(key: string): Promise<CachedAnswer | undefined>
  /** When it resolves, the answer outlives the process (if not a power cut). Replaces what was there. */
  set(key: string, answer: Pick<CachedAnswer, 'value' | 'reply'>, at: number): Promise<void>
}
