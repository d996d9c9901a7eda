import type { EvalCase } from '../core/index.ts'
import { stringifyJson } from '../core/index.ts'
import { adkEvalCaseFrom, toAdkEvalCase } from './wire/adk-case.ts'
import type { Bytes, Line } from './kit/byte-lines.ts'
import { lineBatches } from './kit/byte-lines.ts'
import { parseJsonLine } from './kit/source-text.ts'

/**
 * Cases from a `.jsonl` file with one ADK eval case per line, in either spelling of the keys. Flat in memory.
 *
 * @throws {EvalError} with the number of the line
 */
export async function* readCaseLines(bytes: Bytes, file: string): AsyncGenerator<EvalCase> {
  for await (const batch of lineBatches(bytes, file)) {
    for (const line of batch) yield readCaseLine(line, file)
  }
}

export function readCaseLine(line: Line, file: string): EvalCase {
  return adkEvalCaseFrom(parseJsonLine(line, file), { file, lineOf: () => line.number })
}

/** One case as a line, without its newline. */
export function toCaseLine(evalCase: EvalCase): string {
  return stringifyJson(toAdkEvalCase(evalCase))
}
