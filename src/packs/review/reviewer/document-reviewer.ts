import { isObject } from '../../../core/basics/is-object.ts'
import { dirname, basename } from 'node:path'
import { z } from 'zod'
import {
  type Message,
  type ReviewTask,
  EvalError,
  KnowledgeBase,
  McpServer,
  message,
  toEnglish,
  parsedJson,
} from '../../../core/index.ts'
import type { Document, DocumentImage } from '../../../documents/index.ts'
import type { Reviewer } from './reviewer.ts'
import { declinedReview, ocrWarning, unreadPages, unreadWarning } from './unread-pages.ts'

export type DocumentReviewerOptions = {
  readonly reviewer: Reviewer
  /** Reads the document at a path. @throws {EvalError} when it cannot be read */
  readonly read: (path: string, signal: AbortSignal) => Promise<Document>
  /** Draws pages that have no text, for reviewers that see images; omits pages that cannot be drawn. */
  readonly pictures?: PicturesOf
  readonly warn?: (sentence: Message) => void
}

type PicturesOf = (
  path: string,
  pages: readonly number[],
  options: { readonly signal: AbortSignal },
) => Promise<ReadonlyMap<number, DocumentImage>>

export type ReviewReply = {
  readonly response: string
  readonly toolCalls: {
    id?: string
    name: string
    args?: Record<string, unknown>
    malformed?: string
    response?: unknown
  }[]
  readonly usage?: Record<string, number>
  readonly dollars?: number
  readonly modelCalls: number
}

/**
 * Returns the reviewing agent. Its message is a task as JSON, with the fields of a suite and absolute paths; its answer
 * is a review as JSON. The task does not contain the expected result.
 *
 * @example
 * const agent = documentReviewer({ reviewer: embeddedReviewer(), read: readDocument })
 * await agent('{"document_paths": ["/files/report.pdf"], "check_name": "…", "check_description": "…", "language_name": "English"}', { signal })
 */
export function documentReviewer(options: DocumentReviewerOptions) {
  const { reviewer, read, warn } = options
  return async (text: string, { signal }: { readonly signal: AbortSignal }): Promise<ReviewReply> => {
    const { task, paths } = readTask(text)
    const documents = await Promise.all(
      paths.map(async (path) => withPictures(await readable(read(path, signal)), path, options, signal)),
    )
    const unread = unreadPages(documents, { seen: reviewer.sees })
    for (const pages of unread) warn?.(unreadWarning(pages, { seen: reviewer.sees }))
    for (const { name, pages, warnings } of documents) {
      const guessed = pages.filter(({ ocr }) => ocr !== undefined)
      if (guessed.length > 0) warn?.(ocrWarning(name, guessed))
      // The warnings can say what would make the page readable.
      if (pages.some((page) => page.unread === true)) for (const warning of warnings) warn?.(warning)
      else if (warnings.length > 0) {
        warn?.(message('{name}: --verbose shows a remark on how it was read', { name }))
      }
    }
    // The model would take pages that it cannot see for missing information, so it gets no request.
    const { answer, sources, usage, dollars, modelCalls, warnings } =
      reviewer.sees && unread.length > 0
        ? notAsked(declinedReview(unread, task.languageName))
        : await reviewer.review({ task, documents }, signal)
    for (const warning of warnings) warn?.(warning)
    return {
      response: withWarnings(answer, [...documents.flatMap(warningsOf), ...warnings.map(toEnglish)]),
      toolCalls: sources.map(({ toolUseId, toolName, input, output, status }) => ({
        ...(toolUseId !== undefined && { id: toolUseId }),
        name: toolName,
        ...(isObject(input) ? { args: input } : { malformed: JSON.stringify(input) }),
        response: { output, status },
      })),
      ...(usage !== undefined && { usage }),
      ...(dollars !== undefined && { dollars }),
      modelCalls,
    }
  }
}

function notAsked(answer: string): Awaited<ReturnType<Reviewer['review']>> {
  return { answer, sources: [], modelCalls: 0, warnings: [] }
}

/** Requests to models may not hold more images than this. */
const mostPictures = 50

/** Adds pictures of the pages whose text is missing or was recognized by OCR, if the reviewer sees images. */
async function withPictures(
  document: Document,
  path: string,
  { reviewer, pictures }: DocumentReviewerOptions,
  signal: AbortSignal,
): Promise<Document> {
  // OCR may have misread letters, so the model gets the picture too.
  const unread = document.pages.flatMap(({ number, ...page }) => (page.unread || page.ocr ? [number] : []))
  if (document.kind !== 'pdf' || !reviewer.sees || unread.length === 0 || unread.length > mostPictures) return document
  const drawn = (await pictures?.(path, unread, { signal })) ?? new Map<number, DocumentImage>()
  const pages = document.pages.map((page) => {
    const picture = drawn.get(page.number)
    return picture === undefined ? page : { ...page, picture }
  })
  return { ...document, pages }
}

/** Turns the error into one of the agent, so that it fails this review only and not the whole run. */
async function readable(reading: Promise<Document>): Promise<Document> {
  try {
    return await reading
  } catch (cause) {
    if (!(cause instanceof EvalError)) throw cause
    throw new EvalError('agent', cause.sentence, { ...(cause.hint !== undefined && { hint: cause.hint }), cause })
  }
}

const Input = z.object({
  document_paths: z.array(z.string()).min(1),
  check_name: z.string(),
  check_description: z.string(),
  language_name: z.string(),
  feedback_summary: z.string().nullish(),
  tool_configuration: z
    .object({
      knowledgeBase: z.array(KnowledgeBase).nullish(),
      codeInterpreter: z.boolean().nullish(),
      mcpConfig: z.record(z.string(), McpServer).nullish(),
    })
    .nullish(),
})

function readTask(text: string): { task: ReviewTask; paths: readonly string[] } {
  const parsed = Input.safeParse(parsedJson(text))
  if (!parsed.success) {
    throw new EvalError('agent', message('the document reviewer was not handed a review task'), {
      hint: message('It takes a JSON object with document_paths, check_name, check_description and language_name.'),
      cause: parsed.error,
    })
  }
  const { document_paths: paths, tool_configuration: tools, ...input } = parsed.data
  return {
    paths,
    task: {
      documents: paths.map((path) => basename(path)),
      folder: dirname(paths[0] ?? '.'),
      checkName: input.check_name,
      checkDescription: input.check_description,
      languageName: input.language_name,
      ...(input.feedback_summary != null && { feedbackSummary: input.feedback_summary }),
      ...(tools && {
        tools: {
          knowledgeBases: tools.knowledgeBase ?? [],
          codeInterpreter: tools.codeInterpreter ?? false,
          mcpServers: tools.mcpConfig ?? {},
        },
      }),
    },
  }
}

function warningsOf({ name, pages, warnings }: Document): readonly string[] {
  const ofPages = pages.flatMap(({ number, warnings: own, picture }) => [
    ...own.map((one) => atPage(name, number, one)),
    ...(picture === undefined ? [] : [atPage(name, number, message('the model was shown a picture of it'))]),
  ])
  return [...warnings.map((one) => `${name}: ${toEnglish(one)}`), ...ofPages]
}

function atPage(name: string, page: number, warning: Message): string {
  return toEnglish(message('{name}, page {page}: {warning}', { name, page, warning: toEnglish(warning) }))
}

function withWarnings(answer: string, warnings: readonly string[]): string {
  return warnings.length === 0 ? answer : `${answer}\n\n${warnings.map((warning) => `⚠ ${warning}`).join('\n')}`
}
