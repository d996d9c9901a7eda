import { type Invocation, type ToolCall, textOf, toolCallsOf } from '../../core/index.ts'
import { jsonLeaves } from '../../core/basics/json-leaves.ts'
import { agentSteps } from '../shared/agent-steps.ts'
import { type ArgumentPath, valuesAt } from './argument-path.ts'
import { toolResponseTo } from '../shared/tool-steps.ts'

/** What a tool gave back; undefined where nobody knows it. */
type ToolResult = { readonly tool: string; readonly response: unknown }

/** A call of a conversation, with what the agent could know when it made it. */
export type HistoricCall = {
  readonly call: ToolCall
  /** What the user had said until then. */
  readonly texts: readonly string[]
  /** The calls before it, in their order, each with its result. */
  readonly earlier: readonly ToolResult[]
}

/**
 * The calls of a conversation, each with what came before it. Of lists, which keep no order between calls and results, each
 * result is taken to be there before the next call.
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

/** Calls that were made at once know nothing of each other. */
function callsInSteps(invocation: Invocation) {
  const together = invocation.steps?.form === 'events'
  return agentSteps(invocation, { adkCompat: false }).map(({ calls }) => ({ calls, together }))
}

/** What an argument may come from: the last result of `from`, there at `path`; without `from` all that was there before. */
export function sourcesOf(
  { texts, earlier }: HistoricCall,
  from: string | undefined,
  path: ArgumentPath | undefined,
): readonly unknown[] {
  if (from === undefined) return [...texts, ...earlier.map(({ response }) => response)]
  const response = earlier.findLast(({ tool }) => tool === from)?.response
  return path === undefined ? [response] : valuesAt(response, path)
}

/** Whether a result that an argument may come from was given and is not known. */
export function isResultUnknown({ earlier }: HistoricCall, from: string | undefined): boolean {
  const possible = from === undefined ? earlier : earlier.filter(({ tool }) => tool === from).slice(-1)
  return possible.some(({ response }) => response === undefined)
}

/** Whether all texts and numbers of a value stand in the sources: as one of their values, or as words of a text. */
export function standsIn(sources: readonly unknown[], value: unknown): boolean {
  const leaves = jsonLeaves(sources)
  return jsonLeaves(value).every((leaf) => leaves.some((source) => isWordOf(source, leaf)))
}

/** An id goes on at a dash, and a number at a point. */
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
