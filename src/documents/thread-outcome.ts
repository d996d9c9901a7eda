import type { Worker } from 'node:worker_threads'
import { messageOf } from '../core/basics/message-of.ts'
import { codeOf } from '../files/write-error.ts'

export type ThreadFailure =
  | { readonly status: 'too-slow' | 'too-big' }
  | { readonly status: 'broken'; readonly reason: string }

type ThreadLimits = {
  /** Processor time. */
  readonly milliseconds: number
  /** The heap and the buffers outside of it, which `resourceLimits` do not limit; undefined for no limit here. */
  readonly memoryBytes?: number
  readonly signal?: AbortSignal | undefined
  /** The reason when the thread ends without a message. */
  readonly silent: string
}

/** Interval in milliseconds. */
const LOOK_EVERY = 50

/** Limits wall-clock time as a multiple of processor time, of which a busy machine gives a thread little. */
const PATIENCE = 30

/** Returns the single message of a thread, which is terminated when it exceeds its processor time or memory. */
export async function threadOutcome<Outcome>(
  start: () => Worker,
  { milliseconds, memoryBytes, signal, silent }: ThreadLimits,
): Promise<Outcome | ThreadFailure> {
  signal?.throwIfAborted()
  const startedAt = performance.now()
  const thread = start()
  const ended = Promise.withResolvers<Outcome | ThreadFailure>()
  const abort = () => ended.reject(signal?.reason)
  const tooSlow = setTimeout(() => ended.resolve({ status: 'too-slow' }), milliseconds * PATIENCE)
  const look = setInterval(() => {
    const memory = memoryBytes === undefined ? 0 : memoryOf(thread)
    Promise.all([memory, threadTime(thread, startedAt)]).then(([used, time]) => {
      if (used > (memoryBytes ?? Infinity)) ended.resolve({ status: 'too-big' })
      if (time > milliseconds) ended.resolve({ status: 'too-slow' })
    }, ended.reject)
  }, LOOK_EVERY)
  signal?.addEventListener('abort', abort)
  thread.once('message', (outcome: Outcome) => ended.resolve(outcome))
  thread.once('error', (cause) => ended.resolve(crashOf(cause)))
  thread.once('exit', () => ended.resolve({ status: 'broken', reason: silent }))
  try {
    return await ended.promise
  } finally {
    clearTimeout(tooSlow)
    clearInterval(look)
    signal?.removeEventListener('abort', abort)
    await thread.terminate()
  }
}

async function memoryOf(thread: Worker): Promise<number> {
  const none = { used_heap_size: 0, external_memory: 0 }
  const { used_heap_size: heap, external_memory: buffers } = await whileRunning(thread.getHeapStatistics(), none)
  return heap + buffers
}

/** Node.js before 24.6 does not report a thread's processor time; there, the time since `startedAt` is returned. */
async function threadTime(thread: Worker, startedAt: number): Promise<number> {
  if (!('cpuUsage' in thread)) return performance.now() - startedAt
  const { user, system } = await whileRunning(thread.cpuUsage(), { user: 0, system: 0 })
  return (user + system) / 1000
}

/** Awaits a thread's statistics; returns `otherwise` when the thread has ended, which it reports itself. */
async function whileRunning<Said>(said: Promise<Said>, otherwise: Said): Promise<Said> {
  try {
    return await said
  } catch (cause) {
    if (codeOf(cause) === 'ERR_WORKER_NOT_RUNNING') return otherwise
    throw cause
  }
}

/** A thread may crash in any way, so its message is the only information. */
function crashOf(cause: unknown): ThreadFailure {
  if (codeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY') return { status: 'too-big' }
  return { status: 'broken', reason: messageOf(cause) }
}
