import { Worker } from 'node:worker_threads'
import type { Message } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'
import type { DocumentLimits, DocumentPage } from './document.ts'
import type { PdfOutcome, PdfPage, PdfRequest } from './pdf-thread.ts'

type PdfText = { readonly pages: readonly DocumentPage[]; readonly warnings: readonly Message[] }

/**
 * The pages of a PDF file, read in a thread that is ended when it takes too long or too much memory. Text only: images
 * are not looked at, scripts are not run.
 *
 * @throws {EvalError} `format` when it cannot be read: broken, locked, or beyond a limit
 */
export async function readPdf(
  bytes: Uint8Array,
  name: string,
  { limits, signal }: { readonly limits: DocumentLimits; readonly signal?: AbortSignal },
): Promise<PdfText> {
  const outcome = await inThread({ bytes, pages: limits.pages, characters: limits.characters }, limits, signal)
  if (outcome.status !== 'read') throw failureOf(outcome, name, limits)
  const pages = outcome.pages.map((page, index) => toPage(page, index + 1))
  const reasons = outcome.pages.flatMap((page) => (page.status === 'broken' ? [page.reason] : []))
  const [reason] = reasons
  if (pages.length === 0) throw new EvalError('format', message('{file} has no pages', { file: name }))
  if (reason !== undefined && reasons.length === pages.length) throw broken(name, reason)
  return { pages, warnings: warningsOf(outcome) }
}

type Failure = Exclude<PdfOutcome, { readonly status: 'read' }> | { readonly status: 'too-slow' | 'too-big' }

/** How often the memory of the thread is looked at, in milliseconds. */
const LOOK_EVERY = 50

async function inThread(
  request: PdfRequest,
  limits: DocumentLimits,
  signal: AbortSignal | undefined,
): Promise<PdfOutcome | Failure> {
  signal?.throwIfAborted()
  const thread = startThread(request, limits)
  const ended = Promise.withResolvers<PdfOutcome | Failure>()
  const abort = () => ended.reject(signal?.reason)
  const tooSlow = setTimeout(() => ended.resolve({ status: 'too-slow' }), limits.milliseconds)
  const look = setInterval(() => {
    memoryOf(thread).then((memory) => {
      if (memory > limits.memoryBytes) ended.resolve({ status: 'too-big' })
    }, ended.reject)
  }, LOOK_EVERY)
  signal?.addEventListener('abort', abort)
  thread.once('message', (outcome: PdfOutcome) => ended.resolve(outcome))
  thread.once('error', (cause) => ended.resolve(crashOf(cause)))
  thread.once('exit', () => ended.resolve({ status: 'broken', reason: 'the parser ended without a word' }))
  try {
    return await ended.promise
  } finally {
    clearTimeout(tooSlow)
    clearInterval(look)
    signal?.removeEventListener('abort', abort)
    await thread.terminate()
  }
}

function startThread(request: PdfRequest, limits: DocumentLimits): Worker {
  // The thread's file is TypeScript beside the sources and JavaScript in the package, as this one is.
  const file = new URL(import.meta.url.replace(/read-pdf(\.\w+)$/, 'pdf-thread$1'))
  return new Worker(file, {
    workerData: request,
    // The parser would load a native canvas if there is one, only to draw with it.
    execArgv: ['--no-addons'],
    // Only in case that looking comes too late: a process does not always survive when a thread's heap is full.
    resourceLimits: { maxOldGenerationSizeMb: Math.max(256, (2 * limits.memoryBytes) / (1024 * 1024)) },
    // What the parser says to the console is no output of ours.
    stdout: true,
    stderr: true,
  })
}

// Buffers stand outside of the heap that `resourceLimits` is about, and unpacked streams are buffers.
async function memoryOf(thread: Worker): Promise<number> {
  try {
    const { used_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics()
    return heap + buffers
  } catch (cause) {
    // It ended since it was asked, and says by itself how.
    if (codeOf(cause) === 'ERR_WORKER_NOT_RUNNING') return 0
    throw cause
  }
}

/** A hostile file may bring down the parser in ways of its own; what the parser says then is what we know. */
function crashOf(cause: unknown): Failure {
  if (codeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY') return { status: 'too-big' }
  return { status: 'broken', reason: cause instanceof Error ? cause.message : String(cause) }
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined
}

function failureOf(failure: Failure, file: string, limits: DocumentLimits): EvalError {
  switch (failure.status) {
    case 'locked':
      return new EvalError('format', message('{file} is protected with a password', { file }), {
        hint: message('Save a copy without the password and use that.'),
      })
    case 'broken':
      return broken(file, failure.reason)
    case 'too-many-pages':
      return tooLarge(
        message('{file} has {pages} pages; at most {limit} are read', {
          file,
          pages: failure.pages,
          limit: limits.pages,
        }),
      )
    case 'too-many-characters':
      return tooLarge(message('{file} has more than {limit} characters of text', { file, limit: limits.characters }))
    case 'too-slow':
      return tooLarge(
        message('{file} could not be read within {seconds} seconds', { file, seconds: limits.milliseconds / 1000 }),
      )
    case 'too-big':
      return tooLarge(
        message('{file} takes more than {megabytes} MB of memory to read', {
          file,
          megabytes: Math.round(limits.memoryBytes / (1024 * 1024)),
        }),
      )
  }
}

function tooLarge(sentence: Message): EvalError {
  return new EvalError('format', sentence, { hint: message('Split the document, or keep the pages that matter.') })
}

function broken(file: string, reason: string): EvalError {
  return new EvalError('format', message('{file} is broken: {reason}', { file, reason }), {
    hint: message('Open it in a PDF viewer, and save or print it as a new PDF.'),
  })
}

function toPage(page: PdfPage, number: number): DocumentPage {
  if (page.status === 'read') return { number, text: page.text, warnings: pageWarnings(page, number) }
  const { reason } = page
  return {
    number,
    text: '',
    warnings: [
      message('page {page} is broken and was not read, pages after it may be missing: {reason}', {
        page: number,
        reason,
      }),
    ],
  }
}

/** Some signs of a logo's font do no harm; a page of them is a page that nobody can quote. */
const TOLERATED_UNREADABLE = 0.02

function pageWarnings(page: PdfPage & { readonly status: 'read' }, number: number): readonly Message[] {
  if (page.draws) return [message('page {page} draws but has no text: scanned?', { page: number })]
  if (page.unreadable <= TOLERATED_UNREADABLE) return []
  const percent = Math.ceil(page.unreadable * 100)
  return [
    message('page {page}: {percent} % of its characters cannot be read, their font does not say what they are', {
      page: number,
      percent,
    }),
  ]
}

function warningsOf({ pages, scripts, form }: PdfOutcome & { readonly status: 'read' }): readonly Message[] {
  const blank = pages.every((page) => page.status === 'read' && page.text === '' && !page.draws)
  return [
    ...(blank ? [message('the document has no text')] : []),
    ...(scripts ? [message('the document has scripts; they were not run')] : []),
    ...(form ? [message('the document is an XFA form; what it shows in its own viewer was not read')] : []),
  ]
}
