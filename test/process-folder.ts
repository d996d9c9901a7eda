import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '../src/files/is-process-alive.ts'

/** A new temporary folder of this process, which removes it at its end. What others left there under the name that were killed goes. */
export function processFolder(name: string): string {
  for (const folder of globSync(`${name}-*-*`, { cwd: tmpdir() })) {
    const [, processId] = /-(\d+)-\w{6}$/.exec(folder) ?? []
    if (processId !== undefined && !isProcessAlive(Number(processId)))
      rmSync(join(tmpdir(), folder), { recursive: true, force: true })
  }
  return mkdtempSync(join(tmpdir(), `${name}-${process.pid}-`))
}
