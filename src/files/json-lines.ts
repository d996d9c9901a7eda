import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { EvalError, message, parsedJson, stringifyJson } from '../core/index.ts'
import { refuseOtherThanFile } from './ordinary-file.ts'
import { writeError } from './write-error.ts'

/**
 * Reads a file to which lines of JSON are appended; a missing file has none. A last line that was cut off when its process was
 * killed is skipped and terminated, so that the next line starts on its own.
 *
 * @throws {EvalError} `store` for a line that does not fit the schema, `usage` for what is no file
 */
export function jsonLinesIn<Line>(file: string, schema: z.ZodType<Line>): Line[] {
  if (!existsSync(file)) return []
  refuseOtherThanFile(file)
  const lines = readFileSync(file, 'utf8').split('\n')
  if (lines.at(-1) !== '') appendFileSync(file, '\n')
  return lines.flatMap((text, index) => {
    const value = parsedJson(text)
    if (value === undefined) return []
    const line = schema.safeParse(value)
    if (line.success) return [line.data]
    throw new EvalError('store', message('{file} is broken', { file: `${file}:${index + 1}` }), {
      hint: message('It was written by another version, or by hand. Move it away.'),
      cause: line.error,
    })
  })
}

/** @throws {EvalError} `environment` when the file cannot be written */
export function addJsonLines(file: string, lines: readonly object[]): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, lines.map((line) => `${stringifyJson(line)}\n`).join(''))
  } catch (cause) {
    throw writeError(file, cause)
  }
}
