import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { EvalError, message } from '../../core/index.ts'
import type { Document } from '../../documents/index.ts'
import { atomicWrite } from '../../files/index.ts'
import { isPathInside } from '../../files/path-inside.ts'
import { runbookPlace } from '../../packs/runbook/agent/runbook-places.ts'

/** An uploaded runbook. */
export type HandedRunbook = {
  /** A file name without a path. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Whether an existing file of the same name may be replaced. */
  readonly replace: boolean
}

const largest = 25 * 2 ** 20

/**
 * Stores a runbook in its folder, or in that of its language, after reading it.
 *
 * @throws {EvalError} `usage` or `format` when it is no runbook, too large, broken, or exists already
 */
export async function keepRunbook(handed: HandedRunbook, folder: string): Promise<void> {
  const name = handed.name.normalize('NFC')
  const { writtenKindOf } = await import('../../documents/index.ts')
  const isPdf = extname(name).toLowerCase() === '.pdf'
  if (!isPdf && writtenKindOf(name) === undefined)
    throw new EvalError('usage', message('{file} is no runbook', { file: name }), { hint: runbookKinds })
  if (handed.bytes.length > largest) {
    throw new EvalError('usage', message('{file} has more than {megabytes} MB', { file: name, megabytes: 25 }), {
      hint: message('Split the document, or keep the pages that matter.'),
    })
  }
  await mkdir(folder, { recursive: true })
  const document = await readRunbook(handed.bytes, name, isPdf)
  const within = runbookPlace(folder, await languageOfDocument(document))
  if (!(await isPathInside(within, folder))) {
    throw new EvalError(
      'usage',
      message('{file} is a link that leads out of the folder', { file: `${basename(within)}/` }),
    )
  }
  const place = join(within, name)
  if (existsSync(place) && !handed.replace) {
    throw new EvalError('usage', message('{file} is there already', { file: name }), {
      hint: message('Give it another name, or replace the one that is there.'),
    })
  }
  await atomicWrite(place, handed.bytes, { exclusive: !handed.replace, replacesLinks: true })
}

/** PDF files and images are recognized by their content, whatever their name. */
async function readRunbook(bytes: Uint8Array, name: string, isPdf: boolean): Promise<Document> {
  const { readDocumentBytes } = await import('../../documents/index.ts')
  const document = await readDocumentBytes(bytes, name)
  if (document.kind !== 'image' && (document.kind === 'pdf') === isPdf) return document
  throw new EvalError('format', message('{file} is not what its name ends in', { file: name }), {
    hint: runbookKinds,
  })
}

async function languageOfDocument({ pages }: Document): Promise<'ja' | 'en'> {
  const { questionLanguage: languageOf } = await import('../../packs/runbook/assistant/index.ts')
  return languageOf(pages.map(({ text }) => text).join('\n'))
}

const runbookKinds = message('Runbooks are Markdown (.md), text (.txt), Word (.docx), HTML or PDF.')
