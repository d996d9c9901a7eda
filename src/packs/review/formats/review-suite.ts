import { dirname, join, resolve } from 'node:path'
import {
  type EvalCase,
  type JsonPath,
  type LoadedDataset,
  type McpServer,
  type Origin,
  type ReviewCase,
  type ReviewTask,
  type ReviewTools,
  ReviewVerdict,
  message,
  stringifyJson,
} from '../../../core/index.ts'
import { refuseSameIds } from '../../../formats/kit/same-ids.ts'
import { object, optional, required } from '../../../formats/kit/foreign-object.ts'
import { report } from '../../../formats/kit/foreign-reading.ts'
import {
  type Codec,
  anything,
  valueExcerpt,
  filledString,
  flag,
  jsonObject,
  list,
  mapped,
  number,
  oneOf,
  readForeign,
  record,
  string,
} from '../../../formats/kit/foreign-value.ts'
import { isObject } from '../../../core/basics/is-object.ts'

export type ReviewSuiteOptions = {
  /** Folder of the documents; defaults to `fixtures` beside the file. */
  readonly fixtures?: string | undefined
}

/**
 * Reads a review suite: an array of cases, or a single case. Documents are given by name, never by path, so a suite
 * cannot read files outside its folder.
 *
 * @throws {EvalError} `format` with file, line and case of the first problem
 */
export function reviewSuiteFrom(
  value: unknown,
  { origin, id, fixtures }: ReviewSuiteOptions & { readonly origin: Origin; readonly id: string },
): LoadedDataset {
  const folder = resolve(fixtures ?? join(dirname(origin.file), 'fixtures'))
  const isList = Array.isArray(value)
  const values: readonly unknown[] = isList ? value : [value]
  const codec = reviewCase(folder)
  const named: Origin = { ...origin, caseAt: (path) => nameOf(isList ? values[Number(path[0])] : value) }
  const cases = isList ? readForeign(list(codec), value, named) : [readForeign(codec, value, named)]
  const pathOf = (index: number): JsonPath => (isList ? [index, 'name'] : ['name'])
  refuseSameIds(cases, origin, pathOf)
  return { id, cases }
}

/** Cases that are no reviews have no place in a suite and are left out. */
export function writeReviewSuite(cases: readonly EvalCase[]): string {
  const reviews = cases.filter(({ review }) => review !== undefined)
  return `${stringifyJson(
    reviews.map((one) => reviewCase('').write(one, 'brief')),
    2,
  )}\n`
}

/** Writes the task as a message to the reviewer: a JSON object with the fields of a suite, for any program to read. */
export function toReviewInput(review: ReviewTask): string {
  const { documents, folder } = review
  const input = reviewInput.write(review, 'brief')
  return stringifyJson({ ...(isObject(input) && input), document_paths: documents.map((name) => join(folder, name)) })
}

function nameOf(value: unknown): string | undefined {
  return isObject(value) && typeof value['name'] === 'string' ? value['name'] : undefined
}

const documentName: Codec<string> = {
  read: (value, reading) => {
    const name = filledString.read(value, reading)
    if (typeof name !== 'string' || (!/[/\\\0]/.test(name) && name !== '.' && name !== '..')) return name
    return report(reading, (place) =>
      message('{place}: {name} is a path; write the name of a file in the fixtures folder', {
        place,
        name: valueExcerpt(name),
      }),
    )
  },
  write: (name) => name,
}

const documentNames: Codec<string[]> = {
  read: (value, reading) => {
    const names = list(documentName).read(value, reading)
    if (!Array.isArray(value) || value.length > 0) return names
    return report(reading, (place) => message('{place}: a review needs a document', { place }))
  },
  write: list(documentName).write,
}

const knowledgeBase = object(
  {
    knowledgeBaseId: required('knowledgeBaseId', filledString),
    dataSourceIds: optional('dataSourceIds', list(filledString)),
  },
  { unknown: 'reject' },
)

const knowledgeBases: Codec<ReviewTools['knowledgeBases']> = {
  read: (value, reading) => {
    if (!isObject(value)) return list(knowledgeBase).read(value, reading)
    return report(reading, (place) =>
      message('{place}: it is a list, even of one: [{example}]', {
        place,
        example: '{"knowledgeBaseId": "…", "dataSourceIds": null}',
      }),
    )
  },
  write: (value, style) => value.map((one) => knowledgeBase.write(one, style)),
}

const mcpServer: Codec<McpServer> = mapped(
  object(
    {
      url: optional('url', filledString),
      command: optional('command', filledString),
      args: optional('args', list(string)),
      headers: optional('headers', record(string)),
      oauthScopes: optional('oauthScopes', list(string)),
      env: optional('env', record(string)),
      timeout: optional('timeout', number),
      disabled: optional('disabled', flag),
      disabledTools: optional('disabledTools', list(string)),
    },
    { unknown: 'reject' },
  ),
  (server, reading) => {
    if ((server.url === undefined) === (server.command === undefined)) {
      return report(reading, (place) => message('{place}: a server has a "url" or a "command"', { place }))
    }
    const { timeout = 1 } = server
    if (timeout > 0 && timeout <= 3600) return server
    return report(reading, (place) => message('{place}: a server has a "timeout" of up to 3600 seconds', { place }))
  },
  (server) => server,
)

const tools: Codec<ReviewTools> = mapped(
  object(
    {
      knowledgeBases: optional('knowledgeBase', knowledgeBases),
      codeInterpreter: optional('codeInterpreter', flag),
      mcpServers: optional('mcpConfig', record(mcpServer)),
      comments: optional('_comments', anything),
    },
    { unknown: 'reject' },
  ),
  ({ knowledgeBases: bases = [], codeInterpreter = false, mcpServers = {} }): ReviewTools => ({
    knowledgeBases: bases,
    codeInterpreter,
    mcpServers,
  }),
  (given) => given,
)

const inputFields = {
  documents: required('document_paths', documentNames),
  checkName: required('check_name', filledString),
  checkDescription: required('check_description', filledString),
  languageName: required('language_name', oneOf(['English', '日本語'])),
  feedbackSummary: optional('feedback_summary', filledString),
  tools: optional('tool_configuration', tools),
  comments: optional('_comments', anything),
}
const reviewInput = object(inputFields, { unknown: 'reject' })

const confidenceRange: Codec<[number, number]> = {
  read: (value, reading) => {
    const [low = Number.NaN, high = Number.NaN, ...more] = list(number).read(value, reading) ?? []
    if (more.length === 0 && low >= 0 && low <= high && high <= 1) return [low, high]
    return report(reading, (place) =>
      message('{place}: expected two numbers from 0 to 1, the lower one first, got {actual}', {
        place,
        actual: stringifyJson(value),
      }),
    )
  },
  write: (range) => range,
}

const expectedOutput = object(
  {
    expected: required('result', oneOf(ReviewVerdict.options)),
    confidenceRange: optional('confidence_range', confidenceRange),
    explanationKeywords: optional('explanation_keywords', list(filledString)),
    comments: optional('_comments', anything),
  },
  { unknown: 'reject' },
)

/** Reads and writes one case of a suite. `_comments` are for people and are dropped. */
export function reviewCase(folder: string): Codec<EvalCase> {
  return mapped(
    object(
      {
        id: required('name', filledString),
        input: required('input', reviewInput),
        output: required('expected_output', expectedOutput),
        metadata: optional('metadata', jsonObject),
        comments: optional('_comments', anything),
      },
      { unknown: 'reject' },
    ),
    ({ id, input, output, metadata }): EvalCase => {
      const { comments: _ofInput, ...task } = input
      const { comments: _ofOutput, ...reference } = output
      const review: ReviewCase = { ...task, ...reference, folder }
      return {
        id,
        review,
        conversation: [{ userContent: { role: 'user', parts: [{ text: toReviewInput(review) }] } }],
        ...(metadata !== undefined && { metadata }),
      }
    },
    // The writer gets only cases with a review.
    ({ id, review, metadata }) => {
      const { expected, confidenceRange: range, explanationKeywords, ...input } = review as ReviewCase
      return {
        id,
        input,
        output: {
          expected,
          ...(range && { confidenceRange: range }),
          ...(explanationKeywords && { explanationKeywords }),
        },
        ...(metadata && { metadata }),
      }
    },
  )
}
