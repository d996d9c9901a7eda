import { stringifyJson, toolResponsesOf, type Invocation, type Transcript } from '../core/index.ts'
import { jsonLeaves } from '../core/basics/json-leaves.ts'
import {
  answerOf,
  callsMade,
  inAnswers,
  inResults,
  withTurn,
  type ChangedText,
  type Mutant,
  type MutationOperator,
} from './operator.ts'

/** Operators that plant faults in the use of evidence: results of tools, quotes, pages, sections. */
export const evidenceOperators: readonly MutationOperator[] = [
  {
    id: 'error-ignored',
    plants: 'a tool failed, and the agent goes on as if it had not',
    mutants: (transcript) =>
      inResults(transcript, ({ name }) => [
        { response: { error: 'The service is not available' }, change: `${name} failed` },
      ]),
  },
  {
    id: 'result-misread',
    plants: 'the answer has another value than the tool gave back',
    *mutants(transcript) {
      const values = transcript.invocations.flatMap((one) =>
        toolResponsesOf(one).flatMap(({ response }) => jsonLeaves(response).map(String)),
      )
      yield* inAnswers(transcript, (text) => misread(text, [...new Set(values)]))
    },
  },
  {
    id: 'stop-before-call',
    plants: 'the agent stops before its last call',
    *mutants(transcript) {
      const turn = transcript.invocations.findLastIndex((one) => callsMade(one).length > 0)
      const invocation = transcript.invocations[turn]
      if (invocation === undefined) return
      const { finalResponse: _, ...others } = withoutLastCall(invocation)
      const invocations = [...transcript.invocations.slice(0, turn), others]
      const change = `without ${callsMade(invocation).at(-1)?.name ?? ''} and what follows`
      yield { transcript: { ...transcript, invocations }, place: `turn ${turn + 1}`, change }
    },
  },
  {
    id: 'quote-altered',
    plants: 'a review quotes what does not stand there',
    mutants: (transcript) => inReviews(transcript, /"(?:quote|text)"\s*:\s*"((?:[^"\\]|\\.){8,2000})"/g, alteredQuote),
  },
  {
    id: 'page-altered',
    plants: 'a review names another page',
    mutants: (transcript) =>
      inReviews(transcript, /"(?:pageNumber|page)"\s*:\s*(\d{1,4})/g, (page) => `${Number(page) + 1}`),
  },
  {
    id: 'other-section',
    plants: 'the answer points to another section than the one it was made from',
    *mutants(transcript) {
      for (const [turn, invocation] of transcript.invocations.entries()) {
        const { citations = [] } = invocation
        for (const [index, citation] of citations.entries()) {
          const { heading, text, file } = citation
          const other = citations.find((one) => one.heading !== heading || one.file !== file)
          const changed = {
            ...citation,
            heading: other?.heading ?? 'Appendix',
            text: other?.text ?? text.split(' ').toReversed().join(' '),
            ...(other?.file !== undefined && { file: other.file }),
          }
          const mutant = { ...invocation, citations: citations.with(index, changed) }
          const change = `${heading ?? '–'} → ${changed.heading}`
          yield {
            transcript: withTurn(transcript, turn, mutant),
            place: `turn ${turn + 1}, citation ${index + 1}`,
            change,
          }
        }
      }
    },
  },
]

function* misread(text: string, values: readonly string[]): Generator<ChangedText> {
  for (const value of values) {
    const at = text.indexOf(value)
    if (value.length < 2 || value.length > 60 || at === -1 || isWithinWord(text, at, value.length)) continue
    const other = otherValue(value, values)
    if (other === undefined) continue
    yield { text: text.slice(0, at) + other + text.slice(at + value.length), change: `${value} → ${other}` }
  }
}

function isWithinWord(text: string, at: number, length: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') || /[\p{L}\p{N}]/u.test(text[at + length] ?? '')
}

function otherValue(value: string, values: readonly string[]): string | undefined {
  if (/^-?\d{1,9}(?:\.\d{1,6})?$/.test(value)) {
    const digits = value.split('.')[1]?.length ?? 0
    return (Number(value) + Math.max(1, Math.round(Math.abs(Number(value)) / 10))).toFixed(digits)
  }
  return values.find((other) => other !== value && other.length > 2 && /\p{L}/u.test(other) === /\p{L}/u.test(value))
}

function withoutLastCall(invocation: Invocation): Invocation {
  const { steps } = invocation
  const last = callsMade(invocation).at(-1)
  if (steps === undefined || last === undefined) return invocation
  if (steps.form === 'lists') {
    const toolResponses = steps.toolResponses.slice(0, steps.toolCalls.length - 1)
    return { ...invocation, steps: { ...steps, toolCalls: steps.toolCalls.slice(0, -1), toolResponses } }
  }
  const at = steps.events.findLastIndex(
    ({ content }) => content?.parts?.some(({ toolCall }) => toolCall === last) === true,
  )
  return { ...invocation, steps: { ...steps, events: steps.events.slice(0, at) } }
}

function inReviews(
  transcript: Transcript,
  pattern: RegExp,
  changed: (found: string) => string | undefined,
): Iterable<Mutant> {
  const isReview = transcript.invocations.some((one) => /"(?:result|verdict)"\s*:/.test(answerOf(one) ?? ''))
  if (!isReview) return []
  return inAnswers(transcript, function* (text) {
    for (const match of text.matchAll(pattern)) {
      const [whole, found = ''] = match
      const other = changed(found)
      if (other === undefined) continue
      const at = match.index + whole.lastIndexOf(found)
      yield {
        text: text.slice(0, at) + other + text.slice(at + found.length),
        change: `${excerptOf(found)} → ${excerptOf(other)}`,
      }
    }
  })
}

function alteredQuote(quote: string): string | undefined {
  const words = quote.split(' ')
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined || first === last) return `${quote.slice(1)}${quote.slice(0, 1)}`
  return words
    .with(0, last)
    .with(words.length - 1, first)
    .join(' ')
}

function excerptOf(text: string): string {
  return stringifyJson(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
