import { extname } from 'node:path'
import { isObject } from '../../core/basics/is-object.ts'
import { message } from '../../core/index.ts'
import { csvRows } from '../../formats/table/table.ts'
import type { FilesBeside } from './promptfoo-files.ts'
import type { Surroundings } from './promptfoo-tests.ts'

/** `text` is undefined where code makes the prompt. */
export type PromptfooPrompt = { readonly name: string; readonly text: string | undefined }

/** Returns the prompts of a config, including those in files. */
export async function promptsIn(
  value: unknown,
  surroundings: Omit<Surroundings, 'places'>,
): Promise<readonly PromptfooPrompt[]> {
  const written: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : byLabel(value)
  const prompts = await Promise.all(written.map((one, at) => promptsOf(one, `prompt ${at + 1}`, surroundings)))
  const all = prompts.flat()
  return all.length === 0 ? [{ name: 'prompt 1', text: undefined }] : all
}

/** Older configs have files as keys and labels as values. */
function byLabel(value: unknown): readonly unknown[] {
  if (!isObject(value) || 'raw' in value || 'id' in value) return [value]
  return Object.entries(value).map(([raw, label]) => ({ raw, label }))
}

async function promptsOf(
  value: unknown,
  fallback: string,
  { files, lost }: Omit<Surroundings, 'places'>,
): Promise<PromptfooPrompt[]> {
  const { raw, id, label } = isObject(value) ? value : { raw: value, id: undefined, label: undefined }
  const said = typeof raw === 'string' ? raw : id
  if (typeof said !== 'string') return []
  const name = typeof label === 'string' ? label : fallback
  const isFile = /^(file|exec):/.test(said) || /^[^\n{}]+\.(txt|md|jsonl?|ya?ml|j2|csv)$/.test(said)
  const isCode = /^[\w./-]+\.([cm]?[jt]s|py)(:\w+)?$/.test(said)
  if (!isFile && !isCode && !/^[a-z]+:\/\/\S+$/.test(said)) return [{ name, text: said }]
  const there = isFile ? files.there(said).filter((path) => /\.(txt|md|jsonl?|ya?ml|j2|csv)$/i.test(path)) : []
  if (there.length === 0) {
    lost(
      message('{prompt} is made by code, or lies elsewhere ({file}): cases ask what the variables say', {
        prompt: name,
        file: said,
      }),
    )
    return [{ name, text: undefined }]
  }
  const texts = (await Promise.all(there.map((path) => textsOf(path, files)))).flat()
  return texts.map((text, index) => ({ name: texts.length === 1 ? name : `${name}.${index + 1}`, text: text.trim() }))
}

/** A text file holds several prompts between lines of dashes, a table one in each row. */
async function textsOf(path: string, files: FilesBeside): Promise<readonly string[]> {
  const kind = extname(path).toLowerCase()
  const text = await promptText(path, files)
  if (kind === '.txt') return text.split(/^[^\S\n]*---[^\S\n]*$/m).filter((part) => part.trim() !== '')
  if (kind === '.jsonl') return text.split('\n').filter((line) => line.trim() !== '')
  if (kind !== '.csv') return [text]
  // A file that is no table has a prompt on each line.
  const rows = await Array.fromAsync(csvRows([Buffer.from(text)], path)).catch(() => [])
  const prompts = rows.flatMap(({ row }) =>
    typeof row['prompt'] === 'string' && row['prompt'] !== '' ? row['prompt'] : [],
  )
  return prompts.length > 0 ? prompts : text.split('\n').filter((line) => line.trim() !== '')
}

/** Returns a prompt file's text; messages in YAML are rewritten as JSON. */
export async function promptText(path: string, files: FilesBeside): Promise<string> {
  if (!/\.ya?ml$/i.test(path)) return files.text(path)
  const { value } = await files.yaml(path)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
