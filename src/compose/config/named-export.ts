import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EvalError, message } from '../../core/index.ts'
import { wayInside } from '../../files/path-inside.ts'
import { importModule } from './import-module.ts'

/**
 * Imports the export that `./agent.ts#answer` names; without `#name` it is the default export.
 * `inside` refuses files outside the folder, for names that come from a data file and not from a command line.
 */
export async function namedExport(
  reference: string,
  folder: string,
  options: { inside?: boolean } = {},
): Promise<unknown> {
  const [path = '', name = 'default'] = reference.split('#')
  const file = resolve(folder, path)
  // A link inside the folder may lead out of it, so the real path counts.
  if (options.inside === true && !(isInside(folder, file) && isInside(realPath(folder), realPath(file)))) {
    throw new EvalError('config', message('{reference} leaves the folder {folder}', { reference, folder }), {
      hint: message('Code that a data file names must lie beside it.'),
    })
  }
  if (!existsSync(file)) throw new EvalError('config', message('{file}: there is no such file', { file }))
  const module = await importModule(pathToFileURL(file).href, file)
  const value = module[name]
  if (value === undefined) {
    throw new EvalError('config', message('{file} does not export {name}', { file, name }), {
      hint: message('It exports: {names}.', { names: Object.keys(module).join(', ') || '–' }),
    })
  }
  return value
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

function isInside(folder: string, file: string): boolean {
  return wayInside(folder, file) !== undefined
}
