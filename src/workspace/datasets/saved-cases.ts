import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentReview, Override } from '../../packs/review/document-review.ts'
import { EvalError, message, parseJson, stringifyJson, parsedJson } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { atomicWrite } from '../../files/index.ts'
import { writeReviewSuite } from '../../packs/review/formats/review-suite.ts'
import type { DocumentRepository, StoredDocument } from '../documents/document-repository.ts'
import { isPathInside } from '../../files/path-inside.ts'

/** The suite in the project that decided reviews are added to. */
const suiteFile = 'reviews/suite.json'

export type SavedCase = { readonly file: string; readonly caseId: string; readonly cases: number }

/**
 * Adds a decided review to the project's suite, with a copy of its documents. A review that was added before replaces its
 * former case.
 *
 * @throws {EvalError} `format` when the file is no suite
 */
export async function saveAsCase(
  decided: DocumentReview & { readonly override: Override },
  {
    repository,
    documents,
    project,
  }: {
    readonly repository: DocumentRepository
    readonly documents: readonly StoredDocument[]
    readonly project: string
  },
): Promise<SavedCase> {
  const caseId = `review-${decided.reviewId}`
  const fixtures = await folderIn(project, ['reviews', 'fixtures'])
  const before = await casesIn(join(project, suiteFile))
  await Promise.all(
    documents.map(async ({ file }) =>
      atomicWrite(join(fixtures, file), await readFile(join(repository.folder, file)), { replacesLinks: true }),
    ),
  )
  const others = before.filter((one) => !isObject(one) || one['name'] !== caseId)
  const cases = [...others, caseOf(caseId, decided, documents)]
  await atomicWrite(join(project, suiteFile), `${stringifyJson(cases, 2)}\n`, { replacesLinks: true })
  return { file: suiteFile, caseId, cases: cases.length }
}

/** Creates the folder where needed. @throws {EvalError} `usage` when a link leads out of the project */
async function folderIn(project: string, names: readonly string[]): Promise<string> {
  let folder = project
  for (const name of names) {
    folder = join(folder, name)
    await mkdir(folder, { recursive: true })
    if (await isPathInside(folder, project)) continue
    throw new EvalError('usage', message('{file} lies outside of the project and is not written', { file: name }), {
      hint: message('It is a link. Put a folder in its place.'),
    })
  }
  return folder
}

/** Reads the cases without interpreting them, so that fields added by hand are kept. */
async function casesIn(file: string): Promise<readonly unknown[]> {
  if (!existsSync(file)) return []
  const cases = parsedJson(await readFile(file, 'utf8'))
  if (Array.isArray(cases)) return cases
  throw new EvalError('format', message('{file} is no list of cases', { file: suiteFile }), {
    hint: message('Move it away, or mend it: cases are added to it.'),
  })
}

function caseOf(
  caseId: string,
  decided: DocumentReview & { readonly override: Override },
  documents: readonly StoredDocument[],
): unknown {
  const { review, override } = decided
  const confidence = review.result === 'not_evaluated' ? undefined : review.confidence
  const written = writeReviewSuite([
    {
      id: caseId,
      review: {
        documents: documents.map(({ file }) => file),
        folder: '',
        checkName: decided.checkName,
        checkDescription: decided.checkDescription,
        languageName: decided.languageName,
        expected: override.verdict,
      },
      metadata: {
        documents: documents.map(({ name }) => name),
        decision: decisionOn(review, override),
        decided_at: override.createdAt,
        ...(override.comment !== undefined && { comment: override.comment }),
        reviewer: decided.reviewer,
        reviewed: { result: review.result, ...(confidence !== undefined && { confidence }) },
      },
    },
  ])
  return (parseJson(written) as readonly unknown[])[0] // it was one case a line ago
}

/** Where the reviewer gave no verdict, the person decided alone. */
function decisionOn({ result }: DocumentReview['review'], { verdict }: Override): string {
  if (result === 'not_evaluated') return 'decided'
  return verdict === result ? 'confirmed' : 'overridden'
}
