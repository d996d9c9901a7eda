import type * as Pdfjs from 'pdfjs-dist'
import type { PDFDocumentProxy } from 'pdfjs-dist'

// The server brings it, from the package that it reads PDFs with: it is larger than the whole page.
const home = '/pdfjs/'

let loading: Promise<typeof Pdfjs> | undefined

export type OpenPdf = { readonly pdf: PDFDocumentProxy; readonly close: () => void }

/** Opens a PDF in a worker of the browser; nothing in it is run. */
export async function openPdf(address: string): Promise<OpenPdf> {
  loading ??= load()
  const pdfjs = await loading
  const task = pdfjs.getDocument({
    url: address,
    cMapUrl: partAt('cmaps'),
    standardFontDataUrl: partAt('standard_fonts'),
    wasmUrl: partAt('wasm'),
    useWasm: false,
    // Fonts by an address are against the policy; those that are missing are drawn with the browser's own.
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
