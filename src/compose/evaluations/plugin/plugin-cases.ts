import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { EvalError, message } from '../../../core/index.ts'
import { isObject } from '../../../core/basics/is-object.ts'
import { parseYamlDocument } from '../../../formats/kit/yaml-document.ts'
import { PluginGrader } from './plugin-graders.ts'

const Names = z.union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))])

/** Settings of a session; in `prompt.md` they are the front matter. */
const Execution = z.object({
  prompt: z.string().optional(),
  max_turns: z.number().int().positive().default(10),
  timeout_seconds: z.number().positive().default(300),
  model: z.string().optional(),
  allowed_tools: Names.default([]),
  append_system_prompt: z.string().optional(),
  env: z.record(z.string().startsWith('EVAL_'), z.coerce.string()).default({}),
})

const Context = z.object({
  scaffold_script: z.string().optional(),
  history_file: z.string().optional(),
  add_dirs: z.array(z.string()).default([]),
})

const CaseFile = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  tags: Names.default([]),
  plugins: z.array(z.string()).optional(),
  runs: z.number().int().positive().default(3),
  context: Context.prefault({}),
  execution: Execution.prefault({}),
  graders: z.array(PluginGrader).default([]),
})

/** A case of `claude plugin eval`: a folder with `prompt.md`, `case.yaml` or both, and graders in either form. */
export type PluginCase = Omit<z.infer<typeof CaseFile>, 'name'> & {
  readonly id: string
  readonly folder: string
  readonly prompt: string
  readonly plugins: readonly string[]
}

/** Finds the plugin above a folder, which cases load by default. */
export function pluginAbove(folder: string): string | undefined {
  for (let at = resolve(folder); dirname(at) !== at; at = dirname(at)) {
    if (['.claude-plugin/plugin.json', 'plugin.json'].some((file) => existsSync(join(at, file)))) return at
  }
  return undefined
}

/**
 * Reads all cases below a folder of evals, by path.
 *
 * @throws {EvalError} `format` with file and field for an unreadable one
 */
export async function pluginCases(evals: string): Promise<readonly PluginCase[]> {
  const cases = await Promise.all((await caseFolders(evals)).map(readCase))
  const twice = cases.find(({ id }, index) => cases.findIndex((one) => one.id === id) !== index)
  if (twice === undefined) return cases
  throw new EvalError('format', message('{file}: the id {id} occurs twice', { file: twice.folder, id: twice.id }))
}

async function caseFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.some(({ name }) => caseFileNames.includes(name))) return [folder]
  const below = entries.filter((entry) => entry.isDirectory() && !/^(?:\.|results$|node_modules$)/.test(entry.name))
  const found = await Promise.all(below.map(({ name }) => caseFolders(join(folder, name))))
  return found.flat().toSorted()
}

/** Returns the evals of a folder, or the case that it is; undefined for other folders. */
export async function pluginEvalsIn(folder: string): Promise<string | undefined> {
  const own = caseFileNames.map((name) => join(folder, name)).find((file) => existsSync(file))
  if (own !== undefined) return own
  const evals = basename(folder) === 'evals' ? folder : join(folder, 'evals')
  return existsSync(evals) && (await caseFolders(evals)).length > 0 ? evals : undefined
}

const caseFileNames = ['case.yaml', 'case.yml', 'prompt.md']

async function readCase(folder: string): Promise<PluginCase> {
  const prose = await readText(join(folder, 'prompt.md'))
  const { head = {}, body = '' } = prose === undefined ? {} : await proseOf(prose, join(folder, 'prompt.md'))
  const yaml = await yamlOf(folder)
  const ownExecution = isObject(yaml['execution']) ? yaml['execution'] : {}
  const merged = {
    ...head,
    ...yaml,
    execution: { ...head, ...ownExecution },
    graders: [
      ...(Array.isArray(yaml['graders']) ? (yaml['graders'] as unknown[]) : []),
      ...(await graderFiles(folder)),
    ],
  }
  const read = CaseFile.safeParse(merged)
  if (!read.success) throw noCase(folder, read.error)
  const { name: _, ...values } = read.data
  const prompt = read.data.execution.prompt ?? body
  if (prompt.trim() === '') {
    throw new EvalError('format', message('{file}: the case asks nothing', { file: folder }), {
      hint: message('The question stands in prompt.md, or as prompt below execution in case.yaml.'),
    })
  }
  if (values.graders.length === 0) {
    throw new EvalError('format', message('{file}: the case has no grader', { file: folder }), {
      hint: message('Graders stand in case.yaml, or each in a file graders/NAME.md.'),
    })
  }
  const above = pluginAbove(folder)
  const plugins = values.plugins?.map((path) => resolve(folder, path)) ?? (above === undefined ? [] : [above])
  return { ...values, id: basename(folder), folder, prompt: prompt.trim(), plugins }
}

async function yamlOf(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const file = ['case.yaml', 'case.yml'].map((name) => join(folder, name)).find((path) => existsSync(path))
  const value = file === undefined ? {} : await parseYamlDocument(await readFile(file, 'utf8'), file)
  if (isObject(value)) return value
  throw new EvalError('format', message('{file}: this is no case: an object is expected', { file: file ?? folder }))
}

/** Each file is a grader, with its fields in the front matter and its criteria or pattern below. */
async function graderFiles(folder: string): Promise<readonly unknown[]> {
  const place = join(folder, 'graders')
  const names = existsSync(place) ? (await readdir(place)).filter((name) => name.endsWith('.md')).toSorted() : []
  return Promise.all(
    names.map(async (file) => {
      const { head, body } = await proseOf(await readFile(join(place, file), 'utf8'), join(place, file))
      const text = body.trim()
      return { name: file.slice(0, -3), ...head, ...(text !== '' && { body: text }) }
    }),
  )
}

async function proseOf(text: string, file: string) {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  if (end === -1) return { head: {}, body: text }
  const head = await parseYamlDocument(lines.slice(1, end).join('\n'), file)
  return { head: isObject(head) ? head : {}, body: lines.slice(end + 1).join('\n') }
}

async function readText(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined
}

function noCase(folder: string, { issues: [issue] }: z.ZodError): EvalError {
  const [top, index, ...rest] = issue?.path ?? []
  const place = top === 'graders' ? ['graders', Number(index) + 1, ...rest].join('.') : (issue?.path ?? []).join('.')
  return new EvalError(
    'format',
    message('{file}: {place}: {problem}', { file: folder, place, problem: issue?.message ?? '' }),
    {
      hint: message('Graders are of type {types}.', {
        types: 'regex, tool_used, tool_order, file_exists, llm, baseline',
      }),
    },
  )
}
