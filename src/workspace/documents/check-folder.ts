import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, posix, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { type Message, EvalError, message } from '../../core/index.ts'
import { documentReader } from '../../compose/review-documents.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { type Language, translate } from '../../i18n/index.ts'
import { writtenKindOf, type Document } from '../../documents/index.ts'
import { addJsonLines, atomicWrite, jsonLinesIn, reading, refuseOtherThanFile } from '../../files/index.ts'
import { wayInside } from '../../files/path-inside.ts'
import { sheetNamed } from '../../formats/detect-format.ts'
import { writeWorkbook } from '../../formats/workbook/write-workbook.ts'
import { CheckedQuote, type RequirementRow } from '../../packs/review/document-review.ts'
import { reasonToLook } from '../../packs/review/reason-to-look.ts'
import { readRequirements } from '../../packs/review/formats/requirements.ts'
import { concurrently } from '../../runner/concurrently.ts'
import { checkQuotes } from './check-quotes.ts'
import { askReviewer, openPageReviewer } from './page-reviewer.ts'

/** One requirement checked against one document, as it is stored and exported. */
const CheckedRow = z.object({
  /** A hash of the document's content, the requirement and the reviewer. */
  key: z.string(),
  document: z.string(),
  verdict: z.enum(['pass', 'fail', '']),
  confidence: z.number().optional(),
  explanation: z.string(),
  quote: z.string(),
  quoteStatus: CheckedQuote.shape.status.or(z.literal('')),
  page: z.number().optional(),
  /** How the document was read, a line each. */
  remarks: z.string().default(''),
  problem: z.string(),
})
type CheckedRow = z.infer<typeof CheckedRow>

type FolderCheck = {
  readonly cwd: string
  /** The file with the table of requirements, `book.xlsx#Sheet` for one of its sheets. */
  readonly check: string
  readonly documents: string
  /** The workbook to write; answers so far are kept beside it as JSON lines. */
  readonly output: string
  readonly model?: string | undefined
  readonly target?: string | undefined
  /** Confidence below which a person is needed, from 0 to 1. */
  readonly sure: number
  readonly concurrency: number
  /** Of what is said about documents that could not be reviewed. */
  readonly language: Language
  readonly signal: AbortSignal
  /** What the table has besides requirements. */
  readonly onNote: (note: Message) => void
  readonly onStart: (plan: FolderCheckPlan) => void
  readonly onRow: (row: FolderCheckRow, done: number) => void
}

type FolderCheckPlan = {
  readonly requirements: number
  readonly documents: number
  /** Pairs that an earlier call has answered. */
  readonly known: number
  readonly reviewer: string
}

type FolderCheckRow = Pick<CheckedRow, 'document' | 'verdict' | 'confidence' | 'problem'> & {
  readonly requirement: string
  readonly needsPerson: boolean
}

/**
 * Checks every document of a folder against every requirement of a table. Each answer is stored at once: after a stop the
 * same call continues, and asks again only what failed or has changed.
 *
 * @throws {EvalError} `usage` without documents, `format` without requirements
 */
export async function checkFolder(wish: FolderCheck, dependencies: RunDependencies) {
  const { cwd, documents: folder, output, sure, signal, language } = wish
  const journal = `${output}.jsonl`
  const { file } = sheetNamed(wish.check)
  refuseOtherThanFile(file)
  const bytes = await reading(file, async () => readFile(file))
  const { requirements, notes } = await readRequirements(wish.check, bytes)
  refuseOtherThanFile(output)
  const known = new Map(jsonLinesIn(journal, CheckedRow).map((row) => [row.key, row]))
  const files = await documentsIn(folder, [file, output, journal])
  for (const note of notes) wish.onNote(note)
  const read = documentReader()
  const target = await openPageReviewer({ ...dependencies, cwd, read }, wish)
  const pairs = pairsOf(files, requirements, target.name)
  const open = pairs.filter(({ key }) => known.get(key)?.problem !== '')
  wish.onStart({
    requirements: requirements.length,
    documents: files.length,
    known: pairs.length - open.length,
    reviewer: target.name,
  })
  let done = pairs.length - open.length
  try {
    await concurrently(questionsOf(open, signal), wish.concurrency, async ([first, ...same]) => {
      const row = await checkedRow(first, { folder, target, read, signal, language })
      addJsonLines(journal, [row])
      known.set(row.key, row)
      for (const { requirement } of [first, ...same]) {
        done += 1
        wish.onRow({ ...row, requirement: requirement.name, needsPerson: needsPerson(row, sure) }, done)
      }
    })
  } finally {
    await target.close?.()
  }
  const rows = pairs.flatMap(({ key, requirement }) => {
    const row = known.get(key)
    return row === undefined ? [] : [{ row, requirement, needsPerson: needsPerson(row, sure) }]
  })
  await atomicWrite(output, writeWorkbook('review', [HEAD, ...rows.map(cellsOf)], WIDTHS), { folders: true })
  return {
    rows: rows.length,
    failed: rows.filter(({ row }) => row.problem !== '').length,
    persons: rows.filter((one) => one.needsPerson).length,
    passed: rows.filter(({ row }) => row.verdict === 'pass').length,
    violations: rows.filter(({ row }) => row.verdict === 'fail').length,
  }
}

/** A document by its path in the folder, with a hash of its content or the reason why it cannot be read. */
type CheckDocument = { readonly name: string } & ({ readonly hash: string } | { readonly problem: EvalError })
type CheckPair = { readonly key: string; readonly document: CheckDocument; readonly requirement: RequirementRow }

/** Finds all but hidden files and the command's own, so that what cannot be reviewed is told. */
async function documentsIn(folder: string, own: readonly string[]): Promise<readonly CheckDocument[]> {
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new EvalError('usage', message('{folder}: there is no such folder', { folder }))
  const root = await realpath(folder)
  const hidden = await Promise.all(own.map(placeOf))
  const files = (await filesIn(root)).filter(({ name }) => !hidden.includes(join(root, name)))
  if (files.some(({ name }) => isDocumentName(name))) return files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  throw new EvalError('usage', message('{folder}: there is no document in it', { folder }), {
    hint: message('Documents are PDF, Word (.docx), Markdown, HTML, text or images.'),
  })
}

/** Returns where a file lies once the links of its folder, which need not be there yet, are followed. */
async function placeOf(file: string): Promise<string> {
  const folder = dirname(resolve(file))
  return join(await realpath(folder).catch(() => folder), basename(file))
}

/** What cannot be read is found with its problem. */
async function filesIn(root: string, name = ''): Promise<readonly CheckDocument[]> {
  const path = join(root, name)
  try {
    return await reading(path, async () => {
      if (!(await lstat(path)).isDirectory()) return [{ name, hash: await hashOf(path, root) }]
      const shown = (await readdir(path)).filter((one) => !one.startsWith('.'))
      return (await Array.fromAsync(shown, async (one) => filesIn(root, posix.join(name, one)))).flat()
    })
  } catch (problem) {
    if (name === '' || !(problem instanceof EvalError)) throw problem
    return [{ name, problem }]
  }
}

async function hashOf(path: string, root: string): Promise<string> {
  if (wayInside(root, await realpath(path)) === undefined) {
    throw new EvalError('usage', message('{file} is a link that leads out of the folder', { file: path }))
  }
  refuseOtherThanFile(path, await stat(path))
  const content = createHash('sha256')
  await pipeline(createReadStream(path), content)
  return content.digest('hex')
}

function isDocumentName(name: string): boolean {
  return writtenKindOf(name) !== undefined || /\.(?:pdf|png|jpe?g|gif|webp)$/i.test(name)
}

/** Pairs are ordered by document, so that each document is read once. */
function pairsOf(
  documents: readonly CheckDocument[],
  requirements: readonly RequirementRow[],
  reviewer: string,
): readonly CheckPair[] {
  return documents.flatMap((document) => {
    const hash = 'hash' in document ? document.hash : ''
    return requirements.map((requirement) => {
      const of = [reviewer, document.name, hash, requirement.description, requirement.languageName]
      const key = createHash('sha256').update(of.join('\n')).digest('hex').slice(0, 24)
      return { key, document, requirement }
    })
  })
}

/** Rows of the table that ask the same are one question. */
async function* questionsOf(
  pairs: readonly CheckPair[],
  signal: AbortSignal,
): AsyncGenerator<readonly [CheckPair, ...CheckPair[]]> {
  for (const [first, ...same] of Map.groupBy(pairs, ({ key }) => key).values()) {
    signal.throwIfAborted()
    if (first !== undefined) yield [first, ...same]
  }
}

type CheckedRowContext = Pick<FolderCheck, 'language'> & {
  readonly folder: string
  readonly target: Awaited<ReturnType<typeof openPageReviewer>>
  readonly read: (path: string) => Promise<Document>
  readonly signal: AbortSignal
}

/** A failure is a row as well: it needs a person, and the next call asks it again. */
async function checkedRow(
  { key, document, requirement }: CheckPair,
  { folder, target, read, signal, language }: CheckedRowContext,
): Promise<CheckedRow> {
  const { name: checkName, description: checkDescription, languageName } = requirement
  const { name } = document
  const empty = {
    key,
    document: name,
    verdict: '' as const,
    explanation: '',
    quote: '',
    quoteStatus: '' as const,
    remarks: '',
  }
  try {
    if ('problem' in document) throw document.problem
    const content = await read(join(folder, name))
    const task = { documents: [name], folder, checkName, checkDescription, languageName }
    const { review, remarks } = await askReviewer(target, task, signal)
    const quotes = checkQuotes(review.citations, [{ documentId: name, document: content }])
    const quote = quotes.find(({ status }) => status === 'not-found') ?? quotes[0]
    const isDecided = review.result !== 'not_evaluated'
    return {
      ...empty,
      verdict: isDecided ? review.result : '',
      confidence: isDecided ? review.confidence : undefined,
      explanation: review.explanation,
      quote: quote?.quote ?? '',
      quoteStatus: quote?.status ?? '',
      page: quote?.places[0]?.page ?? review.pageNumber,
      remarks: remarks.join('\n'),
      problem: '',
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EvalError)) throw error
    return { ...empty, problem: translate(error.sentence, language) }
  }
}

function needsPerson({ verdict, confidence, quoteStatus }: CheckedRow, sure: number): boolean {
  const quotes = quoteStatus === '' ? [] : [quoteStatus]
  return reasonToLook({ result: verdict === '' ? 'not_evaluated' : verdict, confidence, quotes }, sure) !== undefined
}

const HEAD =
  'document,requirement,text,verdict,confidence,needs a person,assigned to,explanation,quote,quote found,page,remarks,problem'.split(
    ',',
  )
const WIDTHS = [30, 18, 50, 9, 11, 15, 18, 60, 50, 13, 7, 30, 30]

type WrittenRow = { readonly row: CheckedRow; readonly requirement: RequirementRow; readonly needsPerson: boolean }

function cellsOf({ row, requirement, needsPerson: needs }: WrittenRow) {
  return [
    row.document,
    requirement.name,
    requirement.description,
    row.verdict === '' ? 'not decided' : row.verdict,
    row.confidence,
    needs ? 'yes' : 'no',
    needs ? requirement.assignedTo : '',
    row.explanation,
    row.quote,
    row.quoteStatus,
    row.page,
    row.remarks,
    row.problem,
  ]
}
