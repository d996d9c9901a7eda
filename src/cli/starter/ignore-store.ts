import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { atomicWrite } from '../../files/index.ts'

/** Adds the run store to .gitignore unless it is ignored already. @returns the file, if it was written */
export async function ignoreStore(folder: string): Promise<string | undefined> {
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
