import { z } from 'zod'
import { JudgeReply } from './judge.ts'

/** An answer as it was given, and when, in milliseconds since 1970. */
export const CachedAnswer = z.object({ value: z.unknown(), reply: JudgeReply, at: z.number() })
export type CachedAnswer = z.infer<typeof CachedAnswer>

/**
 * Keeps judges' answers beyond a run, so that the same question is paid for once. Times (`at`) are in milliseconds since
 * 1970.
 *
 * @example
 * const kept = new Map<string, NonNullable<Awaited<ReturnType<AnswerCache['get']>>>>()
 * const inMemory: AnswerCache = {
 *   get: async (key) => kept.get(key),
 *   set: async (key, answer, at) => void kept.set(key, { ...answer, at }),
 * }
 */
export interface AnswerCache {
  get(key: string): Promise<CachedAnswer | undefined>
  /** When it resolves, the answer outlives the process (if not a power cut). Replaces what was there. */
  set(key: string, answer: Pick<CachedAnswer, 'value' | 'reply'>, at: number): Promise<void>
  /**
   * Where several processes ask: the right to put this question, which one of them has at a time. Where another one has it, it
   * waits until that one is through and gives nothing: then there is an answer, or the right can be asked for again.
   */
  claim?(key: string, signal?: AbortSignal): Promise<AnswerClaim | undefined>
}

/** The right to put a question. It is given back with the answer, or without one. */
export type AnswerClaim = {
  /** Asks; calls that are made on the way are known as calls for this question. */
  ask<Value>(work: () => Promise<Value>): Promise<Value>
  /** When it resolves, the answer is there for everybody and the right is given back. */
  keep(answer: Pick<CachedAnswer, 'value' | 'reply'>, at: number): Promise<void>
  leave(): Promise<void>
}
