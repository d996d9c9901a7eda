import { isObject } from '../../core/basics/is-object.ts'
import { shallowJson } from '../json-copy.ts'
import type { Told } from './framework.ts'
import { fieldOf, instructionsIn, listField } from './shape.ts'

/** Merges requests to a model: instructions of the last one, and tools of all. */
export function toldInAll(requests: readonly Told[string][]): Told[string] | undefined {
  const last = requests.at(-1)
  if (last === undefined) return undefined
  const known = requests.flatMap(({ toolDeclarations }) => (toolDeclarations === undefined ? [] : [toolDeclarations]))
  const byName = new Map(known.flat().map((tool) => [JSON.stringify(tool), tool]))
  return { instructions: last.instructions, toolDeclarations: known.length === 0 ? undefined : [...byName.values()] }
}

/** Joins the system messages; an empty text without any. */
export function systemWords(messages: readonly unknown[]): string {
  const told = messages.filter((message) => /^(system|developer)$/.test(String(fieldOf(message, 'role'))))
  return told.flatMap((message) => instructionsIn(fieldOf(message, 'content')) ?? []).join('\n')
}

/**
 * Reads instructions and tools of a request's body in the format of OpenAI, Anthropic, Gemini or Bedrock.
 *
 * @returns undefined for any other value
 */
export function toldInBody(body: unknown): Told[string] | undefined {
  const sent = typeof body === 'string' ? shallowJson(body) : body
  const messages = ['messages', 'input', 'contents'].map((name) => fieldOf(sent, name)).find(Array.isArray)
  if (!isObject(sent) || (messages === undefined && typeof sent['input'] !== 'string')) return undefined
  const own = ['system', 'instructions', 'systemInstruction', 'system_instruction'].flatMap((name) => {
    const parts = fieldOf(sent[name], 'parts')
    return instructionsIn(Array.isArray(parts) ? parts : sent[name]) ?? []
  })
  const system = systemWords(messages ?? [])
  return {
    instructions: [...own, ...(system === '' ? [] : [system])].join('\n'),
    toolDeclarations: [...listField(sent, 'tools'), ...listField(sent['toolConfig'], 'tools')].flatMap(functionsIn),
  }
}

/** Gemini nests functions one level deeper, and Bedrock nests each tool. */
function functionsIn(tool: unknown): readonly unknown[] {
  const functions = fieldOf(tool, 'functionDeclarations') ?? fieldOf(tool, 'function_declarations')
  return Array.isArray(functions) ? functions : [fieldOf(tool, 'toolSpec') ?? tool]
}
