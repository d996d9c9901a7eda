import { message, type EvidencePiece, type Message, type ReviewSource, type Usage } from '../../../core/index.ts'
import type { Document, DocumentImage } from '../../../documents/index.ts'
import { askAsAgent, costOf, type LanguageModel, type ModelMessage, type ModelReply } from '../../../models/index.ts'
import { fence, makeMark } from '../../../text/index.ts'
import { checkCustomPrompt, customPrompt } from './prompts/custom-prompt.ts'
import {
  type PromptRequest,
  documentPromptWithCitations,
  documentPromptWithExtractedText,
  fenceSection,
  imagePrompt,
} from './prompts/review-prompts.ts'
import type { Reviewer, ReviewRequest } from './reviewer.ts'
import type { ReviewTool, ToolBox } from './tools/review-tool.ts'
import { useTool } from './tools/use-tool.ts'

export type ModelReviewerOptions = {
  readonly model: LanguageModel
  readonly tools: ToolBox
  /** Uniform in [0, 1) and unpredictable, because the fence marks around the documents come from it. */
  readonly random: () => number
  /** If false, the review has `extractedText` instead of citations. */
  readonly citations?: boolean
  /** Custom instructions that replace the built-in ones; `checkCustomPrompt` says what they may contain. */
  readonly instructions?: string
  /** Number of rounds of tool calls before the model must answer (default 8). */
  readonly maxToolRounds?: number
  /** Milliseconds that one tool call may take (default 60,000). */
  readonly toolLimitMs?: number
}

/**
 * Returns a reviewer that asks a language model, which may call tools first. The answer is the model's last reply,
 * unchanged even if it cannot be parsed.
 *
 * @throws {EvalError} `config` when the instructions cannot be used
 */
export function modelReviewer(options: ModelReviewerOptions): Reviewer {
  const { model, tools: toolBox, instructions } = options
  if (instructions !== undefined) checkCustomPrompt(instructions)
  return {
    id: model.id,
    sees: true,
    async review(request, signal) {
      const open = await toolBox(request.task.tools, signal)
      try {
        const { warnings, ...answer } = await converse(request, open.tools, { ...options, signal })
        return { ...answer, warnings: [...open.warnings, ...warnings] }
      } finally {
        await open.close()
      }
    },
  }
}

type Conversation = ModelReviewerOptions & { readonly signal: AbortSignal }

async function converse(request: ReviewRequest, tools: readonly ReviewTool[], options: Conversation) {
  const { model, maxToolRounds = 8, toolLimitMs = 60_000, signal } = options
  const mark = makeMark(options.random)
  const system = systemPrompt(request, { task: request.task, tools, mark }, options)
  const messages: ModelMessage[] = [documentMessage(request.documents, mark)]
  const sources: ReviewSource[] = []
  const replies: ModelReply[] = []
  for (let round = 0; ; round += 1) {
    const reply = await askAsAgent(model, { system, messages, tools, temperature: 0 }, signal)
    replies.push(reply)
    const calls = reply.toolCalls ?? []
    if (calls.length === 0 || round > maxToolRounds)
      return { ...answerFrom(replies, sources), ...priceOf(model.id, replies) }
    messages.push({ role: 'assistant', text: reply.text, toolCalls: calls })
    if (round === maxToolRounds) {
      messages.push(...calls.map((call) => ({ role: 'tool' as const, text: noMoreTools, call, failed: true })))
      continue
    }
    const uses = await Promise.all(calls.map((call) => useTool(call, tools, { signal, limitMs: toolLimitMs })))
    sources.push(...uses.map(({ source }) => source))
    messages.push(
      ...uses.map(({ call, text, failed }) => ({
        role: 'tool' as const,
        text: fence([{ label: call.name, text }], mark),
        call,
        failed,
      })),
    )
  }
}

const noMoreTools = 'No more tools can be called in this review. Answer now, with what you have.'

function systemPrompt(
  { documents }: ReviewRequest,
  request: PromptRequest,
  { model, citations = true, instructions }: ModelReviewerOptions,
): string {
  const seen = documents.some(({ kind }) => kind === 'image') || documents.every(isPictured)
  if (instructions !== undefined) {
    return `${customPrompt(instructions, request)}\n\n${fenceSection(request, seen ? 'images' : 'documents')}`
  }
  if (seen) return imagePrompt({ ...request, modelId: model.id })
  return citations ? documentPromptWithCitations(request) : documentPromptWithExtractedText(request)
}

function isPictured({ pages }: Document): boolean {
  return pages.every(({ text, picture }) => picture !== undefined || text.trim() === '')
}

/**
 * Puts all documents into one message: fenced texts, page by page, then a list of the images with their index. A page
 * that has text and a picture is in both parts.
 */
function documentMessage(documents: readonly Document[], mark: string): ModelMessage {
  const images = documents.flatMap(imagesOf)
  const texts = documents.flatMap((document) => (document.kind === 'image' ? [] : pagesOf(document)))
  const list: EvidencePiece[] =
    images.length === 0
      ? []
      : [{ label: 'the images that follow', text: images.map(({ name }, index) => `${index}: ${name}`).join('\n') }]
  return {
    role: 'user',
    text: fence([...texts, ...list], mark),
    ...(images.length > 0 && { images: images.map(({ image }) => image) }),
  }
}

function imagesOf(document: Document): readonly { readonly name: string; readonly image: DocumentImage }[] {
  const { name, pages } = document
  if (document.kind === 'image') return [{ name, image: document.image }]
  return pages.flatMap(({ number, picture }) =>
    picture === undefined ? [] : [{ name: `${name}, page ${number}`, image: picture }],
  )
}

function pagesOf({ name, pages }: Document): readonly EvidencePiece[] {
  return pages.map(({ number, text, picture }) => ({
    label: `${name}, page ${number}`,
    text: picture === undefined ? text : [text, '[the page is among the images that follow]'].join('\n').trim(),
  }))
}

function answerFrom(replies: readonly ModelReply[], sources: readonly ReviewSource[]) {
  const last = replies.at(-1)
  const usage = sumOf(replies.flatMap((reply) => reply.usage ?? []))
  const warnings: readonly Message[] =
    last?.finishReason === 'length' ? [message('the model’s answer was cut off at its limit of tokens')] : []
  return {
    answer: last?.text ?? '',
    sources,
    ...(usage !== undefined && { usage }),
    modelCalls: replies.reduce((sum, { calls }) => sum + calls, 0),
    warnings,
  }
}

/** The sum is unknown if the price of any reply is. */
function priceOf(modelId: string, replies: readonly ModelReply[]): { readonly dollars?: number } {
  const prices = replies.flatMap(({ usage }) => costOf(modelId, usage) ?? [])
  return prices.length < replies.length ? {} : { dollars: prices.reduce((sum, price) => sum + price, 0) }
}

/** Sums each counter over the replies; a counter that any reply lacks is left out. */
function sumOf(usages: readonly Usage[]): Usage | undefined {
  const [first, ...rest] = usages
  if (first === undefined) return undefined
  return rest.reduce<Usage>((sum, usage) => {
    const keys = (Object.keys(sum) as (keyof Usage)[]).filter((key) => usage[key] !== undefined)
    return Object.fromEntries(keys.map((key) => [key, (sum[key] ?? 0) + (usage[key] ?? 0)]))
  }, first)
}
