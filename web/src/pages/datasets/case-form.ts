import type { EvalCase } from '../../../../src/core/eval-case.ts'
import {
  type Invocation,
  type ToolCall,
  expectedCallsOf,
  responseTextOf,
  textOf,
} from '../../../../src/core/invocation.ts'
import { parseJson, stringifyJson } from '../../../../src/core/basics/json.ts'
import { type Problem, type ReadCase, problemsOf } from './case-problems.ts'
import { readAs } from '../../source/read-as.ts'
import { JsonObject, z } from '../../source/shapes.ts'

const CallForm = z.object({ name: z.string(), args: z.string() })
export type CallForm = z.infer<typeof CallForm>

const TurnForm = z.object({
  /** Identifies a turn while others are added or removed, and its original turn. */
  key: z.number(),
  user: z.string(),
  answer: z.string(),
  /** Whether calls are checked; the expected calls may be none. */
  checksCalls: z.boolean(),
  calls: z.array(CallForm),
})
export type TurnForm = z.infer<typeof TurnForm>

const ReviewForm = z.object({
  checkName: z.string(),
  checkDescription: z.string(),
  /** File names, one per line. */
  documents: z.string(),
  languageName: z.string(),
  expected: z.enum(['pass', 'fail']),
})
export type ReviewForm = z.infer<typeof ReviewForm>

/** A case as typed into its fields, which may be invalid. */
export const CaseForm = z.object({
  id: z.string(),
  turns: z.array(TurnForm),
  /** For a simulated user; undefined for a written conversation. */
  scenario: z.object({ startingPrompt: z.string(), plan: z.string() }).optional(),
  review: ReviewForm.optional(),
  appName: z.string(),
  userId: z.string(),
  state: z.string(),
  finalState: z.string(),
  category: z.string(),
  metadata: z.string(),
})
export type CaseForm = z.infer<typeof CaseForm>

/** The names that agents see where a case has none. */
export const defaultSession = { appName: 'EvaluationGenerator', userId: 'test_user_id' } as const

export const emptyCase: EvalCase = { id: '', conversation: [{ userContent: { role: 'user', parts: [] } }] }

export function formOf(evalCase: EvalCase): CaseForm {
  const { id, conversation = [], scenario, review, session, finalSessionState, metadata } = evalCase
  const { category, others } = splitMetadata(metadata)
  return {
    id,
    turns: review === undefined ? conversation.map(turnForm) : [],
    ...(scenario !== undefined && { scenario: { startingPrompt: scenario.startingPrompt, plan: scenario.plan } }),
    ...(review !== undefined && { review: { ...review, documents: review.documents.join('\n') } }),
    appName: session?.appName ?? '',
    userId: session?.userId ?? '',
    state: objectText(session?.state),
    finalState: objectText(finalSessionState),
    category,
    metadata: objectText(others),
  }
}

function turnForm(invocation: Invocation, key: number): TurnForm {
  return {
    key,
    user: textOf(invocation.userContent) ?? '',
    answer: responseTextOf(invocation) ?? '',
    checksCalls: invocation.steps !== undefined,
    calls: expectedCallsOf(invocation).map(callForm),
  }
}

function callForm({ name, args }: ToolCall): CallForm {
  return { name, args: args === undefined ? '' : stringifyJson(args) }
}

function splitMetadata(metadata: EvalCase['metadata']) {
  if (typeof metadata?.['category'] !== 'string') return { category: '', others: metadata }
  const { category, ...others } = metadata
  return { category, others }
}

function objectText(value: JsonObject | undefined): string {
  return value === undefined || Object.keys(value).length === 0 ? '' : stringifyJson(value, 2)
}

/** Builds the case from its fields; parts without a field are taken from `base`. */
export function caseOfForm(form: CaseForm, base: EvalCase, otherIds: ReadonlySet<string>): ReadCase {
  const problems: Problem[] = []
  const objectIn = (field: string, text: string) => readObject(field, text, problems)
  const { conversation = [], scenario, session, finalSessionState: _, metadata: __, review, ...others } = base
  const finalState = objectIn('finalState', form.finalState)
  const metadata = metadataOf(form, objectIn('metadata', form.metadata))
  const evalCase: EvalCase = {
    ...others,
    id: form.id.trim(),
    ...(form.scenario !== undefined && { scenario: { ...scenario, ...form.scenario } }),
    ...(form.scenario === undefined &&
      form.review === undefined && {
        conversation: form.turns.map((turn, at) => readTurn(turn, conversation[turn.key], `turns.${at}`, objectIn)),
      }),
    ...(form.review !== undefined && review !== undefined && { review: { ...review, ...reviewOf(form.review) } }),
    ...sessionOf(form, session, objectIn('state', form.state)),
    ...(finalState !== undefined && { finalSessionState: finalState }),
    ...(metadata !== undefined && { metadata }),
  }
  return {
    evalCase: problems.length === 0 ? evalCase : undefined,
    problems: [...problems, ...problemsOf(evalCase, otherIds)],
  }
}

type ReadObject = (field: string, text: string) => JsonObject | undefined

function readTurn(turn: TurnForm, before: Invocation | undefined, field: string, objectIn: ReadObject): Invocation {
  const { finalResponse: _, steps: __, ...others } = before ?? { userContent: {} }
  const finalResponse = answerOf(turn, before)
  const steps = turn.checksCalls ? stepsOf(turn, before, field, objectIn) : undefined
  return {
    ...others,
    userContent: userContentOf(turn, before),
    ...(finalResponse !== undefined && { finalResponse }),
    ...(steps !== undefined && { steps }),
  }
}

function userContentOf({ user }: TurnForm, before: Invocation | undefined): Invocation['userContent'] {
  if (before !== undefined && textOf(before.userContent) === user) return before.userContent
  const media = before?.userContent.parts?.filter(({ text }) => text === undefined) ?? []
  return { role: 'user', ...before?.userContent, parts: [{ text: user }, ...media] }
}

function answerOf({ answer }: TurnForm, before: Invocation | undefined): Invocation['finalResponse'] {
  if (before !== undefined && (responseTextOf(before) ?? '') === answer) return before.finalResponse
  if (answer === '') return undefined
  const media = before?.finalResponse?.parts?.filter(({ text }) => text === undefined) ?? []
  return { role: 'model', ...before?.finalResponse, parts: [{ text: answer }, ...media] }
}

function stepsOf(
  { calls }: TurnForm,
  before: Invocation | undefined,
  field: string,
  objectIn: ReadObject,
): NonNullable<Invocation['steps']> {
  const callsBefore = expectedCallsOf(before)
  const toolCalls = calls.map(({ name, args }, at): ToolCall => {
    const known = callsBefore[at]
    if (known !== undefined && known.name === name && callForm(known).args === args) return known
    const read = objectIn(`${field}.calls.${at}.args`, args)
    return { name: name.trim(), ...(read !== undefined && { args: read }) }
  })
  const unchanged = toolCalls.length === callsBefore.length && toolCalls.every((call, at) => call === callsBefore[at])
  if (unchanged && before?.steps !== undefined) return before.steps
  const lists = before?.steps?.form === 'lists' ? before.steps : { toolResponses: [], responses: [] }
  return { ...lists, form: 'lists', toolCalls }
}

function reviewOf({ documents, ...review }: ReviewForm) {
  const names = documents.split('\n').map((name) => name.trim())
  return { ...review, documents: names.filter((name) => name !== '') }
}

function sessionOf(
  { appName, userId }: CaseForm,
  before: EvalCase['session'],
  state: JsonObject | undefined,
): Pick<EvalCase, 'session'> {
  if (state === undefined && appName === '' && userId === '' && before === undefined) return {}
  const { state: _, ...others }: NonNullable<EvalCase['session']> = before ?? defaultSession
  const names = { appName: appName || defaultSession.appName, userId: userId || defaultSession.userId }
  return { session: { ...others, ...names, ...(state !== undefined && { state }) } }
}

function metadataOf({ category }: CaseForm, others: JsonObject | undefined): JsonObject | undefined {
  if (category === '') return others
  return { category, ...others }
}

function readObject(field: string, text: string, problems: Problem[]): JsonObject | undefined {
  if (text.trim() === '') return undefined
  try {
    const read = readAs(JsonObject, parseJson(text))
    if (read.success) return read.data
    problems.push({ field, kind: 'notAnObject' })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    problems.push({ field, kind: 'notJson' })
  }
  return undefined
}
