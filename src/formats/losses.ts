import { type Dataset, type EvalCase, type JsonObject, type Message, message } from '../core/index.ts'

/** A part of a case that a format cannot hold. */
export type Loss = {
  readonly of: (evalCase: EvalCase) => boolean
  readonly say: (n: number) => Message
}

/** Returns a message for each loss with the number of cases that it affects. */
export function losses(cases: readonly EvalCase[], all: readonly Loss[]): readonly Message[] {
  return all.flatMap(({ of, say }) => {
    const n = cases.filter(of).length
    return n === 0 ? [] : [say(n)]
  })
}

/** Only review suites can hold reviews. */
export const reviewLoss: Loss = {
  of: ({ review }) => review !== undefined,
  say: (n) => message('{n} {n|case|cases} without the review', { n }),
}

const referencesLoss: Loss = {
  of: ({ conversation = [] }) => conversation.some(({ otherReferences }) => otherReferences !== undefined),
  say: (n) => message('{n} {n|case|cases} with the first of several references only', { n }),
}

/** Losses of formats that keep everything else of a case. */
export function caseLosses(cases: readonly EvalCase[]): readonly Message[] {
  return losses(cases, [reviewLoss, referencesLoss])
}

export function evaluatorLosses(evaluators: readonly JsonObject[] = []): readonly Message[] {
  const n = evaluators.length
  return n === 0 ? [] : [message('{n} {n|evaluator|evaluators} of the experiment left out', { n })]
}

/** Losses of JSON lines, which cannot hold the fields of the set. */
export function setLosses({ name, description, createdAt }: Omit<Dataset, 'cases'>): readonly Message[] {
  const lost = [name && 'name', description && 'description', createdAt && 'creation_timestamp'].filter(Boolean)
  return lost.length === 0
    ? []
    : [message('the set itself is left out: {fields}', { fields: ['eval_set_id', ...lost].join(', ') })]
}

/** Losses of formats that hold one question and one answer per case. */
export const commonLosses: readonly Loss[] = [
  {
    of: (evalCase) => !hasConversation(evalCase),
    say: (n) => message('{n} {n|case|cases} without a written conversation left out', { n }),
  },
  {
    of: ({ conversation = [] }) => conversation.length > 1,
    say: (n) => message('{n} {n|case|cases} cut to the first exchange', { n }),
  },
  reviewLoss,
  referencesLoss,
  { of: hasRubrics, say: (n) => message('{n} {n|case|cases} without the rubrics', { n }) },
  {
    of: hasMoreThanText,
    say: (n) => message('{n} {n|case|cases} with text only, without media and intermediate responses', { n }),
  },
]

export function hasConversation({ conversation = [] }: EvalCase): boolean {
  return conversation.length > 0
}

function hasRubrics({ rubrics, conversation = [] }: EvalCase): boolean {
  return rubrics !== undefined || conversation.some((invocation) => invocation.rubrics !== undefined)
}

function hasMoreThanText({ conversation = [] }: EvalCase): boolean {
  return conversation.some(({ userContent, finalResponse, steps }) => {
    const parts = [...(userContent.parts ?? []), ...(finalResponse?.parts ?? [])]
    const isMore = parts.some(({ toolCall, toolResponse, media, extra }) => toolCall ?? toolResponse ?? media ?? extra)
    const hasTexts = steps?.form === 'lists' ? steps.responses.length > 0 : (steps?.events.length ?? 0) > 0
    return isMore || hasTexts
  })
}
