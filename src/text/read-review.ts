import {
  type BoundingBox,
  type EvidenceStatus,
  type JsonObject,
  type Message,
  type Review,
  type ReviewSource,
  type UndecidedReview,
  message,
  stringifyJson,
} from '../core/index.ts'
import { isObject } from '../core/basics/is-object.ts'
import { type FoundObject, objectsIn } from './relaxed-json.ts'

export type ReadReview =
  | { readonly status: 'read'; readonly review: Review }
  /** The reviewer says that it cannot tell, and why. */
  | ({ readonly status: 'declined'; readonly reason: Message } & DeclinedReview)
  | { readonly status: 'invalid-output'; readonly reason: Message }

type DeclinedReview = {
  readonly review: UndecidedReview
  /** As people read it: `report.pdf p. 1–3`. */
  readonly unreadPages: string
}

/**
 * The review in an agent's answer: the JSON between `<<JSON_START>>` and `<<JSON_END>>`, else the object that has a
 * result, with or without a fence and prose around. Names may be in camelCase or snake_case. An answer without a result
 * of `pass` or `fail` is no review; a result is never made up. A result of `not_evaluated` says that the reviewer cannot tell.
 * What points outside of an image, or at one of `images` that there is not, is no review either.
 */
export function readReview(raw: string, { images }: { readonly images?: number | undefined } = {}): ReadReview {
  const found = reviewObjects(raw)
  const [first] = found
  if (first === undefined) return invalid(message('invalid output: the answer has no JSON object with a result'))
  const results = new Set(found.map((object) => resultIn(object)))
  if (results.size > 1) return invalid(message('invalid output: the answer has results that contradict each other'))
  const object = found.at(-1) ?? first
  const result = resultIn(object)
  if (/^not[ _-]evaluated$/.test(result)) return declined(object)
  if (result !== 'pass' && result !== 'fail') {
    return invalid(
      message('invalid output: the result is {result}, and neither pass nor fail', {
        result: preview(object['result']),
      }),
    )
  }
  const review = reviewFrom(object, result)
  const problem = pointingProblem(review, images)
  return problem === undefined ? { status: 'read', review } : invalid(problem)
}

/** Why what a review points at is nowhere. Corners are on a scale from 0 to 1000, the upper left one first. */
function pointingProblem(
  { boundingBoxes = [], usedImageIndexes = [] }: Pick<Review, 'boundingBoxes' | 'usedImageIndexes'>,
  images = Infinity,
): Message | undefined {
  const outside = boundingBoxes.find(({ coordinates }) => !isRectangle(coordinates))
  if (outside !== undefined) {
    return message('invalid output: the bounding box {coordinates} is none within the image, from 0 to 1000', {
      coordinates: `[${outside.coordinates.slice(0, 8).join(', ')}]`,
    })
  }
  const used = [...usedImageIndexes, ...boundingBoxes.map(({ imageIndex }) => imageIndex)]
  const missing = used.find((index) => !isWhole(index) || index >= images)
  if (missing === undefined) return undefined
  return Number.isFinite(images)
    ? message('invalid output: there is no image {index} among {images} {images|image|images} counted from 0', {
        index: missing,
        images,
      })
    : message('invalid output: {index} is no place of an image, counted from 0', { index: missing })
}

function isRectangle([left, top, right, bottom, ...others]: readonly number[]): boolean {
  const corners = [left, top, right, bottom].flatMap((one) => one ?? [])
  if (left === undefined || top === undefined || right === undefined || bottom === undefined || others.length > 0)
    return false
  return corners.every((one) => one >= 0 && one <= 1000) && left < right && top < bottom
}

/** The reviewer that ships names the pages; others say it in their own words. */
function declined(object: JsonObject): ReadReview {
  const unreadPages = textIn(object['unreadPages'] ?? object['unread_pages']).trim()
  const { confidence: _none, ...review } = reviewFrom(object, 'not_evaluated')
  const reason =
    unreadPages === ''
      ? message('Needs a person: {reason}', { reason: review.explanation.trim().slice(0, 500) || '–' })
      : message('Needs a person: the reviewer could not read {pages}', { pages: unreadPages.slice(0, 300) })
  return { status: 'declined', reason, review, unreadPages }
}

/** What a reviewer warns of behind its answer, a line each, as the one that ships does: `⚠ report.pdf: …`. */
export function reviewWarningsIn(raw: string): readonly string[] {
  const lines = raw.slice(-longestAnswer).trimEnd().split('\n')
  const last = lines.findLastIndex((line) => !line.startsWith('⚠ '))
  return lines.slice(last + 1).map((line) => line.slice(2))
}

function reviewObjects(raw: string): readonly JsonObject[] {
  const text = raw.slice(-longestAnswer)
  const all = objectsIn(text)
  const found = all.filter(({ value }) => 'result' in value)
  if (found.length === 0) return all.flatMap(reviewsInResponse)
  const marked = markedTexts(text, found)
  const objects = marked.length > 0 ? marked.flatMap(objectsIn) : found
  return objects.flatMap(({ value }) => reviewIn(value))
}

/** Agents put what they answer under `response`, as an object or as its text. */
function reviewsInResponse({ value }: FoundObject): readonly JsonObject[] {
  const { response } = objectIn(value) ?? {}
  return typeof response === 'string' ? reviewObjects(response) : reviewIn(response)
}

function reviewIn(value: unknown): readonly JsonObject[] {
  const read = objectIn(value)
  return read !== undefined && 'result' in read ? [read] : []
}

/** What stands between the markers. A marker within a review is something that the review quotes, and marks nothing. */
function markedTexts(text: string, reviews: readonly FoundObject[]): readonly string[] {
  const texts: string[] = []
  let start: number | undefined
  let nth = 0
  for (const { 0: mark, index } of text.matchAll(/<<JSON_(?:START|END)>>/g)) {
    while (endOf(reviews[nth]) < index) nth += 1
    if ((reviews[nth]?.start ?? Infinity) < index) continue
    if (mark === '<<JSON_START>>') start ??= index + mark.length
    else if (start !== undefined) {
      texts.push(text.slice(start, index))
      start = undefined
    }
  }
  return texts
}

function endOf(object: FoundObject | undefined): number {
  return object === undefined ? Infinity : object.start + object.text.length
}

// More than any review needs; the end is what counts.
const longestAnswer = 500_000

function resultIn(object: JsonObject): string {
  const { result } = object
  return typeof result === 'string' ? result.trim().toLowerCase() : ''
}

function reviewFrom<Result extends string>(
  object: JsonObject,
  result: Result,
): Omit<Review, 'result'> & { result: Result } {
  const field = (camelCase: string) => object[camelCase] ?? object[snakeCase(camelCase)]
  const confidence = field('confidence')
  const pageNumber = field('pageNumber')
  const evidenceStatus = evidenceStatuses.find((status) => status === field('evidenceStatus'))
  const images = listOf(field('usedImageIndexes')).filter(isFiniteNumber)
  const boxes = listOf(field('boundingBoxes')).flatMap(boxIn)
  const meta = objectIn(field('reviewMeta'))
  return {
    result,
    ...(isProbability(confidence) && { confidence }),
    ...(evidenceStatus !== undefined && { evidenceStatus }),
    explanation: textIn(field('explanation')),
    shortExplanation: textIn(field('shortExplanation')),
    ...(isWhole(pageNumber) && pageNumber >= 1 && { pageNumber }),
    citations: quotesIn(field('citations'), field('extractedText')),
    ...(images.length > 0 && { usedImageIndexes: images }),
    ...(boxes.length > 0 && { boundingBoxes: boxes }),
    sources: sourcesIn(object),
    ...(meta !== undefined && { meta }),
  }
}

/** Older reviewers give `extractedText`, one text or a list, in place of citations. */
function quotesIn(citations: unknown, extractedText: unknown): string[] {
  const given = listOf(citations)
  const quotes = given.length > 0 ? given : listOf(extractedText)
  return quotes.flatMap((quote) => {
    const text = typeof quote === 'string' ? quote : objectIn(quote)?.['quote']
    return typeof text === 'string' && text.trim() !== '' ? [text] : []
  })
}

function sourcesIn(object: JsonObject): Review['sources'] {
  const details = objectIn(object['verificationDetails'])
  const sources = listOf(details?.['sourcesDetails'] ?? object['toolUsage'] ?? object['tool_usage'])
  return sources.flatMap(sourceIn)
}

// By hand and not by the schemas: the page reads reviews too, and has none.
const evidenceStatuses = ['sufficient', 'partial', 'insufficient'] as const satisfies readonly EvidenceStatus[]

function objectIn(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

function boxIn(value: unknown): readonly BoundingBox[] {
  const { label, coordinates, ...box } = objectIn(value) ?? {}
  const imageIndex = box['imageIndex'] ?? box['image_index']
  const fits = isFiniteNumber(imageIndex) && typeof label === 'string' && Array.isArray(coordinates)
  return fits && coordinates.every(isFiniteNumber) ? [{ imageIndex, label, coordinates }] : []
}

function sourceIn(value: unknown): readonly ReviewSource[] {
  const { toolUseId, toolName, input, output, status } = objectIn(value) ?? {}
  if (typeof toolName !== 'string' || !isTextOrAbsent(toolUseId) || !isTextOrAbsent(status)) return []
  return [
    {
      toolName,
      ...(toolUseId !== undefined && { toolUseId }),
      ...(input !== undefined && { input }),
      ...(output !== undefined && { output }),
      ...(status !== undefined && { status }),
    },
  ]
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? [value] : []
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isProbability(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function preview(value: unknown): string {
  const text = value === undefined ? 'nothing' : stringifyJson(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function invalid(reason: Message): ReadReview {
  return { status: 'invalid-output', reason }
}
