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
  /** The reviewer states that it cannot decide, and why. */
  | ({ readonly status: 'declined'; readonly reason: Message } & DeclinedReview)
  | { readonly status: 'invalid-output'; readonly reason: Message }

type DeclinedReview = {
  readonly review: UndecidedReview
  /** For people to read: `report.pdf p. 1–3`. */
  readonly unreadPages: string
}

/**
 * Reads a review from an agent's answer: the JSON between `<<JSON_START>>` and `<<JSON_END>>`, or else the object with
 * a result. Keys may be in camelCase or snake_case. The result must be `pass`, `fail` or `not_evaluated` (the reviewer
 * cannot decide); an answer without one is invalid, as is one that points outside of an image or at a missing image.
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

/** Explains why a box or image index is invalid. Boxes are on a scale of 0 to 1000 from the upper left corner. */
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

/** The bundled reviewer lists the unread pages; others only describe them. */
function declined(object: JsonObject): ReadReview {
  const unreadPages = textIn(object['unreadPages'] ?? object['unread_pages']).trim()
  const { confidence: _none, ...review } = reviewFrom(object, 'not_evaluated')
  const reason =
    unreadPages === ''
      ? message('Needs a person: {reason}', { reason: review.explanation.trim().slice(0, 500) || '–' })
      : message('Needs a person: the reviewer could not read {pages}', { pages: unreadPages.slice(0, 300) })
  return { status: 'declined', reason, review, unreadPages }
}

/** Returns the warnings after the answer, one per line, as the bundled reviewer writes them: `⚠ report.pdf: …`. */
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

/** Some agents put their answer under `response`, as an object or as text. */
function reviewsInResponse({ value }: FoundObject): readonly JsonObject[] {
  const { response } = objectIn(value) ?? {}
  return typeof response === 'string' ? reviewObjects(response) : reviewIn(response)
}

function reviewIn(value: unknown): readonly JsonObject[] {
  const read = objectIn(value)
  return read !== undefined && 'result' in read ? [read] : []
}

/** Returns the texts between the markers. Markers inside a review are quotations and do not count. */
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

// More than any review needs; only the end of a longer answer is read.
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

/** Older reviewers write `extractedText`, a text or a list, instead of citations. */
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

// Parsed without schemas, because the web page uses this code and does not load them.
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
