import { type Invocation, type ToolCall, textOf, toolCallsOf } from '../../core/index.ts'
import { jsonLeaves } from '../../core/basics/json-leaves.ts'
import { agentSteps } from '../shared/agent-steps.ts'
import { type ArgumentPath, valuesAt } from './argument-path.ts'
import { toolResponseTo } from '../shared/tool-steps.ts'

type ToolResult = { readonly tool: string; readonly response: unknown }

export type HistoricCall = {
  readonly call: ToolCall
  /** The user's messages so far. */
  readonly texts: readonly string[]
  readonly earlier: readonly ToolResult[]
}

/**
 * Returns the calls of a conversation, each with what came before it. Lists do not record the order of calls and
 * results, so each result is assumed to be there before the next call.
 *
 * @returns undefined for an exchange whose calls are unknown
 */
export function callHistory(invocations: readonly Invocation[]): readonly (readonly HistoricCall[] | undefined)[] {
  const texts: string[] = []
  const earlier: ToolResult[] = []
  return invocations.map((invocation) => {
    texts.push(textOf(invocation.userContent) ?? '')
    if (toolCallsOf(invocation) === undefined) return undefined
    const said = [...texts]
    const responseTo = toolResponseTo(invocation)
    return callsInSteps(invocation).flatMap(({ calls, together }) => {
      const before = [...earlier]
      return calls.map((call) => {
        const made = { call, texts: said, earlier: together ? before : [...earlier] }
        earlier.push({ tool: call.name, response: responseTo(call)?.response })
        return made
      })
    })
  })
}

/** Calls of the same event were made at once, so none knows the result of another. */
function callsInSteps(invocation: Invocation) {
  const together = invocation.steps?.form === 'events'
  return agentSteps(invocation, { adkCompat: false }).map(({ calls }) => ({ calls, together }))
}

/** Returns the values at `path` in the last result of `from`; without `from` every earlier message and result. */
export function sourcesOf(
  { texts, earlier }: HistoricCall,
  from: string | undefined,
  path: ArgumentPath | undefined,
): readonly unknown[] {
  if (from === undefined) return [...texts, ...earlier.map(({ response }) => response)]
  const response = earlier.findLast(({ tool }) => tool === from)?.response
  return path === undefined ? [response] : valuesAt(response, path)
}

/** Returns true when an argument may come from a result that is unknown. */
export function isResultUnknown({ earlier }: HistoricCall, from: string | undefined): boolean {
  const possible = from === undefined ? earlier : earlier.filter(({ tool }) => tool === from).slice(-1)
  return possible.some(({ response }) => response === undefined)
}

/** Returns true when each text and number of a value occurs in the sources, as a value or as words of a text. */
export function standsIn(sources: readonly unknown[], value: unknown): boolean {
  const leaves = jsonLeaves(sources)
  return jsonLeaves(value).every((leaf) => leaves.some((source) => isWordOf(source, leaf)))
}

/** A dash may continue an id, and a point a number. */
const goesOnBefore = /(?:[\p{L}\p{N}_-]|\p{N}[.,])$/u
const goesOnAfter = /^(?:[\p{L}\p{N}_-]|[.,]\p{N})/u
const unspacedLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

function isWordOf(source: string | number, leaf: string | number): boolean {
  const [text, word] = [String(source), String(leaf)]
  if (text === word || word === '') return true
  if (typeof source === 'number') return typeof leaf === 'string' && Number(leaf) === source
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    const isWhole =
      !goesOnBefore.test(text.slice(Math.max(0, at - 2), at)) && !goesOnAfter.test(text.slice(end, end + 2))
    if (isWhole || unspacedLetter.test(word)) return true
  }
  return false
}
