import { existsSync, globSync, readFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shinsa-house-'))
})
afterEach(() => rm(folder, { recursive: true }))

const numbered = (count: number, line: (number: number) => string) => Array.from({ length: count }, (_, n) => line(n))
const long = (lines: number) =>
  ['function long() {', ...numbered(lines - 2, (n) => `  // ${n}`), '}', 'long()'].join('\n')
const branched = (branches: number) =>
  [
    'function branched(a: number) {',
    ...numbered(branches, (n) => `  if (a === ${n}) return ${n}`),
    '  return a',
    '}',
    'branched(1)',
  ].join('\n')

describe('lint', () => {
  it.each([
    ['a function of 80 lines', 'step.ts', long(80), []],
    ['one of 81', 'step.ts', long(81), ['eslint(max-lines-per-function)']],
    ['a list of tests of 81', 'step.test.ts', long(81), []],
    ['a contract of 81', 'step.contract.ts', long(81), []],
    ['a complexity of 20', 'step.ts', branched(19), []],
    ['one of 21', 'step.ts', branched(20), ['eslint(complexity)']],
    ['one of 21 in a test', 'step.test.ts', branched(20), ['eslint(complexity)']],
  ])('of %s in %s', async (_name, file, text, rules) => {
    await write(file, text)
    const printed = await output('oxlint', ['-c', join(root, '.oxlintrc.json'), '-f', 'unix', file])
    expect([...printed.matchAll(/eslint\([\w-]+\)/g)].map(([rule]) => rule)).toEqual(rules)
  })
})

describe('boundaries', () => {
  it('refuse a circle that only types close', async () => {
    await write('tsconfig.json', '{}')
    await write(
      'src/text/chapter.ts',
      "import type { Page } from './page.ts'\nexport type Chapter = { pages: Page[] }\n",
    )
    await write(
      'src/text/page.ts',
      "import { type Chapter } from './chapter.ts'\nexport type Page = { of?: Chapter }\n",
    )
    await write('src/text/book.ts', "export type { Chapter } from './chapter.ts'\n")
    const printed = await output('depcruise', ['--config', join(root, '.dependency-cruiser.cjs'), 'src'])
    expect(printed.match(/error no-cycles: \S+ → \s+\S+ →\s+\S+/g)).toHaveLength(1)
  })
})

it('no folder has more than thirty modules, tests not counted', () => {
  const counts = Map.groupBy(
    globSync('{src,web/src,bench,scripts,test}/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !/\.(?:test|contract)\.tsx?$/.test(file) && !file.includes('node_modules'),
    ),
    (file) => dirname(file),
  )
  expect([...counts].filter(([, files]) => files.length > 30).map(([name]) => name)).toEqual([])
})

describe('names', () => {
  it('are exported once, so that a search for one leads to it', () => {
    const files = globSync('{src,web/src}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
    const places = new Map<string, Set<string>>()
    for (const file of files) {
      for (const name of exportedNames(readFileSync(join(root, file), 'utf8'))) {
        places.set(name, (places.get(name) ?? new Set()).add(file))
      }
    }
    expect(places.size).toBeGreaterThan(2000)
    expect([...places].filter(([, { size }]) => size > 1)).toEqual([])
  })

  it('are the same wherever they are exported again, but for the package itself', () => {
    const files = globSync('{src,web/src}/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !file.startsWith('src/public/'),
    )
    const again = files.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(
          /^export (?:type )?\{[^}]*\bas (?!default)\w+[^}]*\} from/gm,
        ),
      ].map(([text]) => `${file}: ${text}`),
    )
    expect(again).toEqual([])
  })

  it('are found whatever declares them', () => {
    const code = 'export const a = 1\nexport async function* b() {}\nexport type C = 1\nexport { d } from "./d.ts"'
    expect(exportedNames(code)).toEqual(['a', 'b', 'C'])
  })
})

describe('the maps of the tree', () => {
  const folders = ['src/*/', 'src/packs/*/'].flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
  const named = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)

  it.each(['AGENTS.md', 'docs/architecture.md'])('names every folder: %s', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    expect(named.length).toBeGreaterThan(25)
    expect(named.filter((name) => !text.includes(`${name}/`))).toEqual([])
  })

  it('names files that there are on the trip of a setting', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const trip = text
      .slice(text.indexOf('## The trip of one setting'))
      .match(/`(?:bin|cli|compose|runner|settings)\/[\w/-]+\.[jt]s`/g)
    const steps = (trip ?? []).map((file) => file.replaceAll('`', ''))
    expect(steps.length).toBeGreaterThan(11)
    expect(steps.filter((file) => !existsSync(join(root, file)) && !existsSync(join(root, 'src', file)))).toEqual([])
  })
})

function exportedNames(code: string): readonly string[] {
  const declared =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|type|interface|class|enum) (\w+)/gm
  return [...code.matchAll(declared)].map(([, name = '']) => name)
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}

/** What a checker prints, whether it is content or not. */
async function output(command: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1' }
  const run = promisify(execFile)(join(bin, command), [...args], { cwd: folder, env })
  const { stdout } = await run.catch((refusal: { stdout: string }) => refusal)
  return stdout
}

describe('statements', () => {
  it('of SQLite have no numbered parameters: Node.js 22.18 binds none, and ends with "column index out of range"', () => {
    const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !/postgres|\.test\.ts$/.test(file))
    const statements = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/`[^`]*\b(?:SELECT|INSERT|UPDATE|DELETE)\b[^`]*`/g)].map(
        ([text]) => ({ file, text }),
      ),
    )
    expect(statements.length).toBeGreaterThan(50)
    expect(statements.filter(({ text }) => /\?\d/.test(text))).toEqual([])
  })
})
