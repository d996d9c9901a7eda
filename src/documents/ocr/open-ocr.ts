import type { EventEmitter } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Tesseract from 'tesseract.js'
import type { DocumentImage } from '../document.ts'
import { type OcrText, ocrText } from './ocr-text.ts'

export type Ocr = {
  /** Returns the most confident result; undefined when the image is invalid, too large, or takes too long. */
  readonly read: (image: DocumentImage, signal?: AbortSignal) => Promise<OcrText | undefined>
  readonly close: () => Promise<void>
}

/** npm packages that OCR needs; one of the languages is enough. */
export const ocrPackages = 'tesseract.js @tesseract.js-data/eng @tesseract.js-data/jpn'

export type OcrLimits = {
  readonly milliseconds: number
  readonly pixels: number
}

const defaultLimits: OcrLimits = { milliseconds: 60_000, pixels: 30_000_000 }

/** At this confidence, no other language is tried. */
const sure = 0.75

/** Undefined unless packages for English or Japanese are installed; nothing is downloaded. */
export async function openOcr(limits: Partial<OcrLimits> = {}): Promise<Ocr | undefined> {
  const { milliseconds, pixels } = { ...defaultLimits, ...limits }
  let languages = installedLanguages()
  const tesseract = languages.length === 0 ? undefined : await installedTesseract()
  if (tesseract === undefined) return undefined
  const workers = new Map<string, Tesseract.Worker>()

  async function readAs({ code, folder }: OpenOcrLanguage, image: DocumentImage): Promise<OcrText> {
    const worker = workers.get(code) ?? (await startWorker(tesseract!, code, folder))
    workers.set(code, worker)
    const { data } = await worker.recognize(Buffer.from(image.bytes), { rotateAuto: true }, { blocks: true })
    const paragraphs = (data.blocks ?? []).flatMap((block) => block.paragraphs)
    return ocrText(
      paragraphs.map(({ lines }) => lines.map(({ words }) => words)),
      image,
    )
  }

  async function surestOf(image: DocumentImage): Promise<OcrText | undefined> {
    let best: OcrText | undefined
    for (const language of languages) {
      const text = await readAs(language, image)
      if (best === undefined || text.confidence > best.confidence) best = text
      if (text.confidence < sure) continue
      // The next page probably has the same language.
      languages = [language, ...languages.filter((other) => other !== language)]
      return text
    }
    return best
  }

  async function close(): Promise<void> {
    const open = [...workers.values()]
    workers.clear()
    await Promise.all(open.map(async (worker) => worker.terminate()))
  }

  return {
    close,
    async read(image, signal) {
      signal?.throwIfAborted()
      if (image.width * image.height > pixels) return undefined
      const late = AbortSignal.timeout(milliseconds)
      const ended = signal === undefined ? late : AbortSignal.any([signal, late])
      const over = Promise.withResolvers<undefined>()
      const stop = () => over.resolve(undefined)
      ended.addEventListener('abort', stop)
      try {
        // A failed decoding rejects with a value of the library.
        return await Promise.race([surestOf(image).catch(() => undefined), over.promise])
      } finally {
        ended.removeEventListener('abort', stop)
        // Recognition would otherwise continue in the background.
        if (ended.aborted) await close()
        signal?.throwIfAborted()
      }
    },
  }
}

type OpenOcrLanguage = { readonly code: string; readonly folder: string }

function installedLanguages(): readonly OpenOcrLanguage[] {
  return ['eng', 'jpn'].flatMap((code) => {
    try {
      const manifest = fileURLToPath(import.meta.resolve(`@tesseract.js-data/${code}/package.json`))
      return [{ code, folder: join(dirname(manifest), '4.0.0_best_int') }]
    } catch (cause) {
      if (isNotFound(cause)) return []
      throw cause
    }
  })
}

async function installedTesseract(): Promise<typeof Tesseract | undefined> {
  try {
    return await import('tesseract.js')
  } catch (cause) {
    if (isNotFound(cause)) return undefined
    throw cause
  }
}

function isNotFound(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
}

async function startWorker(
  { createWorker, OEM }: typeof Tesseract,
  code: string,
  folder: string,
): Promise<Tesseract.Worker> {
  const worker = await createWorker(code, OEM.LSTM_ONLY, {
    langPath: folder,
    cacheMethod: 'none',
    // The same error also rejects the promise.
    errorHandler: () => undefined,
  })
  // By default Tesseract writes a diagnosis of every image to standard error.
  await worker.setParameters({ debug_file: '/dev/null' })
  // The types omit the thread, whose crash would end the process.
  const { worker: thread } = worker as Tesseract.Worker & { readonly worker?: EventEmitter }
  thread?.on('error', () => undefined)
  return worker
}
