import { z } from 'zod'
import { JudgeReply } from './judge.ts'

/** An answer of a judge with the time at which it was given, in milliseconds since 1970. */
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
  /** Replaces the answer under this key. Once it resolves, the answer outlives the process (not a power cut). */
  set(key: string, answer: Pick<CachedAnswer, 'value' | 'reply'>, at: number): Promise<void>
  /**
   * Claims the right to ask this question, which only one process holds at a time. When another process holds it, the
   * call waits until that one is done and resolves with undefined: the caller then reads the answer or claims again.
   */
  claim?(key: string, signal?: AbortSignal): Promise<AnswerClaim | undefined>
}

/** The right to ask one question. It ends with `keep` or `leave`. */
export type AnswerClaim = {
  /** Runs the work that asks the question; model calls made meanwhile are attributed to this question. */
  ask<Value>(work: () => Promise<Value>): Promise<Value>
  /** Stores the answer and ends the claim; once it resolves, every process can read the answer. */
  keep(answer: Pick<CachedAnswer, 'value' | 'reply'>, at: number): Promise<void>
  leave(): Promise<void>
}
