import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DocumentLimits } from './document.ts'
import { threadOutcome, type ThreadFailure } from './thread-outcome.ts'

/** Returns the message of a thread that reads a PDF. */
export async function inPdfThread<Outcome>(
  thread: 'pdf-thread' | 'pdf-pictures-thread',
  request: object,
  { limits, signal }: { readonly limits: DocumentLimits; readonly signal?: AbortSignal | undefined },
): Promise<Outcome | ThreadFailure> {
  const silent = 'the parser ended without a word'
  return threadOutcome(() => startThread(thread, request, limits), { ...limits, signal, silent })
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
