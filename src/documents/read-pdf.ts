import type { DocumentHeading } from '../core/pack/document.ts'
import type { LaidOutPage } from './page-layout.ts'
import { type Message, EvalError, message } from '../core/index.ts'
import {
  type DocumentLimits,
  type DocumentPage,
  documentTooLarge,
  tooManyCharacters,
  tooManyPages,
} from './document.ts'
import { inPdfThread } from './in-pdf-thread.ts'
import type { ThreadFailure } from './thread-outcome.ts'
import type { PdfOutcome, PdfPage, PdfRequest } from './pdf-thread.ts'

type PdfText = { readonly pages: readonly DocumentPage[]; readonly warnings: readonly Message[] }

/**
 * Reads the text of a PDF's pages in a thread that is terminated when it takes too much time or memory. Images are not
 * decoded, scripts are not run.
 *
 * @throws {EvalError} `format` when it is broken, locked, or beyond a limit
 */
export async function readPdf(
  bytes: Uint8Array,
  name: string,
  { limits, signal }: { readonly limits: DocumentLimits; readonly signal?: AbortSignal },
): Promise<PdfText> {
  const { pages: most, characters, unpackedBytes } = limits
  const request: PdfRequest = { bytes, pages: most, characters, unpackedBytes }
  const outcome = await inPdfThread<PdfOutcome>('pdf-thread', request, { limits, signal })
  if (outcome.status !== 'read') throw failureOf(outcome, name, limits)
  const headings = largeLines(outcome.pages.map((page) => (page.status === 'read' ? page : { text: '', sizes: [] })))
  const pages = outcome.pages.map((page, index) => ({
    ...toPage(page, index + 1),
    ...((headings[index] ?? []).length > 0 && { headings: headings[index] }),
  }))
  const reasons = outcome.pages.flatMap((page) => (page.status === 'broken' ? [page.reason] : []))
  const [reason] = reasons
  if (pages.length === 0) throw new EvalError('format', message('{file} has no pages', { file: name }))
  if (reason !== undefined && reasons.length === pages.length) throw broken(name, reason)
  return { pages, warnings: warningsOf(outcome) }
}

type Failure = Exclude<PdfOutcome, { readonly status: 'read' }> | ThreadFailure

function failureOf(failure: Failure, file: string, limits: DocumentLimits): EvalError {
  switch (failure.status) {
    case 'locked':
      return new EvalError('format', message('{file} is protected with a password', { file }), {
        hint: message('Save a copy without the password and use that.'),
      })
    case 'broken':
      return broken(file, failure.reason)
    case 'too-many-pages':
      return tooManyPages(file, failure.pages, limits)
    case 'too-many-characters':
      return tooManyCharacters(file, limits)
    case 'unpacks-to-more':
      return unpacked(
        message('{file} has streams that unpack to more than {megabytes} MB', {
          file,
          megabytes: Math.round(limits.unpackedBytes / (1024 * 1024)),
        }),
      )
    case 'packed-too-often':
      return unpacked(message('{file} has a stream with more than six filters, one packed in the other', { file }))
    case 'too-slow':
      return documentTooLarge(
        message('{file} could not be read within {seconds} seconds', { file, seconds: limits.milliseconds / 1000 }),
      )
    case 'too-big':
      return documentTooLarge(
        message('{file} takes more than {megabytes} MB of memory to read', {
          file,
          megabytes: Math.round(limits.memoryBytes / (1024 * 1024)),
        }),
      )
  }
}

function unpacked(sentence: Message): EvalError {
  return new EvalError('format', sentence, {
    hint: message('Ordinary documents have none; where this one is trusted, print it as a new PDF.'),
  })
}

function broken(file: string, reason: string): EvalError {
  return new EvalError('format', message('{file} is broken: {reason}', { file, reason }), {
    hint: message('Open it in a PDF viewer, and save or print it as a new PDF.'),
  })
}

function toPage(page: PdfPage, number: number): DocumentPage {
  if (page.status === 'read') {
    const { text, unread } = page
    return { number, text, warnings: pageWarnings(page, number), ...(unread !== undefined && { unread: true }) }
  }
  const { reason } = page
  return {
    number,
    text: '',
    unread: true,
    warnings: [
      message('page {page} is broken and was not read, pages after it may be missing: {reason}', {
        page: number,
        reason,
      }),
    ],
  }
}

/** A few symbols, such as a logo, are harmless; a page of them cannot be quoted. */
const TOLERATED_UNREADABLE = 0.02

function pageWarnings(page: PdfPage & { readonly status: 'read' }, number: number): readonly Message[] {
  if (page.draws) return [message('page {page} draws but has no text: scanned?', { page: number })]
  if (page.unread === 'picture') {
    return [message('page {page} is mostly a picture and has little text: scanned?', { page: number })]
  }
  const percent = Math.ceil(page.unreadable * 100)
  if (page.unreadable > TOLERATED_UNREADABLE) {
    return [
      message('page {page}: {percent} % of its characters cannot be read, their font does not say what they are', {
        page: number,
        percent,
      }),
    ]
  }
  if (page.unread !== 'garbled') return []
  return [message('page {page}: its characters make no words, their font may not say what they are', { page: number })]
}

function warningsOf({ pages, scripts, form }: PdfOutcome & { readonly status: 'read' }): readonly Message[] {
  const blank = pages.every((page) => page.status === 'read' && page.text === '' && !page.draws)
  return [
    ...(blank ? [message('the document has no text')] : []),
    ...(scripts ? [message('the document has scripts; they were not run')] : []),
    ...(form ? [message('the document is an XFA form; what it shows in its own viewer was not read')] : []),
  ]
}

/** Minimum size of a heading relative to the body text, and its maximum length. */
const LARGER = 1.12
const LONGEST = 160

/** Returns for each page the lines larger than the body text; the largest size is level 1. */
function largeLines(pages: readonly LaidOutPage[]): readonly (readonly DocumentHeading[])[] {
  const lines = pages.map(linesOf)
  const body = bodySize(lines.flat())
  const large = lines.map((ofPage) =>
    ofPage.filter(({ text, size }) => size >= LARGER * body && text.length <= LONGEST && /\p{L}/u.test(text)),
  )
  const sizes = [...new Set(large.flat().map(({ size }) => size))].toSorted((one, other) => other - one)
  return large.map((ofPage) => ofPage.map(({ start, size }) => ({ start, level: 1 + sizes.indexOf(size) })))
}

type SizedLine = { readonly text: string; readonly start: number; readonly size: number }

function linesOf({ text, sizes }: LaidOutPage): readonly SizedLine[] {
  const lines: SizedLine[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const size = sizes[lines.length]
    // Producers round a font's size differently from line to line.
    if (line !== '' && size !== undefined) lines.push({ text: line, start, size: Math.round(2 * size) / 2 })
    start += line.length + 1
  }
  return lines
}

function bodySize(lines: readonly SizedLine[]): number {
  const counts = new Map<number, number>()
  for (const { text, size } of lines) counts.set(size, (counts.get(size) ?? 0) + text.length)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}
