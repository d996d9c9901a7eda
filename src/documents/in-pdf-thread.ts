import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DocumentLimits } from './document.ts'
import { messageOf } from '../core/basics/message-of.ts'
import { threadTime, whileRunning } from './thread-time.ts'

/** How a thread ended that was ended, or that broke. */
export type ThreadFailure =
  | { readonly status: 'too-slow' | 'too-big' }
  | { readonly status: 'broken'; readonly reason: string }

/** How often time and memory of the thread are looked at, in milliseconds. */
const LOOK_EVERY = 50

/** On a busy machine a thread gets little of the processor, which is no fault of the document: so many times its time at most. */
const PATIENCE = 30

/** What a thread for a PDF says, once. It is ended when it takes too much of the processor's time or of memory. */
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
    // The parser would load a native canvas if there is one, only to draw with it. A thread of the sources has the sources'
    // own way to find modules.
    execArgv: ['--no-addons', ...(file.endsWith('.ts') ? ['--conditions=shinsa-source'] : [])],
    // Only in case that looking comes too late: a process does not always survive when a thread's heap is full.
    resourceLimits: { maxOldGenerationSizeMb: Math.max(256, (2 * limits.memoryBytes) / (1024 * 1024)) },
    // What the parser says to the console is no output of ours.
    stdout: true,
    stderr: true,
  })
}

/** A thread does not keep what it compiles where the process keeps its own, unless it is told to: it has to parse megabytes then. */
function keptCode(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir()
  // It is named for the version of Node.js, below the one that is asked for.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

// Buffers stand outside of the heap that `resourceLimits` is about, and unpacked streams are buffers.
async function memoryOf(worker: Worker): Promise<number> {
  const none = { used_heap_size: 0, external_memory: 0 }
  const { used_heap_size: heap, external_memory: buffers } = await whileRunning(worker.getHeapStatistics(), none)
  return heap + buffers
}

/** A hostile file may bring down the parser in ways of its own; what the parser says then is what we know. */
function crashOf(cause: unknown): ThreadFailure {
  if (codeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY') return { status: 'too-big' }
  return { status: 'broken', reason: messageOf(cause) }
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined
}
