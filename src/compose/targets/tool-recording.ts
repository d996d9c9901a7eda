import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EvalError, message, parseJson, stringifyJson } from '../../core/index.ts'
import { refuseOtherThanFile } from '../../files/index.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import type { ToolSource } from '../../targets/environment/tool-source.ts'
import { readRecording, recordedTools } from '../../targets/environment/tool-traffic.ts'
import type { Secrets } from '../../text/secrets/secrets.ts'

const largest = 256 * 2 ** 20

/** Reads a file's text and checksum. @throws {EvalError} `config` or `format` when it is unreadable */
export function recordingText(file: string): { readonly text: string; readonly sha256: string } {
  const state = statSync(file, { throwIfNoEntry: false })
  if (state === undefined) throw new EvalError('config', message('{file}: there is no such file', { file }))
  refuseOtherThanFile(file, state)
  if (state.size > largest) {
    throw new EvalError(
      'format',
      message('{file}: more than {limit} MiB cannot be read', { file, limit: largest / 2 ** 20 }),
    )
  }
  const bytes = readFileSync(file)
  return { text: decodeText(bytes, file), sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** A mistyped name must not overwrite a file that is no recording. */
export function refuseOtherFile(file: string): void {
  if (!existsSync(dirname(file))) {
    throw new EvalError('usage', message('{folder}: there is no such folder to write into', { folder: dirname(file) }))
  }
  if (!existsSync(file)) return
  try {
    readRecording(recordingText(file).text, file)
  } catch (cause) {
    if (!(cause instanceof EvalError)) throw cause
    throw new EvalError('usage', message('{file} is there and is no recording, so it is not written over', { file }), {
      hint: message('Name another file, or remove this one.'),
      cause,
    })
  }
}

/** The file is emptied when the first conversation begins, so a run that never starts loses nothing. */
export function recordingTo(
  file: string,
  { resumed, secrets }: { readonly resumed: boolean; readonly secrets: Pick<Secrets, 'redactAll'> },
): ToolSource {
  let begun = false
  let writing = Promise.resolve()
  const recorder = recordedTools((calls) => {
    const lines = redactLines(calls, secrets)
    writing = writing
      .then(() => appendFile(file, lines))
      .catch((error: unknown) => Promise.reject(unwritable(file, error)))
    return writing
  })
  return {
    open(evalCase, options) {
      if (!begun) prepareFile(file, resumed)
      begun = true
      return recorder.open(evalCase, options)
    },
  }
}

function redactLines(lines: string, secrets: Pick<Secrets, 'redactAll'>): string {
  return lines.replace(/.+/g, (line) => stringifyJson(secrets.redactAll(parseJson(line))))
}

function prepareFile(file: string, resumed: boolean): void {
  try {
    // A killed run may have left an incomplete line.
    if (resumed && existsSync(file)) truncateSync(file, readFileSync(file).lastIndexOf('\n') + 1)
    else writeFileSync(file, '')
  } catch (error) {
    throw unwritable(file, error)
  }
}

function unwritable(file: string, cause: unknown): EvalError {
  if (cause instanceof EvalError) return cause
  const problem = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  // The run ends with this error, because half a recording would look complete.
  return new EvalError('store', message('{file} cannot be written: {problem}', { file, problem }), { cause })
}
