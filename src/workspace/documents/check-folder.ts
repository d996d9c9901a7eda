import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { EvalError, message, stringifyJson, parsedJson } from '../../core/index.ts'
import { documentReader } from '../../compose/review-documents.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { type Language, translate } from '../../i18n/index.ts'
import { writtenKindOf, type Document } from '../../documents/index.ts'
import { atomicWrite, reading, refuseOtherThanFile } from '../../files/index.ts'
import { writeWorkbook } from '../../formats/workbook/write-workbook.ts'
import type { RequirementRow } from '../../packs/review/document-review.ts'
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
  quoteStatus: z.string(),
  page: z.number().optional(),
  problem: z.string(),
})
type CheckedRow = z.infer<typeof CheckedRow>

type FolderCheck = {
  readonly cwd: string
  /** The file with the table of requirements. */
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
  refuseOtherThanFile(wish.check)
  const requirements = await readRequirements(wish.check, await reading(wish.check, async () => readFile(wish.check)))
  const files = await documentsIn(folder)
  const read = documentReader()
  const target = await openPageReviewer({ ...dependencies, cwd, read }, wish)
  const journal = `${output}.jsonl`
  const known = await rowsIn(journal)
  const pairs = await pairsOf(files, requirements, { folder, reviewer: target.name })
  const open = pairs.filter(({ key }) => known.get(key)?.problem !== '')
  wish.onStart({
    requirements: requirements.length,
    documents: files.length,
    known: pairs.length - open.length,
    reviewer: target.name,
  })
  await mkdir(dirname(journal), { recursive: true })
  let done = pairs.length - open.length
  try {
    await concurrently(eachOf(open, signal), wish.concurrency, async (pair) => {
      const row = await checkedRow(pair, { folder, target, read, signal, language })
      await appendFile(journal, `${stringifyJson(row)}\n`)
      known.set(row.key, row)
      done += 1
      wish.onRow({ ...row, requirement: pair.requirement.name, needsPerson: needsPerson(row, sure) }, done)
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

type CheckPair = { readonly key: string; readonly document: string; readonly requirement: RequirementRow }

async function documentsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new EvalError('usage', message('{folder}: there is no such folder', { folder }), { cause })
  })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && isDocumentName(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  if (files.length > 0) return files.toSorted()
  throw new EvalError('usage', message('{folder}: there is no document in it', { folder }), {
    hint: message('Documents are PDF, Word (.docx), Markdown, HTML, text or images.'),
  })
}

function isDocumentName(name: string): boolean {
  return writtenKindOf(name) !== undefined || /\.(?:pdf|png|jpe?g|gif|webp)$/i.test(name)
}

/** Pairs are ordered by document, so that each document is read once. */
async function pairsOf(
  files: readonly string[],
  requirements: readonly RequirementRow[],
  { folder, reviewer }: { readonly folder: string; readonly reviewer: string },
): Promise<readonly CheckPair[]> {
  const pairs: CheckPair[] = []
  for (const document of files) {
    const content = createHash('sha256')
    await pipeline(createReadStream(join(folder, document)), content)
    const hash = content.digest('hex')
    for (const requirement of requirements) {
      const of = [reviewer, document, hash, requirement.description, requirement.languageName]
      pairs.push({ key: createHash('sha256').update(of.join('\n')).digest('hex').slice(0, 24), document, requirement })
    }
  }
  return pairs
}

/** The last line may be cut off where an earlier call was killed. */
async function rowsIn(journal: string): Promise<Map<string, CheckedRow>> {
  const text = await readFile(journal, 'utf8').catch(() => '')
  const rows = text.split('\n').flatMap((line) => CheckedRow.safeParse(parsedJson(line)).data ?? [])
  return new Map(rows.map((row) => [row.key, row]))
}

async function* eachOf(pairs: readonly CheckPair[], signal: AbortSignal): AsyncGenerator<CheckPair> {
  for (const pair of pairs) {
    signal.throwIfAborted()
    yield pair
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
  const empty = { key, document, verdict: '' as const, explanation: '', quote: '', quoteStatus: '' }
  try {
    const task = { documents: [document], folder, checkName, checkDescription, languageName }
    const { review } = await askReviewer(target, task, signal)
    const [quote] = checkQuotes(review.citations, [
      { documentId: document, document: await read(join(folder, document)) },
    ])
    const isDecided = review.result !== 'not_evaluated'
    return {
      ...empty,
      verdict: isDecided ? review.result : '',
      confidence: isDecided ? review.confidence : undefined,
      explanation: review.explanation,
      quote: quote?.quote ?? '',
      quoteStatus: quote?.status ?? '',
      page: quote?.places[0]?.page ?? review.pageNumber,
      problem: '',
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EvalError)) throw error
    return { ...empty, problem: translate(error.sentence, language) }
  }
}

/** No person is needed where the confidence suffices and the quote stands in the document. */
function needsPerson({ verdict, confidence, quote, quoteStatus }: CheckedRow, sure: number): boolean {
  return verdict === '' || (confidence ?? 0) < sure || (quote !== '' && quoteStatus === 'not-found')
}

const HEAD =
  'document,requirement,text,verdict,confidence,needs a person,assigned to,explanation,quote,quote found,page,problem'.split(
    ',',
  )
const WIDTHS = [30, 18, 50, 9, 11, 15, 18, 60, 50, 13, 7, 30]

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
    row.problem,
  ]
}
