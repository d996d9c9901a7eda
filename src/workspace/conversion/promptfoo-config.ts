import { existsSync, globSync } from 'node:fs'
import { dirname, extname, relative, resolve, sep } from 'node:path'
import { isObject } from '../../core/basics/is-object.ts'
import type { Message } from '../../core/index.ts'
import { EvalError, message } from '../../core/index.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { parseJsonLine } from '../../formats/kit/source-text.ts'
import { readWhole } from '../../formats/kit/read-file.ts'
import { parseYamlDocument } from '../../formats/kit/yaml-document.ts'
import { csvRows } from '../../formats/table/table.ts'
import { testOfRow } from './promptfoo-row.ts'

type Fields = Readonly<Record<string, unknown>>

/** A config of promptfoo with everything that it takes from other files in its place. */
export type PromptfooConfig = {
  readonly description: string | undefined
  readonly prompts: readonly PromptfooPrompt[]
  readonly providers: readonly string[]
  /** Merged with the default test and the scenarios. */
  readonly tests: readonly Fields[]
}

/** `text` is undefined where code makes the prompt. */
export type PromptfooPrompt = { readonly name: string; readonly text: string | undefined }

/** Whether a document is such a config, valid or not. */
export function isPromptfooConfig(value: unknown): value is Fields {
  if (!isObject(value) || 'eval_cases' in value) return false
  const asks = 'prompts' in value || 'providers' in value || 'targets' in value
  return asks && ['tests', 'defaultTest', 'scenarios', 'prompts'].some((key) => key in value)
}

/**
 * Reads what the config names beside itself: files of prompts and tests in or below its folder or the working directory.
 * `lost` hears what could not be taken over.
 *
 * @throws {EvalError} `format` with the file
 */
export async function readPromptfooConfig(
  document: Fields,
  { file, cwd, lost }: { readonly file: string; readonly cwd: string; readonly lost: (loss: Message) => void },
): Promise<PromptfooConfig> {
  const files = filesBeside(file, cwd)
  const config = resolved(document, document) as Fields // an object stays one
  const defaults = await defaultTest(config['defaultTest'], files)
  const tests = [
    ...(await testsIn(config['tests'], { files, lost })),
    ...(await scenarioTests(config['scenarios'], { files, lost })),
  ]
  return {
    description: typeof config['description'] === 'string' ? config['description'] : undefined,
    prompts: await promptsIn(config['prompts'], { files, lost }),
    providers: providerNames(config['providers'] ?? config['targets']),
    tests: await Promise.all(
      (tests.length === 0 ? [{}] : tests).map((test) => withFiles(merged(defaults, test), { files, lost })),
    ),
  }
}

/** Variables that name a file are what stands in it. */
async function withFiles(test: Fields, { files, lost }: Surroundings): Promise<Fields> {
  const vars = await Promise.all(
    Object.entries(fieldsOf(test['vars'])).map(async ([name, value]) => {
      if (typeof value !== 'string' || !value.startsWith('file://')) return [name, value] as const
      const isText = /\.(txt|md|json|ya?ml|csv|html?|xml)$/i.test(value)
      const [path] = isText ? files.named(value).filter((one) => existsSync(one)) : []
      if (path !== undefined) return [name, (await promptText(path, files)).trim()] as const
      lost(message('the variable {name} is made by code, no text, or lies elsewhere: {file}', { name, file: value }))
      return [name, value] as const
    }),
  )
  return { ...test, vars: Object.fromEntries(vars) }
}

type Surroundings = { readonly files: Files; readonly lost: (loss: Message) => void }
type Files = ReturnType<typeof filesBeside>

function filesBeside(config: string, cwd: string) {
  const folder = dirname(config)
  const allowed = (path: string) =>
    [folder, cwd].some((place) => !relative(place, path).startsWith('..') && !relative(place, path).startsWith(sep))
  return {
    /** The files that a name or a pattern stands for; none where it leads elsewhere. */
    named(name: string): readonly string[] {
      const path = resolve(folder, name.replace(/^file:\/\//, ''))
      const found = /[*?{]/.test(path) ? globSync(path).toSorted() : [path]
      return found.filter(allowed)
    },
    async text(path: string): Promise<string> {
      return decodeText(await readWhole(path), path)
    },
  }
}

/** `$ref: '#/templates/x'` is what stands there. */
function resolved(value: unknown, whole: Fields, depth = 0): unknown {
  if (depth > 50) throw new EvalError('format', message('a $ref of the config leads to itself'))
  if (Array.isArray(value)) return value.map((one) => resolved(one, whole, depth + 1))
  if (!isObject(value)) return value
  const reference = value['$ref']
  if (typeof reference === 'string' && reference.startsWith('#/')) {
    const target = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), whole)
    return resolved(target, whole, depth + 1)
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, whole, depth + 1)]))
}

async function defaultTest(value: unknown, files: Files): Promise<Fields> {
  if (typeof value !== 'string') return isObject(value) ? value : {}
  const [path] = files.named(value)
  const read = path === undefined ? undefined : await parseYamlDocument(await files.text(path), path)
  return isObject(read) ? read : {}
}

async function testsIn(value: unknown, { files, lost }: Surroundings): Promise<readonly Fields[]> {
  if (Array.isArray(value)) {
    const lists = await Promise.all(value.map((one: unknown) => testsIn(one, { files, lost })))
    return lists.flat()
  }
  if (typeof value === 'string') return testsOfFiles(value, { files, lost })
  if (!isObject(value)) return []
  if ('path' in value && !('vars' in value)) return testsIn(value['path'], { files, lost })
  return [value]
}

async function testsOfFiles(name: string, { files, lost }: Surroundings): Promise<readonly Fields[]> {
  const isCode = !/\.(ya?ml|json|jsonl|csv|tsv)$/i.test(name)
  const paths = isCode ? [] : files.named(name)
  if (paths.length === 0)
    lost(message('the tests of {name} are made by code, or lie elsewhere: they are not read', { name }))
  const lists = await Promise.all(paths.map((path) => testsOf(path, { files, lost })))
  return lists.flat()
}

async function testsOf(path: string, { files, lost }: Surroundings): Promise<readonly Fields[]> {
  const kind = extname(path).toLowerCase()
  if (kind === '.csv' || kind === '.tsv') {
    const rows = await Array.fromAsync(csvRows([await readWhole(path)], path))
    return rows.map(({ row }) => testOfRow(row))
  }
  const text = await files.text(path)
  if (kind !== '.jsonl') return testsIn(await parseYamlDocument(text, path), { files, lost })
  const lines = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [{ text: line, number: at + 1 }]))
  return testsIn(
    lines.map((line) => parseJsonLine(line, path)),
    { files, lost },
  )
}

async function scenarioTests(value: unknown, surroundings: Surroundings): Promise<readonly Fields[]> {
  if (!Array.isArray(value)) return []
  const all: Fields[] = []
  for (const scenario of value as unknown[]) {
    if (!isObject(scenario)) continue
    const tests = await testsIn(scenario['tests'], surroundings)
    const configs = await testsIn(scenario['config'], surroundings)
    for (const config of configs) for (const test of tests.length === 0 ? [{}] : tests) all.push(merged(config, test))
  }
  return all
}

/** Variables and options by their names, assertions of both. */
function merged(first: Fields, second: Fields): Fields {
  const both = (key: string) => ({ ...fieldsOf(first[key]), ...fieldsOf(second[key]) })
  return {
    ...first,
    ...second,
    vars: both('vars'),
    options: both('options'),
    assert: [...listOf(first['assert']), ...listOf(second['assert'])],
  }
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

async function promptsIn(value: unknown, { files, lost }: Surroundings): Promise<readonly PromptfooPrompt[]> {
  const written: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const prompts = await Promise.all(written.map((one, at) => promptsOf(one, `prompt ${at + 1}`, { files, lost })))
  const all = prompts.flat()
  return all.length === 0 ? [{ name: 'prompt 1', text: undefined }] : all
}

async function promptsOf(value: unknown, fallback: string, { files, lost }: Surroundings): Promise<PromptfooPrompt[]> {
  const { raw, id, label } = isObject(value) ? value : { raw: value, id: undefined, label: undefined }
  const said = typeof raw === 'string' ? raw : id
  if (typeof said !== 'string') return []
  const name = typeof label === 'string' ? label : fallback
  const isFile = said.startsWith('file://') || /^[^\n{}]+\.(txt|md|json|ya?ml|j2)$/.test(said)
  if (!isFile && !/^[\w./-]+\.(m?[jt]s|c?js|py)(:\w+)?$/.test(said)) return [{ name, text: said }]
  const paths = /\.(txt|md|json|ya?ml|j2)$/i.test(said) ? files.named(said) : []
  const there = paths.filter((path) => existsSync(path))
  if (there.length === 0) {
    lost(
      message('{prompt} is made by code, or lies elsewhere ({file}): cases ask what the variables say', {
        prompt: name,
        file: said,
      }),
    )
    return [{ name, text: undefined }]
  }
  const texts = await Promise.all(there.map((path) => promptText(path, files)))
  // One file of texts holds several prompts between lines of dashes.
  return texts.flatMap((text, at) =>
    text.split(/\r?\n---\r?\n/).map((part, index, parts) => ({
      name: there.length * parts.length === 1 ? name : `${name}.${at + index + 1}`,
      text: part.trim(),
    })),
  )
}

/** Messages in YAML are messages in JSON. */
async function promptText(path: string, files: Files): Promise<string> {
  const text = await files.text(path)
  if (!/\.ya?ml$/i.test(path)) return text
  const value = await parseYamlDocument(text, path)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function providerNames(value: unknown): readonly string[] {
  const written: readonly unknown[] = Array.isArray(value) ? value : [value]
  return written.flatMap((one) => {
    if (typeof one === 'string') return [one]
    if (!isObject(one)) return []
    return [typeof one['id'] === 'string' ? one['id'] : (Object.keys(one)[0] ?? '')]
  })
}
