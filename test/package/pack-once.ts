import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { processFolder } from '../process-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the project is packed: `copy`, the tarball, and at last `packed` with what went wrong, if anything did. */
    readonly packing: string
  }
}

/** Packs the project once for all tests that install it, while others run already. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Vitest does not declare it; without it all tests count.
  const { filenamePattern } = project.vitest as unknown as { readonly filenamePattern?: string[] }
  const { testFiles } = await project.globTestFiles(filenamePattern)
  if (!testFiles.some((file) => file.includes('/test/package/'))) return undefined
  const place = processFolder('shinsa-packing')
  project.provide('packing', place)
  const packing = pack(place)
  return async () => {
    await packing
    rmSync(place, { recursive: true })
  }
}

async function pack(place: string): Promise<void> {
  const copy = join(place, 'copy')
  // Packing empties `dist` and builds it anew, and other tests serve the pages in there.
  const left = ['.git', 'dist', 'node_modules'].map((name) => join(root, name))
  cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(path) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const child = spawn('npm', ['pack', '--silent', '--pack-destination', place], { cwd: copy, shell: false })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const [status] = await once(child, 'close')
  writeFileSync(join(place, 'packed'), status === 0 ? '' : `npm pack ended with ${status}\n${said}`)
}
