import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './markdown.ts'

/** What the compiler says of snippets, all in one compilation; the folder lies in the project, so that `shinsa` means this project. */
export function typeErrors(blocks: readonly { readonly code: string; readonly place: string }[]): string {
  mkdirSync(`${root}.shinsa`, { recursive: true })
  const folder = mkdtempSync(`${root}.shinsa/snippets-`)
  try {
    for (const { code, place } of blocks) writeFileSync(join(folder, `${place.replaceAll(/\W+/g, '-')}.ts`), code)
    writeFileSync(join(folder, 'agent.ts'), agent)
    writeFileSync(join(folder, 'tsconfig.json'), '{ "extends": "../../tsconfig.json", "include": ["*.ts"] }')
    const tsc = join(root, 'node_modules', '.bin', 'tsc')
    const { stdout, stderr } = spawnSync(tsc, ['-p', 'tsconfig.json', '--singleThreaded'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// The module that snippets import as the reader's own agent.
const agent = `import type { FunctionAgent } from 'shinsa/targets'
export const agent: FunctionAgent = (message) => message
export default agent
`
