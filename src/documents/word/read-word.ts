import { type Message, EvalError, message } from '../../core/index.ts'
import { mainPart, relatedParts } from '../../files/archive/office-parts.ts'
import { type ZipEntries, zipEntries } from '../../files/archive/zip-entries.ts'
import {
  type DocumentLimits,
  type DocumentPage,
  documentTooLarge,
  tooManyCharacters,
  tooManyPages,
} from '../document.ts'
import { hidesText } from '../text-substance.ts'
import { type WordBlock, type WordBody, MOST_PARTS, wordBlocks } from './word-blocks.ts'
import { blockText, wordMarkdown } from './word-markdown.ts'
import { wordNumbering } from './word-numbering.ts'
import { wordStyles } from './word-styles.ts'

/**
 * Converts a Word document (.docx) to Markdown, page by page as last rendered. Numbers of lists and headings are
 * counted, because the text lacks them; deletions, including tracked ones, are left out.
 *
 * @throws {EvalError} `format` when it is another file type, damaged, locked, or beyond a limit
 */
export function readWord(bytes: Uint8Array, file: string, limits: DocumentLimits) {
  const entries = zipEntries(bytes, file, {
    damaged: message('{file}: this is no Word document, or it is damaged', { file }),
    damagedHint: saveAgain(),
    tooLargeHint: splitIt(),
  })
  const main = mainPart(entries) ?? 'word/document.xml'
  const xml = entries.text(main) ?? ''
  if (!/<(?:\w+:)?body[\s>]/.test(xml)) throw noBody(file)
  const body = wordBlocks(xml)
  if (body.parts > MOST_PARTS)
    throw documentTooLarge(message('{file} has more than {limit} paragraphs and cells', { file, limit: MOST_PARTS }))
  if (body.pages > limits.pages) throw tooManyPages(file, body.pages, limits)
  const part = partsOf(entries, main)
  const texts = wordMarkdown(
    [...around(part('/header'), 0), ...body.blocks, ...around(part('/footer'), body.pages - 1)],
    {
      pages: body.pages,
      styleOf: wordStyles(part('/styles').join('')),
      labelOf: wordNumbering(part('/numbering').join('')),
      noteOf: notesIn(part('/footnotes'), part('/endnotes')),
    },
  )
  if (texts.reduce((sum, text) => sum + text.length, 0) > limits.characters) throw tooManyCharacters(file, limits)
  const pages = texts.map((text, index) => toPage(text, index, body))
  const isBlank = pages.every(({ text, unread }) => text === '' && unread !== true)
  return {
    pages,
    warnings: [
      ...(isBlank ? [message('the document has no text')] : []),
      ...(body.isRevised ? [message('the document has tracked changes; it is read as if all were accepted')] : []),
    ],
  }
}

function partsOf(entries: ZipEntries, main: string): (kind: string) => readonly string[] {
  const parts = [...relatedParts(entries, main).values()]
  return (kind) => parts.filter(({ type }) => type.endsWith(kind)).map(({ target }) => entries.text(target) ?? '')
}

/** Returns the headers or footers of a page without duplicates; those that only have a page number are skipped. */
function around(xmls: readonly string[], page: number): readonly WordBlock[] {
  const said = new Set<string>()
  return xmls.flatMap((xml) =>
    wordBlocks(xml).blocks.flatMap((block) => {
      const text = blockText(block)
      if (said.has(text) || !/\p{L}/u.test(text)) return []
      said.add(text)
      return [{ ...block, page }]
    }),
  )
}

function notesIn(footnotes: readonly string[], endnotes: readonly string[]): (reference: string) => string {
  const notes = new Map<string, string>()
  const all = [
    ...footnotes.map((xml) => ['footnotes', xml] as const),
    ...endnotes.map((xml) => ['endnotes', xml] as const),
  ]
  for (const [kind, xml] of all) {
    for (const note of xml.split(/(?=<(?:\w+:)?(?:footnote|endnote)\s)/).slice(1)) {
      const [, id = ''] = /\sw:id="(-?\d+)"/.exec(note) ?? []
      notes.set(`${kind} ${id}`, wordBlocks(note).blocks.map(blockText).join(' ').trim())
    }
  }
  return (reference) => notes.get(reference) ?? ''
}

function toPage(text: string, index: number, { covered }: WordBody): DocumentPage {
  const page = { number: index + 1, text }
  if (!hidesText(text, { draws: true, covered: covered.get(index) ?? 0, shapes: 0 })) return { ...page, warnings: [] }
  const warning = message('page {page} is mostly a picture and has little text: scanned?', { page: index + 1 })
  return { ...page, unread: true, warnings: [warning] }
}

function splitIt(): Message {
  return message('Split the document, or keep the pages that matter.')
}

function noBody(file: string): EvalError {
  return new EvalError('format', message('{file}: this is no Word document, or it is damaged', { file }), {
    hint: saveAgain(),
  })
}

function saveAgain(): Message {
  return message('Save it again as .docx or as PDF. One that is protected by a password, or an old .doc, is not read.')
}
