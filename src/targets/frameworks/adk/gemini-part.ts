import type { Part } from '../../../core/index.ts'
import { isObject } from '../../../core/basics/is-object.ts'
import { camelCase } from '../../../formats/kit/key-spelling.ts'

/** Writes a user's part in Gemini's format: text, pictures and files, also by address. */
export function geminiPart({ text, media, extra }: Part): Readonly<Record<string, unknown>> {
  const file = extra?.['file_data']
  if (isObject(file)) {
    return { fileData: Object.fromEntries(Object.entries(file).map(([name, value]) => [camelCase(name), value])) }
  }
  return media === undefined ? { text: text ?? '' } : { inlineData: { mimeType: media.mimeType, data: media.data } }
}
