import type * as Pdfjs from 'pdfjs-dist'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { quoteBoxes, type Box, type DrawnText } from './quote-boxes.ts'
import { Loading } from '../state.tsx'
import { useAnswer } from '../../source/use-answer.ts'
import { say } from '../../words/say.ts'

type PdfPageExpectation = { readonly text: string; readonly occurrence: number }

type PdfPageProps = {
  readonly address: string
  readonly name: string
  readonly page: number
  /** Passages to mark. */
  readonly wanted: readonly PdfPageExpectation[]
  /** Words recognized by OCR, with positions as shares of the page. */
  readonly ocr?: { readonly words: readonly DrawnText[] } | undefined
  /** Called when the browser cannot render the page. */
  readonly onFailed: () => void
}

/** Renders a page of a PDF with marked passages. */
export function PdfPageView({ address, ...shown }: PdfPageProps) {
  const [opened, setOpened] = useState<OpenPdf>()
  const failed = useEffectEvent(shown.onFailed)
  useEffect(() => {
    let wanted = true
    const opening = openPdf(address)
    opening.then(
      (open) => wanted && setOpened(open),
      () => wanted && failed(),
    )
    return () => {
      wanted = false
      setOpened(undefined)
      // A document that failed to open needs no closing.
      opening.then(({ close }) => close()).catch(() => undefined)
    }
  }, [address])
  if (opened === undefined) return <Loading />
  return <OpenPage pdf={opened.pdf} {...shown} />
}

type DocumentViewerPdfPageDetail = { readonly page: Pdfjs.PDFPageProxy; readonly drawn: readonly DrawnText[] }

function OpenPage({ pdf, page, ...shown }: Omit<PdfPageProps, 'address'> & { readonly pdf: Pdfjs.PDFDocumentProxy }) {
  const loaded = useAnswer({
    queryKey: ['pdf', pdf.fingerprints[0], page],
    queryFn: async () => loadPage(pdf, page),
  })
  const failed = useEffectEvent(shown.onFailed)
  const { status } = loaded
  useEffect(() => {
    if (status === 'failed') failed()
  }, [status])
  if (loaded.status !== 'ready') return <Loading />
  return <Drawing {...shown} page={page} loaded={loaded.value} />
}

async function loadPage(pdf: Pdfjs.PDFDocumentProxy, number: number): Promise<DocumentViewerPdfPageDetail> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const { transform } = page.getViewport({ scale: 1 })
  return { page, drawn: items.flatMap((item) => ('str' in item ? [drawnText(item, transform as number[])] : [])) }
}

type TextItem = { readonly str: string; readonly transform: readonly number[]; readonly width: number }

/** The rectangle around a line of text at any angle. Descenders reach about a fifth of the font size below the baseline. */
function drawnText(
  { str, transform, width }: TextItem,
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[],
): DrawnText {
  const [ta = 1, tb = 0, tc = 0, td = 1, te = 0, tf = 0] = transform
  const toPage = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const
  const along = Math.hypot(ta, tb) || 1
  const corner = (right: number, up: number) =>
    toPage(te + (ta / along) * right + tc * up, tf + (tb / along) * right + td * up)
  const corners = [corner(0, -0.22), corner(width, -0.22), corner(0, 0.88), corner(width, 0.88)]
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { text: str, left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

/** Twice the resolution for sharp text, within the largest canvas that browsers allow. */
const [fineness, longestSide] = [2, 4096]

function Drawing({
  loaded: { page, drawn },
  name,
  page: number,
  wanted,
  ocr,
  onFailed,
}: Omit<PdfPageProps, 'address'> & { readonly loaded: DocumentViewerPdfPageDetail }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const failed = useEffectEvent(onFailed)
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(fineness, longestSide / Math.max(width, height))
  useEffect(() => {
    if (canvas.current === null) return undefined
    const drawing = page.render({ canvas: canvas.current, viewport: page.getViewport({ scale }) })
    let leaving = false
    drawing.promise.catch(() => leaving || failed())
    return () => {
      leaving = true
      drawing.cancel()
    }
  }, [page, scale])
  const pieces = ocr === undefined ? drawn : ocr.words.map((word) => scaled(word, width, height))
  const boxes = wanted.flatMap(({ text, occurrence }) => quoteBoxes(pieces, text, occurrence))
  const label = say('Page {page} of {name} as it looks. “As text” has its words.', { page: number, name })
  return (
    <figure className="viewer-picture">
      <div className="viewer-sheet">
        <canvas ref={canvas} role="img" aria-label={label} width={width * scale} height={height * scale} />
        <Marks boxes={boxes} width={width} height={height} />
      </div>
      {wanted.length > 0 && (
        <figcaption className="small soft">
          {boxes.length > 0
            ? say('The quote is marked.')
            : say('The quote could not be marked on the picture; “As text” shows it.')}
        </figcaption>
      )}
    </figure>
  )
}

function scaled({ text, left, top, width, height }: DrawnText, wide: number, high: number): DrawnText {
  return { text, left: left * wide, top: top * high, width: width * wide, height: height * high }
}

/** Scrolls within the frame only, so that the page does not move. */
function scrollFrameTo(mark: Element | null | undefined): void {
  const frame = mark?.closest('.viewer-frame')
  if (mark == null || frame == null) return
  const [at, seen] = [mark.getBoundingClientRect(), frame.getBoundingClientRect()]
  const middle = (frame.clientHeight - at.height) / 2
  if (at.top < seen.top || at.bottom > seen.bottom) frame.scrollTop += at.top - seen.top - middle
}

function Marks({ boxes, width, height }: Pick<Box, 'width' | 'height'> & { readonly boxes: readonly Box[] }) {
  const marks = useRef<SVGSVGElement>(null)
  const place = boxes.map(({ left, top }) => `${left},${top}`).join(' ')
  useEffect(() => {
    if (place !== '') scrollFrameTo(marks.current?.querySelector('rect'))
  }, [place])
  return (
    <svg ref={marks} className="viewer-marks" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {boxes.map(({ left, top, width: wide, height: high }) => (
        <rect key={`${left},${top},${wide}`} x={left - 1} y={top - 1} width={wide + 2} height={high + 2} rx="2" />
      ))}
    </svg>
  )
}

// The server delivers pdf.js, which is larger than the rest of the page.
const home = '/pdfjs/'

let loading: Promise<typeof Pdfjs> | undefined

type OpenPdf = { readonly pdf: Pdfjs.PDFDocumentProxy; readonly close: () => void }

/** Opens a PDF in a web worker; scripts in it are not run. */
async function openPdf(address: string): Promise<OpenPdf> {
  loading ??= load()
  const pdfjs = await loading
  const task = pdfjs.getDocument({
    url: address,
    cMapUrl: partAt('cmaps'),
    standardFontDataUrl: partAt('standard_fonts'),
    wasmUrl: partAt('wasm'),
    useWasm: false,
    // The content security policy forbids loading fonts; missing ones are replaced by the browser's.
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: 50_000_000,
    verbosity: 0,
  })
  return { pdf: await task.promise, close: () => void task.destroy() }
}

async function load(): Promise<typeof Pdfjs> {
  const address = `${home}pdf.mjs`
  const pdfjs = (await import(/* @vite-ignore */ address)) as typeof Pdfjs // that is what the server has at this address
  pdfjs.GlobalWorkerOptions.workerSrc = `${home}pdf.worker.mjs`
  return pdfjs
}

function partAt(folder: string): string {
  return new URL(`${home}${folder}/`, window.location.href).href
}
