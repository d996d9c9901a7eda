import type { Session } from '../core/index.ts'
import { decodeText } from './kit/decode-text.ts'
import { readForeign } from './kit/foreign-value.ts'
import { readWhole } from './kit/read-file.ts'
import { readJsonDocument } from './kit/source-text.ts'
import { adkSessionInput } from './wire/adk-case.ts'

/** Reads the app, user and state with which a conversation begins. @throws {EvalError} with file, line and path */
export async function readSessionInput(file: string): Promise<Session> {
  const text = decodeText(await readWhole(file), file)
  return readJsonDocument(text, file, (value, origin) => readForeign(adkSessionInput, value, origin))
}
