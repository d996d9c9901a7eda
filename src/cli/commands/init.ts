import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { EvalError, JsonObject, message, parsedJson } from '../../core/index.ts'
import { atomicWrite } from '../../files/index.ts'
import { translate } from '../../i18n/index.ts'
import { defineCommand } from '../command.ts'
import { type StarterKind, starterFiles, starterKinds } from '../starter/starter-files.ts'
import { printLine } from '../print-message.ts'

export const init = defineCommand({
  name: 'init',
  summary: message('write an agent to replace, a first evaluation of two cases, and a script'),
  operands: '[FOLDER] [OPTIONS]',
  mostOperands: 1,
  details: [message('Nothing that is there is overwritten. `shinsa run` in that folder then works as it is.')],
  examples: ['shinsa init', 'shinsa init evals --table'],
  options: {
    adk: { summary: message("an eval set and criteria in ADK's format in place of an evaluation in TypeScript") },
    table: { summary: message('the cases as a table (CSV)') },
    python: { summary: message('the cases as a table, and an agent in Python') },
  },
  async run([folder = '.'], flags, terminal) {
    const root = resolve(terminal.cwd, folder)
    const files = starterFiles(kindFrom(flags), {
      language: terminal.language,
      ending: isCommonJs(root) ? 'mts' : 'ts',
    })
    refuseTaken(root, Object.keys(files))
    const wrote = (file: string) => printLine(message('wrote {file}', { file }), terminal)
    for (const [name, text] of Object.entries(files)) {
      await atomicWrite(join(root, name), text, { exclusive: true, folders: true })
      wrote(join(folder, name))
    }
    if ((await addScript(root)) !== undefined) wrote(join(folder, 'package.json'))
    if ((await ignoreStore(root)) !== undefined) wrote(join(folder, '.gitignore'))
    const command = folder === '.' ? 'npx shinsa run' : `cd ${folder} && npx shinsa run`
    terminal.stdout(`\n${translate(message('Next: {command}', { command }), terminal.language)}\n`)
    return 0
  },
})

function kindFrom(flags: Readonly<Partial<Record<StarterKind, boolean>>>): StarterKind | undefined {
  const [kind, other] = starterKinds.filter((one) => flags[one] === true)
  if (other === undefined) return kind
  throw new EvalError('usage', message('--{one} and --{other} contradict each other', { one: kind ?? '', other }))
}

function refuseTaken(root: string, names: readonly string[]): void {
  const taken = names.filter((name) => existsSync(join(root, name)))
  if (taken.length === 0) return
  throw new EvalError(
    'usage',
    message('{files} {count|is|are} already there', { files: taken.join(', '), count: taken.length }),
    { hint: message('Choose another folder: shinsa init FOLDER.') },
  )
}

/** Tells whether `.ts` files in the folder are CommonJS, which cannot use `import`. */
function isCommonJs(folder: string): boolean {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return dirname(folder) !== folder && isCommonJs(dirname(folder))
  return JsonObject.safeParse(parsedJson(readFileSync(file, 'utf8'))).data?.['type'] === 'commonjs'
}

/**
 * Adds `"eval": "shinsa run"` to the scripts of the folder's package.json, and leaves the rest of its text as it is.
 *
 * @returns the file; undefined where there is no package.json, or it has a script of that name
 */
async function addScript(folder: string): Promise<string | undefined> {
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

/** Adds the run store to .gitignore unless it is ignored already. @returns the file, if it was written */
async function ignoreStore(folder: string): Promise<string | undefined> {
  if (ownFolders(folder).some((one) => ignoresStore(textOf(join(one, '.gitignore'))))) return undefined
  const file = join(folder, '.gitignore')
  const text = textOf(file)
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const before = text === '' || text.endsWith('\n') ? text : `${text}${end}`
  await atomicWrite(file, `${before}.shinsa/${end}`)
  return file
}

function ignoresStore(text: string): boolean {
  return text.split(/\r?\n/).some((line) => /^(?:\*\*)?\/?\.shinsa\/?\s*$/.test(line))
}

function ownFolders(folder: string): readonly string[] {
  const above = dirname(folder)
  return existsSync(join(folder, '.git')) || above === folder ? [folder] : [folder, ...ownFolders(above)]
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
