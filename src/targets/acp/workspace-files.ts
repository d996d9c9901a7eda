import { constants } from 'node:fs'
import { mkdir, open, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { JsonObject } from '../../core/index.ts'
import { Refused } from './acp-connection.ts'

const largest = 10 * 2 ** 20

/** Reads and writes files for an agent, only inside the folder, even through links. */
export function workspaceFiles(folder: string) {
  return {
    async read({ path, line, limit }: JsonObject): Promise<{ readonly content: string }> {
      const file = await inside(path, folder)
      const state = await stat(file).catch(() => undefined)
      if (state?.isFile() !== true) throw new Refused(-32002, 'There is no such file.')
      if (state.size > largest) throw new Refused(-32602, 'The file is too large.')
      const content = await readFile(file, 'utf8')
      if (line === undefined && limit === undefined) return { content }
      const first = typeof line === 'number' ? Math.max(1, line) : 1
      const lines = content.split('\n').slice(first - 1)
      return { content: (typeof limit === 'number' ? lines.slice(0, Math.max(0, limit)) : lines).join('\n') }
    },
    async write({ path, content }: JsonObject): Promise<object> {
      if (typeof content !== 'string') throw new Refused(-32602, 'The content is no text.')
      if (content.length > largest) throw new Refused(-32602, 'The content is too large.')
      const wanted = lexicallyInside(path, folder)
      await makeFolders(dirname(wanted), folder)
      const file = await inside(wanted, folder)
      // A dangling link would create the file at its target.
      const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
      // A pipe that nobody reads would never be opened.
      const handle = await open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK)
      try {
        await handle.writeFile(content)
      } finally {
        await handle.close()
      }
      return {}
    },
  }
}

function lexicallyInside(path: unknown, folder: string): string {
  if (typeof path !== 'string' || path.includes('\0') || !isAbsolute(path)) {
    throw new Refused(-32602, 'The path is not an absolute one.')
  }
  const file = resolve(path)
  if (leadsOut(folder, file)) throw new Refused(-32602, 'The path lies outside of the workspace.')
  return file
}

/** Returns the real path of an existing file, or of a new file in its folder. */
async function inside(path: unknown, folder: string): Promise<string> {
  const file = lexicallyInside(path, folder)
  const root = await realpath(folder)
  const real = await realpath(file).catch(async () => {
    const parent = await realpath(dirname(file)).catch(() => undefined)
    return parent === undefined ? undefined : join(parent, basename(file))
  })
  if (real === undefined) throw new Refused(-32002, 'There is no such file.')
  if (leadsOut(root, real)) throw new Refused(-32602, 'The path lies outside of the workspace.')
  return real
}

async function makeFolders(path: string, folder: string): Promise<void> {
  let existing = path
  while (existing !== folder && (await stat(existing).catch(() => undefined)) === undefined)
    existing = dirname(existing)
  await inside(existing, folder)
  await mkdir(path, { recursive: true })
}

export function leadsOut(folder: string, file: string): boolean {
  const way = relative(folder, file)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
}
