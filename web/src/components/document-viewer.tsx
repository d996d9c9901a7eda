import './document-viewer.css'
import { useState } from 'react'
import type { CaseDocuments, CheckedQuote } from '../../../src/packs/review/document-review.ts'
import type { BoundingBox } from '../../../src/core/review.ts'
import { PdfPageView } from './document-viewer/pdf-page.tsx'
import { occurrencesBefore } from './document-viewer/quote-boxes.ts'
import { Select } from './form/field.tsx'
import { Button } from './button.tsx'
import { say } from '../words/say.ts'

type ViewedDocument = CaseDocuments['documents'][number]

type DocumentViewerProps = {
  readonly documents: readonly ViewedDocument[]
  readonly quotes: readonly CheckedQuote[]
  /** Regions that a reviewer marked on images. */
  readonly boundingBoxes: readonly BoundingBox[]
  /** Returns the address of a document's file. */
  readonly addressOf: (documentId: string) => string
}

/** Shows documents page by page, as rendered or as text, with quotes marked. */
export function DocumentViewer({ documents, quotes, boundingBoxes, addressOf }: DocumentViewerProps) {
  const first = quotes.findIndex(({ status, places }) => status !== 'not-found' && places.length > 0)
  const [quoteAt, setQuoteAt] = useState(first)
  const [turnedTo, setTurnedTo] = useState<{ readonly documentId: string; readonly page: number }>()
  const [wantsText, setWantsText] = useState(false)
  const [undrawable, setUndrawable] = useState<ReadonlySet<string>>(new Set())
  const quote = quotes[quoteAt]
  const place = turnedTo ?? quote?.places[0]
  const document = documents.find(({ documentId }) => documentId === place?.documentId) ?? documents[0]
  if (document === undefined) return null
  const page = document.pages.find((one) => one.page === place?.page) ?? document.pages[0]
  if (page === undefined) return null
  const places = quote?.places.filter((one) => one.documentId === document.documentId && one.page === page.page) ?? []
  const hasPicture = /^(?:image\/|application\/pdf$)/.test(document.mimeType)
  const drawable = hasPicture && !undrawable.has(document.documentId)

  return (
    <div className="viewer stack">
      <QuoteList
        quotes={quotes}
        chosen={quoteAt}
        choose={(index) => {
          setQuoteAt(index)
          setTurnedTo(undefined)
        }}
      />
      <div className="row viewer-bar">
        {documents.length > 1 && (
          <Select
            label={say('Document')}
            value={document.documentId}
            choices={documents.map(({ documentId, name }) => [documentId, name] as const)}
            choose={(documentId) => setTurnedTo({ documentId, page: 1 })}
          />
        )}
        {document.pages.length > 1 && (
          <PageTurner
            page={page.page}
            pages={document.pages.length}
            turnTo={(number) => setTurnedTo({ documentId: document.documentId, page: number })}
          />
        )}
        {drawable && page.text !== '' && (
          <Button aria-pressed={wantsText} onClick={() => setWantsText((before) => !before)}>
            {say('As text')}
          </Button>
        )}
        <a className="viewer-save" href={addressOf(document.documentId)} download>
          {say('Save the file')}
        </a>
      </div>
      <OcrNote ocr={page.ocr} />
      {hasPicture && !drawable && (
        <p className="soft">{say('This browser cannot draw the document. Its text is below, as it was read.')}</p>
      )}
      {drawable && !(wantsText && page.text !== '') ? (
        <Picture
          document={document}
          address={addressOf(document.documentId)}
          page={page.page}
          ocr={page.ocr}
          wanted={places.map((one) => occurrenceOn(page, one))}
          boxes={boxesOn(document, documents, boundingBoxes)}
          onFailed={() => setUndrawable((before) => new Set([...before, document.documentId]))}
        />
      ) : page.text === '' ? (
        <p className="soft">{say('This page has no text.')}</p>
      ) : (
        <PageTextView text={page.text} marked={places} />
      )}
    </div>
  )
}

type PageTurnerProps = { readonly page: number; readonly pages: number; readonly turnTo: (page: number) => void }

function PageTurner({ page, pages, turnTo }: PageTurnerProps) {
  return (
    <div className="row">
      <Button disabled={page <= 1} onClick={() => turnTo(page - 1)}>
        {say('Previous page')}
      </Button>
      <span>{say('Page {page} of {pages}', { page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => turnTo(page + 1)}>
        {say('Next page')}
      </Button>
    </div>
  )
}

/** A quote's text, and how many times it occurs on the page before the place that is meant. */
function occurrenceOn(
  { text: pageText }: ViewedDocument['pages'][number],
  { start, text }: CheckedQuote['places'][number],
) {
  return { text, occurrence: occurrencesBefore(pageText.slice(0, start), text) }
}

function OcrNote({ ocr }: Pick<ViewedDocument['pages'][number], 'ocr'>) {
  if (ocr === undefined) return null
  return (
    <p className="small soft">
      {say('Its text was read by OCR, {percent} % sure of the letters: some may be wrong.', {
        percent: Math.round(100 * ocr.confidence),
      })}
    </p>
  )
}

/** Reviewers number images only, without other documents. */
function boxesOn(document: ViewedDocument, documents: readonly ViewedDocument[], boxes: readonly BoundingBox[]) {
  const images = documents.filter(({ mimeType }) => mimeType.startsWith('image/'))
  return boxes.filter(({ imageIndex }) => images[imageIndex] === document)
}

type Pictured = Omit<Parameters<typeof PdfPageView>[0], 'name'> & {
  readonly document: ViewedDocument
  readonly boxes: readonly BoundingBox[]
}

function Picture({ document: { name, mimeType }, boxes, ...shown }: Pictured) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must be reachable by keyboard
    <div className="viewer-frame" role="group" tabIndex={0} aria-label={name}>
      {mimeType === 'application/pdf' ? (
        <PdfPageView {...shown} name={name} />
      ) : (
        <BoxedImage address={shown.address} name={name} boxes={boxes} onFailed={shown.onFailed} />
      )}
    </div>
  )
}

const statuses = {
  verified: { sign: '✓', name: 'In the document' },
  approximate: { sign: '~', name: 'Nearly as quoted' },
  'not-found': { sign: '✕', name: 'Not in the document' },
} as const

type QuoteListed = {
  readonly quotes: readonly CheckedQuote[]
  readonly chosen: number
  readonly choose: (index: number) => void
}

/** Lists quotes with their status; choosing one shows its page. */
function QuoteList({ quotes, chosen, choose }: QuoteListed) {
  if (quotes.length === 0) return <p className="soft">{say('Nothing was quoted.')}</p>
  return (
    <ul className="viewer-quotes" aria-label={say('Quotes')}>
      {quotes.map(({ quote, status, places }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} data-of={status}>
          <button
            type="button"
            aria-pressed={index === chosen}
            disabled={places.length === 0}
            onClick={() => choose(index)}
          >
            <span className="viewer-status">
              <span aria-hidden="true">{statuses[status].sign} </span>
              {say(statuses[status].name)}
              {places[0] !== undefined &&
                ` · ${say(status === 'not-found' ? 'the nearest passage is on page {page}' : 'page {page}', { page: places[0].page })}`}
            </span>
            <q className="foreign">{quote}</q>
          </button>
        </li>
      ))}
    </ul>
  )
}

type Stretch = { readonly start: number; readonly end: number }

/** The text of a page with marked passages. */
function PageTextView({ text, marked }: { readonly text: string; readonly marked: readonly Stretch[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must be reachable by keyboard
    <pre className="foreign viewer-text" tabIndex={0}>
      {piecesOf(text, marked).map(({ start, end, isMarked }) =>
        isMarked ? <mark key={start}>{text.slice(start, end)}</mark> : text.slice(start, end),
      )}
    </pre>
  )
}

/** Splits the text at the ends of marks; overlapping marks are joined. */
function piecesOf(text: string, marked: readonly Stretch[]) {
  const pieces: (Stretch & { readonly isMarked: boolean })[] = []
  let at = 0
  for (const { start, end } of marked.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue
    const from = Math.max(at, start)
    if (from > at) pieces.push({ start: at, end: from, isMarked: false })
    pieces.push({ start: from, end, isMarked: true })
    at = end
  }
  return [...pieces, { start: at, end: text.length, isMarked: false }]
}

type BoxedImageProps = {
  readonly address: string
  readonly name: string
  readonly boxes: readonly BoundingBox[]
  readonly onFailed: () => void
}

/** An image with the regions that a reviewer marked. */
function BoxedImage({ address, name, boxes, onFailed }: BoxedImageProps) {
  const drawn = boxes.flatMap(({ label, coordinates: [x1, y1, x2, y2] }) =>
    x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || x2 <= x1 || y2 <= y1
      ? []
      : [{ label, x: x1, y: y1, width: x2 - x1, height: y2 - y1 }],
  )
  return (
    <figure className="viewer-picture">
      <div className="viewer-image">
        <img src={address} alt={say('The image {name}', { name })} onError={onFailed} />
        {/* Corners are given from 0 to 1000, however large the image is. */}
        <svg className="viewer-boxes" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          {drawn.map(({ label, ...place }) => (
            <rect key={`${label} ${place.x},${place.y}`} {...place} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
      </div>
      {drawn.length > 0 && (
        <figcaption className="small">
          {say('Pointed at:')} <span className="foreign">{drawn.map(({ label }) => label).join(', ')}</span>
        </figcaption>
      )}
    </figure>
  )
}
