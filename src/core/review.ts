import { z } from 'zod'
import { JsonObject } from './basics/json.ts'

/** The outcome of checking a document. `fail` is a violation, which is what a review looks for. */
export const ReviewVerdict = z.enum(['pass', 'fail'])
export type ReviewVerdict = z.infer<typeof ReviewVerdict>

/** Tells whether the documents suffice to decide, independently of the confidence: an absence can be certain. */
export const EvidenceStatus = z.enum(['sufficient', 'partial', 'insufficient'])
export type EvidenceStatus = z.infer<typeof EvidenceStatus>

/** A knowledge base that the reviewer may query; without `dataSourceIds` all of its sources. */
export const KnowledgeBase = z.object({ knowledgeBaseId: z.string(), dataSourceIds: z.array(z.string()).optional() })
export type KnowledgeBase = z.infer<typeof KnowledgeBase>

/** An MCP server, reached by `url` or started by `command`. `timeout` is in seconds. */
export const McpServer = z.object({
  url: z.string().optional(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  oauthScopes: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  timeout: z.number().optional(),
  disabled: z.boolean().optional(),
  disabledTools: z.array(z.string()).optional(),
})
export type McpServer = z.infer<typeof McpServer>

export const ReviewTools = z.object({
  knowledgeBases: z.array(KnowledgeBase),
  codeInterpreter: z.boolean(),
  mcpServers: z.record(z.string(), McpServer),
})
export type ReviewTools = z.infer<typeof ReviewTools>

/** One check to which a reviewer holds documents. */
export const ReviewTask = z.object({
  /** Names of files in `folder`. */
  documents: z.array(z.string()),
  /** Absolute path of the documents' folder. */
  folder: z.string(),
  checkName: z.string(),
  checkDescription: z.string(),
  /** The language of the answer in its own words: `English`, `日本語`. */
  languageName: z.string(),
  feedbackSummary: z.string().optional(),
  tools: ReviewTools.optional(),
})
export type ReviewTask = z.infer<typeof ReviewTask>

export const ReviewCase = ReviewTask.extend({
  expected: ReviewVerdict,
  /** Lowest and highest confidence that a good reviewer would state. */
  confidenceRange: z.tuple([z.number(), z.number()]).optional(),
  explanationKeywords: z.array(z.string()).optional(),
})
export type ReviewCase = z.infer<typeof ReviewCase>

/** Returns the case without the secrets of its tools, for storing and showing. */
export function redactSecrets<Case extends { readonly review?: ReviewCase | undefined }>(evalCase: Case): Case {
  const { review } = evalCase
  if (review?.tools === undefined) return evalCase
  const mcpServers = Object.fromEntries(
    Object.entries(review.tools.mcpServers).map(([name, server]) => [name, redactedServer(server)]),
  )
  return { ...evalCase, review: { ...review, tools: { ...review.tools, mcpServers } } }
}

function redactedServer({ headers, env, url, ...server }: McpServer): McpServer {
  return {
    ...server,
    ...(url !== undefined && { url: coveredAddress(url) }),
    ...(headers && { headers: covered(headers) }),
    ...(env && { env: covered(env) }),
  }
}

/** A query may contain a key, and so may the user part before the host. */
function coveredAddress(url: string): string {
  return url.replace(/(?<=:\/\/)[^/?#@]*@/, '***@').replace(/[?#].*$/s, '?***')
}

function covered(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, '***']))
}

/** A rectangle on an image; `coordinates` are `[x1, y1, x2, y2]` from 0 to 1000. */
export const BoundingBox = z.object({ imageIndex: z.number(), label: z.string(), coordinates: z.array(z.number()) })
export type BoundingBox = z.infer<typeof BoundingBox>

export const ReviewSource = z.object({
  toolUseId: z.string().optional(),
  toolName: z.string(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  status: z.string().optional(),
})
export type ReviewSource = z.infer<typeof ReviewSource>

export const Review = z.object({
  result: ReviewVerdict,
  /** The probability that the result is right, 0–1; absent when the reviewer's value is not a probability. */
  confidence: z.number().optional(),
  evidenceStatus: EvidenceStatus.optional(),
  explanation: z.string(),
  shortExplanation: z.string(),
  /** Counted from 1. */
  pageNumber: z.number().optional(),
  /** Word for word. */
  citations: z.array(z.string()),
  /** Counted from 0; only for images. */
  usedImageIndexes: z.array(z.number()).optional(),
  boundingBoxes: z.array(BoundingBox).optional(),
  sources: z.array(ReviewSource),
  /** The reviewer's report about itself: model, tokens, cost, warnings about documents. */
  meta: JsonObject.optional(),
})
export type Review = z.infer<typeof Review>

/** The answer of a reviewer that cannot decide; its citations are the closest passages. */
export const UndecidedReview = Review.omit({ result: true, confidence: true }).extend({
  result: z.literal('not_evaluated'),
})
export type UndecidedReview = z.infer<typeof UndecidedReview>
