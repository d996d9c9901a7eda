import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'shinsa-optional-'))

describe('a package that not everybody needs', () => {
  it('that is not installed is named, with the command that installs it', () => {
    expect(loading('@ai-sdk/nobody')).toEqual({
      code: 'config',
      message: 'Nobody: the package @ai-sdk/nobody is not installed',
      hint: { text: 'npm install {name}', values: { name: '@ai-sdk/nobody' } },
    })
  })

  it('that lacks something itself is an error of its own', () => {
    const broken = join(folder, 'node_modules', 'broken')
    mkdirSync(broken, { recursive: true })
    writeFileSync(join(broken, 'package.json'), '{"name":"broken","type":"module","main":"index.js"}')
    writeFileSync(join(broken, 'index.js'), "import 'gone'\n")
    expect(loading('broken')).toMatchObject({
      code: 'ERR_MODULE_NOT_FOUND',
      message: expect.stringContaining("package 'gone'"),
    })
  })
})

/** What loading a package ends with, in a Node of its own: the test runner would answer imports itself. */
function loading(name: string): unknown {
  const program = join(folder, 'load.mjs')
  writeFileSync(
    program,
    `import { loadOptional } from ${JSON.stringify(new URL('./optional-package.ts', import.meta.url).href)}
     const { code, message, hint } = await loadOptional('${name}', 'Nobody', () => import('${name}')).catch((error) => error)
     console.log(JSON.stringify({ code, message, hint }))`,
  )
  const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}
