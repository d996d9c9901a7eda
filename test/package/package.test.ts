import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'shinsa-package-'))
const copy = join(place, 'copy')
const installed = join(place, 'node_modules', 'shinsa')
const dependencies = Object.keys(packageJson.dependencies)
let packedBytes = 0

describe('the package', () => {
  // Unpacked beside links to its dependencies: what an install does, without a registry.
  beforeAll(() => {
    copyRepository()
    run('npm', ['pack', '--silent', '--pack-destination', place], copy)
    const [tarball = ''] = globSync('*.tgz', { cwd: place })
    packedBytes = statSync(join(place, tarball)).size
    mkdirSync(installed, { recursive: true })
    run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'], place)
    for (const name of dependencies) link(name)
  }, 120_000)

  afterAll(() => rmSync(place, { recursive: true }))

  it('is small, needs little, and holds no tests', () => {
    const files = globSync('**/*', { cwd: installed })
    console.log(
      `${Math.round(packedBytes / 1024)} KiB packed, ${files.length} files, ${dependencies.length} dependencies`,
    )
    // 1 MiB until the third system came, the runbook assistant with what it knows of two languages, and the page.
    // 1.5 MiB until a report was one file: it asks nobody for anything, so it has 240 KiB of the page once more in itself.
    expect(packedBytes).toBeLessThan(1.8 * 1024 * 1024)
    expect(packedSize('dist/web')).toBeLessThan(300 * 1024)
    // Hosted models, Google's login, MCP and signing for AWS are optional peers.
    expect(dependencies.length).toBeLessThanOrEqual(11)
    // The documents of the review suites are no fixtures of tests, though the requirement calls their folder so.
    const ours = files.filter((file) => !/^examples\/document-review\/(?:en|ja)\/(?:my_tests\/)?fixtures\//.test(file))
    expect(ours.filter((file) => /\.(test|contract)\.|(^|\/)fixtures\/|\.env/.test(file))).toEqual([])
  })

  it('holds every file that it exports', () => {
    // The condition `shinsa-source` is for the repository itself; sources are not packed.
    const targets = Object.values(packageJson.exports).flatMap((entry) =>
      typeof entry === 'string' ? globSync(entry, { cwd: copy }) : [entry.types, entry.default],
    )
    expect(targets.filter((target) => !existsSync(join(installed, target)))).toEqual([])
  })

  it('holds the declarations that its entries lead to, and no others', () => {
    const declarations = globSync('dist/**/*.d.ts', { cwd: installed })
    const named = declarations.flatMap((file) =>
      [...readFileSync(join(installed, file), 'utf8').matchAll(/(?:from|import\() ?['"](\.[^'"]+)\.[jt]s['"]/g)].map(
        ([, specifier = '']) => join(dirname(file), `${specifier}.d.ts`),
      ),
    )
    const entries = Object.values(packageJson.exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : [join(entry.types)],
    )
    expect([...new Set([...named, ...entries])].toSorted()).toEqual(declarations.toSorted())
  })

  it('runs where it is installed, from compiled files only', () => {
    expect(existsSync(join(installed, 'src'))).toBe(false)
    expect(shinsa(['--version'])).toMatchObject({ stdout: `${packageJson.version}\n`, status: 0 })
    expect(shinsa(['init', '--lang', 'en'])).toMatchObject({ stderr: '', status: 0 })
    const { status, stdout } = shinsa(['run', '--lang', 'en'])
    expect(stdout).toMatch(/^✓ PASSED {2}2 of 2 cases passed/)
    expect(status).toBe(0)
  })

  it('has what runs in threads of its own: the programs of a reviewer', () => {
    const tool = join(installed, 'dist/agents/document-reviewer/tools/code-interpreter.js')
    const program = `import { codeInterpreter } from ${JSON.stringify(tool)}
      console.log(JSON.stringify(await codeInterpreter().use({ code: '6 * 7' }, new AbortController().signal)))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
    expect(stdout).toBe('{"stdout":"","stderr":"","exitCode":0,"result":"42"}\n')
  })

  it('says which package a hosted model needs, before the agent is asked', () => {
    writeFileSync(join(place, 'criteria.json'), '{"criteria":{"final_response_match_v2":0.8}}')
    const { stderr, status } = shinsa(
      ['run', '-c', 'criteria.json', '--judge', 'gemini-2.5-flash', '--yes', '--lang', 'en', '-t', './agent.ts'],
      { GOOGLE_API_KEY: 'nobody-asks' },
    )
    expect(stderr).toBe(
      'error: Gemini API: the package @ai-sdk/google is not installed\nhint: npm install @ai-sdk/google\n',
    )
    expect(status).toBe(2)
  })

  it('has the review suites with it, found from any folder', () => {
    const suite = 'examples/document-review/en/quick_start_suite.json'
    // The agent of `init` is in this folder's config, and no reviewer.
    const target = ['--target', 'document-reviewer']
    const { status, stdout } = shinsa(['review', '--suite', suite, ...target, '--output', 'r.json', '--lang', 'en'])
    expect(stdout).toMatch(/^✓ 3 test cases loaded/)
    expect(status).toBe(0)
  })
})

/** Packing empties `dist` and builds it anew, and other tests serve the pages in there. */
function copyRepository(): void {
  const left = ['.git', 'dist', 'node_modules'].map((name) => join(root, name))
  cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(path) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** What a folder takes in the tarball, within a few bytes a file. */
function packedSize(folder: string): number {
  const files = globSync('**/*.*', { cwd: join(installed, folder) })
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(installed, folder, file))).length, 0)
}

function link(dependency: string): void {
  const [from, to] = [join(root, 'node_modules', dependency), join(place, 'node_modules', dependency)]
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(from, to)
}

function shinsa(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, [join(installed, 'bin', 'shinsa.js'), ...args], {
    cwd: place,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`)
}
