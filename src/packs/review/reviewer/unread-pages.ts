import { type Message, message } from '../../../core/index.ts'
import type { Document, DocumentPage } from '../../../documents/index.ts'

export type UnreadPages = { readonly document: string; readonly pages: readonly number[] }

/** Returns the images, scans and pages without text, except those that a model with vision sees as pictures. */
export function unreadPages(documents: readonly Document[], { seen }: { readonly seen: boolean }): UnreadPages[] {
  return documents.flatMap((document) => {
    const isSeen = ({ picture }: DocumentPage) => seen && (document.kind === 'image' || picture !== undefined)
    const isUnread = (page: DocumentPage) => page.unread === true && !isSeen(page)
    const pages = document.pages.filter(isUnread).map(({ number }) => number)
    return pages.length === 0 ? [] : [{ document: document.name, pages }]
  })
}

/** For example `report.pdf p. 1–3, 7; plan.png`. */
function namesOfPages(unread: readonly UnreadPages[]): string {
  const shown = unread.slice(0, 5).map(({ document, pages }) => `${document} p. ${rangesOf(pages)}`)
  return [...shown, ...(unread.length > shown.length ? ['…'] : [])].join('; ')
}

function rangesOf(pages: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  const shown = ranges.slice(0, 10).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`))
  return [...shown, ...(ranges.length > shown.length ? ['…'] : [])].join(', ')
}

export function unreadWarning(unread: UnreadPages, { seen }: { readonly seen: boolean }): Message {
  const pages = namesOfPages([unread])
  return seen
    ? message('{pages} could not be read, and no picture of it could be made: what rests on it is not evaluated', {
        pages,
      })
    : message(
        '{pages} could not be read (a scan or a picture): what rests on it is not evaluated; --model asks a model that sees',
        { pages },
      )
}

export function ocrWarning(document: string, pages: readonly DocumentPage[]): Message {
  const sureness = pages.map(({ ocr }) => ocr?.confidence ?? 0)
  return message('{pages} was read by OCR, {percent} % sure of its letters at least', {
    pages: namesOfPages([{ document, pages: pages.map(({ number }) => number) }]),
    percent: Math.floor(100 * Math.min(...sureness)),
  })
}

export function declinedReview(unread: readonly UnreadPages[], languageName: string): string {
  const places = namesOfPages(unread)
  const isJapanese = /日本|japan/i.test(languageName)
  return JSON.stringify({
    result: 'not_evaluated',
    confidence: null,
    evidenceStatus: 'insufficient',
    explanation: isJapanese
      ? `${places} を読み取れなかったため、判定していません。`
      : `${places} could not be read, so this was not judged.`,
    shortExplanation: isJapanese ? '読み取れないページがあるため判定なし' : 'Not judged: pages could not be read',
    citations: [],
    unreadPages: places,
  })
}
