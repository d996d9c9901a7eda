import type { EventEmitter } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Tesseract from 'tesseract.js'
import type { DocumentImage } from '../document.ts'
import { type OcrText, ocrText } from './ocr-text.ts'

/** Reads letters off pictures, on this machine. */
export type Ocr = {
  /** The reading that is surest; undefined where the picture cannot be decoded, is too large, or takes too long. */
  readonly read: (image: DocumentImage, signal?: AbortSignal) => Promise<OcrText | undefined>
  readonly close: () => Promise<void>
}

/** What has to be installed for it: either language will do. */
export const ocrPackages = 'tesseract.js @tesseract.js-data/eng @tesseract.js-data/jpn'

export type OcrLimits = {
  /** For one picture, in all languages together. */
  readonly milliseconds: number
  /** Width times height of a picture. */
  readonly pixels: number
}

const defaultLimits: OcrLimits = { milliseconds: 60_000, pixels: 30_000_000 }

/** Sure enough for no other language to be tried. */
const sure = 0.75

/** Undefined where it cannot read English nor Japanese: the packages are optional, and nothing is downloaded. */
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
      // The language of one page is likely that of the next.
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
        // What cannot be decoded is told by a rejection that is no error of ours.
        return await Promise.race([surestOf(image).catch(() => undefined), over.promise])
      } finally {
        ended.removeEventListener('abort', stop)
        // It would go on reading, for nobody.
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
    // The same is told by a rejection.
    errorHandler: () => undefined,
  })
  // Else it tells standard error what it thinks of every picture.
  await worker.setParameters({ debug_file: '/dev/null' })
  // Its types do not name the thread, whose crash over a hostile picture would end the program.
  const { worker: thread } = worker as Tesseract.Worker & { readonly worker?: EventEmitter }
  thread?.on('error', () => undefined)
  return worker
}
