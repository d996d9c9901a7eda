import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DocumentLimits } from './document.ts'
import { messageOf } from '../core/basics/message-of.ts'
import { threadTime, whileRunning } from './thread-time.ts'

export type ThreadFailure =
  | { readonly status: 'too-slow' | 'too-big' }
  | { readonly status: 'broken'; readonly reason: string }

/** Interval in milliseconds. */
const LOOK_EVERY = 50

/** Limits wall-clock time as a multiple of processor time, of which a busy machine gives a thread little. */
const PATIENCE = 30

/** Returns the single message of a PDF thread, which is terminated when it exceeds its processor time or memory. */
export async function inPdfThread<Outcome>(
  thread: 'pdf-thread' | 'pdf-pictures-thread',
  request: object,
  { limits, signal }: { readonly limits: DocumentLimits; readonly signal?: AbortSignal | undefined },
): Promise<Outcome | ThreadFailure> {
  signal?.throwIfAborted()
  const startedAt = performance.now()
  const worker = startThread(thread, request, limits)
  const ended = Promise.withResolvers<Outcome | ThreadFailure>()
  const abort = () => ended.reject(signal?.reason)
  const tooSlow = setTimeout(() => ended.resolve({ status: 'too-slow' }), limits.milliseconds * PATIENCE)
  const look = setInterval(() => {
    Promise.all([memoryOf(worker), threadTime(worker, startedAt)]).then(([memory, time]) => {
      if (memory > limits.memoryBytes) ended.resolve({ status: 'too-big' })
      if (time > limits.milliseconds) ended.resolve({ status: 'too-slow' })
    }, ended.reject)
  }, LOOK_EVERY)
  signal?.addEventListener('abort', abort)
  worker.once('message', (outcome: Outcome) => ended.resolve(outcome))
  worker.once('error', (cause) => ended.resolve(crashOf(cause)))
  worker.once('exit', () => ended.resolve({ status: 'broken', reason: 'the parser ended without a word' }))
  try {
    return await ended.promise
  } finally {
    clearTimeout(tooSlow)
    clearInterval(look)
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}

function startThread(thread: string, request: object, limits: DocumentLimits): Worker {
  const file = import.meta.resolve(`#${thread}`)
  return new Worker(new URL(file), {
    workerData: request,
    env: keptCode(),
    // The parser must not load a native canvas. A thread of the sources needs their export condition.
    execArgv: ['--no-addons', ...(file.endsWith('.ts') ? ['--conditions=shinsa-source'] : [])],
    // A fallback, since a process does not always survive when a thread's heap is full.
    resourceLimits: { maxOldGenerationSizeMb: Math.max(256, (2 * limits.memoryBytes) / (1024 * 1024)) },
    // Hides what pdf.js writes to the console.
    stdout: true,
    stderr: true,
  })
}

/** A thread has no compile cache unless it is given one, and would compile megabytes each time. */
function keptCode(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  // Node.js caches in a subfolder named after its version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

// Buffers, such as unpacked streams, are outside of the heap that `resourceLimits` limits.
async function memoryOf(worker: Worker): Promise<number> {
  const none = { used_heap_size: 0, external_memory: 0 }
  const { used_heap_size: heap, external_memory: buffers } = await whileRunning(worker.getHeapStatistics(), none)
  return heap + buffers
}

/** A malicious file may crash the parser in any way, so its message is the only information. */
function crashOf(cause: unknown): ThreadFailure {
  if (codeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY') return { status: 'too-big' }
  return { status: 'broken', reason: messageOf(cause) }
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined
}
