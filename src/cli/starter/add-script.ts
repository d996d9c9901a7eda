import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JsonObject, parsedJson } from '../../core/index.ts'
import { atomicWrite } from '../../files/index.ts'

/**
 * Adds `"eval": "shinsa run"` to the scripts of the folder's package.json, and leaves the rest of its text as it is.
 *
 * @returns the file; undefined where there is no package.json, or it has a script of that name
 */
export async function addScript(folder: string): Promise<string | undefined> {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const scripts = scriptsIn(text)
  if (scripts === undefined || 'eval' in scripts) return undefined
  const { applyEdits, modify } = await import('jsonc-parser')
  const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? []
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  await atomicWrite(file, applyEdits(text, modify(text, ['scripts', 'eval'], 'shinsa run', { formattingOptions })))
  return file
}

/** Undefined where npm would not accept the file. */
function scriptsIn(text: string): JsonObject | undefined {
  const { data } = JsonObject.safeParse(parsedJson(text))
  return data && JsonObject.safeParse(data['scripts'] ?? {}).data
}
