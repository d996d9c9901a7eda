import { type EvalCase, type Invocation, stringifyJson } from '../core/index.ts'
import { isObject } from '../core/basics/is-object.ts'
import { adkEvalCaseFrom, toAdkEvalCase } from './wire/adk-case.ts'
import { type ByteLine } from './kit/byte-lines.ts'
import { parseJsonLine } from './kit/source-text.ts'

/**
 * Reads a line of a `.jsonl` file with one ADK eval case per line; keys may be in snake_case or camelCase.
 *
 * @throws {EvalError} with the number of the line
 */
export function readCaseLine(line: ByteLine, file: string): EvalCase {
  return adkEvalCaseFrom(parseJsonLine(line, file), { file, lineOf: () => line.number })
}

/** Writes a case as one line without a newline, including further references, which ADK eval sets cannot hold. */
export function toCaseLine(evalCase: EvalCase): string {
  const written = toAdkEvalCase(evalCase)
  const { conversation = [] } = evalCase
  if (!isObject(written) || !conversation.some(hasOthers)) return stringifyJson(written)
  const turns: unknown = written['conversation']
  const withOthers = (Array.isArray(turns) ? (turns as unknown[]) : []).map((turn, index) => {
    const others = conversation[index]?.otherReferences
    return isObject(turn) && others !== undefined ? { ...turn, other_references: others } : turn
  })
  return stringifyJson({ ...written, conversation: withOthers })
}

function hasOthers({ otherReferences }: Invocation): boolean {
  return otherReferences !== undefined
}
