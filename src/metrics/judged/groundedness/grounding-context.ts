import { type EvalCase, type Invocation, stringifyJson, textOf } from '../../../core/index.ts'
import { instructionsOfAll, toolsOfAll } from '../../shared/agent-evidence.ts'
import { type AgentStep, wireCall, wireResponse } from '../../shared/agent-steps.ts'
import { citedPassage } from '../../shared/cited-passage.ts'
import { dialogueOf } from '../dialogue.ts'
import { escapeNonAscii } from '../../shared/python-json.ts'

export function groundingContext(
  invocation: Invocation,
  steps: readonly AgentStep[],
  before: { readonly earlier: readonly Invocation[]; readonly evalCase: EvalCase },
): readonly string[] {
  return [
    instructionsOfAll([invocation]),
    ...caseDocuments(before.evalCase),
    dialogueOf(before.earlier, { adkCompat: false }),
    textOf(invocation.userContent) ?? '',
    toolsOfAll([invocation]),
    ...steps.flatMap(stepPieces),
    ...(invocation.citations ?? []).map(citedPassage),
  ].filter((piece) => piece !== '')
}

/** Writes the context in the layout of ADK's prompt: only this turn, with non-ASCII escaped in calls and results. */
export function adkContext(invocation: Invocation, steps: readonly AgentStep[]): string {
  const tools = invocation.agents === undefined ? 'There are no tools.' : toolsOfAll([invocation])
  return [
    `Developer instructions:\n${instructionsOfAll([invocation])}\n`,
    `User prompt:\n${textOf(invocation.userContent, { thoughts: true }) ?? ''}\n`,
    `Tool definitions:\n${tools}\n`,
    ...steps.flatMap(adkStep),
  ].join('\n')
}

export function caseDocuments(evalCase: EvalCase): readonly string[] {
  const documents = evalCase.metadata?.['documents']
  if (!Array.isArray(documents)) return []
  return documents.flatMap((document: unknown) => textIn(document) ?? [])
}

function textIn(document: unknown): string | undefined {
  if (typeof document === 'string') return document
  if (typeof document !== 'object' || document === null || !('text' in document)) return undefined
  return typeof document.text === 'string' ? document.text : undefined
}

function stepPieces({ texts, calls, responses }: AgentStep): readonly string[] {
  return [
    ...texts,
    ...calls.map((call) => `tool call: ${stringifyJson(wireCall(call))}`),
    ...responses.map((response) => `tool output: ${stringifyJson(wireResponse(response))}`),
  ]
}

function adkStep({ texts, calls, responses }: AgentStep): readonly string[] {
  return [
    ...(texts.length === 0 ? [] : [`${texts.join('\n')}\n`]),
    ...(calls.length === 0 ? [] : [`tool_calls:\n${asciiJson(calls.map(wireCall))}\n`]),
    ...(responses.length === 0 ? [] : [`tool_outputs:\n${asciiJson(responses.map(wireResponse))}\n`]),
  ]
}

function asciiJson(values: readonly unknown[]): string {
  return escapeNonAscii(stringifyJson(values, 2))
}
