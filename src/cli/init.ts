import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { EvalError, message } from '../core/index.ts'
import { atomicWrite } from '../files/index.ts'
import { translate } from '../i18n/index.ts'
import { defineCommand } from './command.ts'
import { starterFiles } from './starter-files.ts'

export const init = defineCommand({
  name: 'init',
  summary: message('write a config, an agent to replace and a first dataset'),
  operands: '[FOLDER] [OPTIONS]',
  details: [message('Nothing that is there is overwritten. `shinsa run` in that folder then works as it is.')],
  examples: ['shinsa init', 'shinsa init evals'],
  options: {},
  async run([folder = '.'], _flags, terminal) {
    const root = resolve(terminal.cwd, folder)
    const files = starterFiles(terminal.language)
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
    for (const [name, text] of Object.entries(files)) {
      const file = join(root, name)
      await atomicWrite(file, text, { exclusive: true, folders: true })
      terminal.stdout(`${translate(message('wrote {file}', { file: join(folder, name) }), terminal.language)}\n`)
    }
    const command = folder === '.' ? 'shinsa run' : `cd ${folder} && shinsa run`
    terminal.stdout(`\n${translate(message('Next: {command}', { command }), terminal.language)}\n`)
    return 0
  },
})
