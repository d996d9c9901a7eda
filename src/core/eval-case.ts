import { z } from 'zod'
import { Invocation, Rubric } from './invocation.ts'
import { JsonObject } from './basics/json.ts'
import { ReviewCase } from './review.ts'

export const PersonaBehavior = z.object({
  name: z.string(),
  description: z.string(),
  instructions: z.array(z.string()),
  violations: z.array(z.string()),
})

export const Persona = z.object({ id: z.string(), description: z.string(), behaviors: z.array(PersonaBehavior) })
export type Persona = z.infer<typeof Persona>

/** A conversation that a simulated user plays from a plan. `persona` may name a built-in one. */
export const Scenario = z.object({
  startingPrompt: z.string(),
  plan: z.string(),
  persona: z.union([z.string(), Persona]).optional(),
})
export type Scenario = z.infer<typeof Scenario>

export const Session = z.object({
  appName: z.string(),
  userId: z.string(),
  state: JsonObject.optional(),
  id: z.string().optional(),
  extra: JsonObject.optional(),
})
export type Session = z.infer<typeof Session>

/**
 * Describes one test: a written `conversation` or a `scenario` that a simulated user plays, never both. An invocation of
 * the conversation is the reference: its user content is what the agent is asked, the rest is what is expected of it. Times
 * are in seconds since 1970.
 *
 * @example
 * EvalCase.parse({
 *   id: 'capital',
 *   conversation: [
 *     { userContent: { parts: [{ text: 'Capital of France?' }] }, finalResponse: { parts: [{ text: 'Paris' }] } },
 *   ],
 * })
 */
export const EvalCase = z.object({
  id: z.string(),
  conversation: z.array(Invocation).optional(),
  scenario: Scenario.optional(),
  session: Session.optional(),
  rubrics: z.array(Rubric).optional(),
  finalSessionState: JsonObject.optional(),
  review: ReviewCase.optional(),
  /** Seconds since 1970. */
  createdAt: z.number().optional(),
  /** Further fields of the file, such as tags or table columns. */
  metadata: JsonObject.optional(),
})
export type EvalCase = z.infer<typeof EvalCase>

/** A set of cases from one file. `cases()` may be read more than once; large files are streamed each time. */
export type Dataset = {
  readonly id: string
  readonly name?: string
  readonly description?: string
  readonly createdAt?: number
  readonly cases: () => Iterable<EvalCase> | AsyncIterable<EvalCase>
}

/** Reads the tags from a JSON array or from a comma-separated table cell. */
export function tagsOf(metadata: JsonObject | undefined): readonly string[] {
  const tags = metadata?.['tags']
  if (Array.isArray(tags)) return tags.map(String)
  return typeof tags === 'string' ? tags.split(/[,;、]/).flatMap((tag) => tag.trim() || []) : []
}

/** Columns with a recorded answer, which is scored when the run has no target. A case keeps them as metadata. */
export const answerTexts: readonly string[] = ['actual_output', 'actual_answer', 'actual_response']
/** Columns with the tool calls of a recorded answer. */
export const answerCalls: readonly string[] = [
  'tools_called',
  'actual_tools',
  'actual_tool_calls',
  'actual_tools_called',
  'called_tools',
  'actual_trajectory',
  'predicted_trajectory',
]

const answerColumns = new Set([...answerTexts, ...answerCalls].map(plainColumnName))

export function isAnswerColumn(column: string): boolean {
  return answerColumns.has(plainColumnName(column))
}

/** Names of columns are compared without case, spaces, dashes and underscores. */
export function plainColumnName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}
