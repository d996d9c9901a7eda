import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { EvalError, JsonObject, message, parseJson } from '../../core/index.ts'
import { atomicWrite } from '../../files/index.ts'
import { translate } from '../../i18n/index.ts'
import { defineCommand } from '../command.ts'
import { ignoreStore } from '../starter/ignore-store.ts'
import { starterFiles } from '../starter/starter-files.ts'

export const init = defineCommand({
  name: 'init',
  summary: message('write a config, an agent to replace and a first dataset'),
  operands: '[FOLDER] [OPTIONS]',
  mostOperands: 1,
  details: [message('Nothing that is there is overwritten. `shinsa run` in that folder then works as it is.')],
  examples: ['shinsa init', 'shinsa init evals'],
  options: {},
  async run([folder = '.'], _flags, terminal) {
    const root = resolve(terminal.cwd, folder)
    const files = starterFiles(terminal.language, isCommonJs(root) ? 'mts' : 'ts')
    const taken = Object.keys(files).filter((name) => existsSync(join(root, name)))
    if (taken.length > 0) {
      throw new EvalError(
        'usage',
        message('{files} {count|is|are} already there', { files: taken.join(', '), count: taken.length }),
        {
          hint: message('Choose another folder: shinsa init FOLDER.'),
        },
      )
    }
    const wrote = (file: string) =>
      terminal.stdout(`${translate(message('wrote {file}', { file }), terminal.language)}\n`)
    for (const [name, text] of Object.entries(files)) {
      await atomicWrite(join(root, name), text, { exclusive: true, folders: true })
      wrote(join(folder, name))
    }
    if ((await ignoreStore(root)) !== undefined) wrote(join(folder, '.gitignore'))
    const command = folder === '.' ? 'shinsa run' : `cd ${folder} && shinsa run`
    terminal.stdout(`\n${translate(message('Next: {command}', { command }), terminal.language)}\n`)
    return 0
  },
})

/** Whether files that end in `.ts` are CommonJS there, and could not import. */
function isCommonJs(folder: string): boolean {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return dirname(folder) !== folder && isCommonJs(dirname(folder))
  try {
    return JsonObject.safeParse(parseJson(readFileSync(file, 'utf8'))).data?.['type'] === 'commonjs'
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
