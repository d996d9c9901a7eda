import { dirname, basename } from 'node:path'
import { z } from 'zod'
import type { Message, ReviewTask } from '../../core/index.ts'
import { EvalError, KnowledgeBase, McpServer, message, toEnglish } from '../../core/index.ts'
import type { Document } from '../../documents/index.ts'
import type { Reviewer } from './reviewer.ts'

export type DocumentReviewerOptions = {
  readonly reviewer: Reviewer
  /** Reads a document by its path. @throws {EvalError} when it cannot be read */
  readonly read: (path: string, signal: AbortSignal) => Promise<Document>
}

/** What the agent answers to one message, as any agent may. */
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
 * The reviewing agent: it gets a task as JSON, with the fields that a suite has and full paths, and answers with a review
 * as JSON. It never sees what is expected of it.
 *
 * @example
 * const agent = documentReviewer({ reviewer: embeddedReviewer(), read: readDocument })
 * await agent('{"document_paths": ["/files/report.pdf"], "check_name": "…", "check_description": "…", "language_name": "English"}', { signal })
 */
export function documentReviewer({ reviewer, read }: DocumentReviewerOptions) {
  return async (text: string, { signal }: { readonly signal: AbortSignal }): Promise<ReviewReply> => {
    const { task, paths } = readTask(text)
    const documents = await Promise.all(paths.map((path) => readable(read(path, signal))))
    const { answer, sources, usage, dollars, modelCalls, warnings } = await reviewer.review({ task, documents }, signal)
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

/** A document that cannot be read is this review's failure, and not the end of all others. */
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
  const parsed = Input.safeParse(parseJson(text))
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** What is wrong with a document has to reach whoever reads the result. */
function warningsOf({ name, pages, warnings }: Document): readonly string[] {
  const ofPages = pages.flatMap(({ number, warnings: own }) => own.map((one) => atPage(name, number, one)))
  return [...warnings.map((one) => `${name}: ${toEnglish(one)}`), ...ofPages]
}

function atPage(name: string, page: number, warning: Message): string {
  return toEnglish(message('{name}, page {page}: {warning}', { name, page, warning: toEnglish(warning) }))
}

/** Warnings go behind the answer, which itself stays as it was written. */
function withWarnings(answer: string, warnings: readonly string[]): string {
  return warnings.length === 0 ? answer : `${answer}\n\n${warnings.map((warning) => `⚠ ${warning}`).join('\n')}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
