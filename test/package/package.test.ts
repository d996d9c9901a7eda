import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import lock from '../../package-lock.json' with { type: 'json' }
import packageJson from '../../package.json' with { type: 'json' }
import { japanese } from '../../src/i18n/ja.ts'
import { installPacked } from './install-packed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'shinsa-package-'))
const installed = join(place, 'node_modules', 'shinsa')
const dependencies = Object.keys(packageJson.dependencies)
let packedBytes = 0
let copy = ''

describe('the package', () => {
  beforeAll(async () => {
    const packed = await installPacked(place)
    packedBytes = statSync(packed.tarball).size
    copy = packed.copy
  })

  afterAll(() => rmSync(place, { recursive: true }))

  it('is small, needs little, and holds no tests', () => {
    const files = globSync('**/*', { cwd: installed })
    console.log(
      `${Math.round(packedBytes / 1024)} KiB packed, ${files.length} files, ${dependencies.length} dependencies`,
    )
    // 1 MiB until the third system came, the runbook assistant with what it knows of two languages, and the page.
    // 1.5 MiB until a report was one file: it asks nobody for anything, so it has 240 KiB of the page once more in itself.
    // 1.8 MiB until all examples came with it: the commands of README run on them.
    // 2 MiB until the page became a workbench with traces, pictures, trend and comparisons, which the report holds once more.
    // 2.25 MiB until it read the files of other evaluation tools and workbooks, and a new run had all that a config has.
    // The parts of pdf.js that read and show a file come with it since a whole pdf.js would be most of what is installed.
    const pdfReader = packedSize('dist/pdfjs')
    expect(packedBytes - pdfReader).toBeLessThan(2.375 * 1024 * 1024)
    expect(pdfReader).toBeLessThan(2.5 * 1024 * 1024)
    // 310 KiB until the page was a workbench. What a reader waits for is counted by test/browser/first-view.test.ts.
    expect(packedSize('dist/web')).toBeLessThan(380 * 1024)
    // Hosted models, Google's login, MCP and signing for AWS are optional peers. The tenth loads agents that Node does not.
    expect(dependencies.length).toBeLessThanOrEqual(10)
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
    // The documents of the review suites are no fixtures of tests, though the requirement calls their folder so.
    const ours = files.filter((file) => !/^examples\/document-review\/(?:en|ja)\/(?:my_tests\/)?fixtures\//.test(file))
    expect(ours.filter((file) => /\.(test|contract)\.|(^|\/)fixtures\/|\.env/.test(file))).toEqual([])
  })

  it('has every Japanese sentence, found by its English', async () => {
    const { inJapanese } = await import(pathToFileURL(join(installed, 'dist/i18n/ja.js')).href)
    const sentences = Object.entries(japanese())
    expect(sentences.filter(([english, sentence]) => inJapanese(english) !== sentence)).toEqual([])
    expect(inJapanese('a sentence that nobody wrote')).toBeUndefined()
  })

  it('is at most 45 packages and 60 MB when it is installed, each package of the AI SDK once', () => {
    // What the lock file has for others than developers: optional peers are developers' as well.
    const packages = Object.entries(lock.packages).flatMap(([path, entry]) =>
      path === '' || 'dev' in entry || 'devOptional' in entry ? [] : [path],
    )
    const folders = [installed, ...packages.map((path) => join(root, path))]
    const megabytes = folders.reduce((sum, folder) => sum + diskSpace(folder), 0) / 1024 ** 2
    console.log(`${packages.length + 1} packages, ${megabytes.toFixed(1)} MB installed`)
    expect(packages.length + 1).toBeLessThanOrEqual(45)
    expect(megabytes).toBeLessThanOrEqual(60)
    const sdk = packages.map((path) => /node_modules\/(@ai-sdk\/[^/]+)$/.exec(path)?.[1]).filter((name) => name)
    expect(sdk).toEqual([...new Set(sdk)])
  })

  it('has one of each class, whichever entry it is imported from', () => {
    const program = `import * as all from 'shinsa'
      import * as core from 'shinsa/core'
      const thrown = await all.evaluate({ repeat: 1.5 }).catch((error) => error)
      console.log(all.EvalError === core.EvalError, thrown instanceof core.EvalError)`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: place,
      encoding: 'utf8',
    })
    expect(stdout).toBe('true true\n')
  })

  it('holds every file that it exports', () => {
    // The condition `shinsa-source` is for the repository itself; sources are not packed.
    const targets = [
      ...Object.values(packageJson.exports).flatMap((entry) =>
        typeof entry === 'string' ? globSync(entry, { cwd: copy }) : [entry.types, entry.default],
      ),
      ...Object.values(packageJson.imports).map((entry) => entry.default.replace('*', 'package.json')),
    ]
    expect(targets.filter((target) => !existsSync(join(installed, target)))).toEqual([])
  })

  it('holds the licence of every package that stands in its files, and of no others', () => {
    const notes = globSync('dist/**/bundled-packages.json', { cwd: installed })
    expect(notes.map((note) => dirname(note)).toSorted()).toEqual(['dist', 'dist/report', 'dist/web'])
    const places = notes.flatMap((note) => JSON.parse(readFileSync(join(installed, note), 'utf8')) as string[])
    const versions = [...new Set([...places, 'node_modules/pdfjs-dist'])].map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<
        string,
        string
      >
      return `${name} ${version}`
    })
    const [, ...parts] = readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8').split(/^={80}\n/m)
    expect(parts.map((part) => part.split(' (', 1)[0])).toEqual(versions.toSorted())
    for (const name of ['zod', 'yaml', 'htmlparser2', 'micromark', 'react', '@base-ui/react', 'wouter', 'pdfjs-dist'])
      expect(versions).toContainEqual(expect.stringMatching(new RegExp(`^${name} `)))
    for (const part of parts)
      expect(part).toMatch(
        /Permission is hereby granted|Redistribution and use|Permission to use|Apache License|public domain/,
      )
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

  it('loads few files for a small run', () => {
    const folder = mkdtempSync(join(place, 'small-'))
    writeFileSync(join(folder, 'cases.jsonl'), '{"question":"Capital of France?","answer":"Paris"}\n'.repeat(2))
    writeFileSync(join(folder, 'agent.mjs'), "export default () => 'Paris'")
    const program = join(installed, 'bin', 'shinsa.js')
    const { status } = spawnSync(
      process.execPath,
      ['--import', join(root, 'test/fixtures/list-loaded.mjs'), program, 'run', 'cases.jsonl', '-t', './agent.mjs'],
      { cwd: folder, env: { ...process.env, LOADED: join(folder, 'loaded.txt') } },
    )
    const loaded = readFileSync(join(folder, 'loaded.txt'), 'utf8').split('\n')
    console.log(`${loaded.length} files loaded for a run of two cases`)
    expect(status).toBe(0)
    expect(loaded.length).toBeLessThan(20)
  })

  it('has what runs in threads of its own: programs of a reviewer, readers of PDFs', async () => {
    const threads = Object.keys(packageJson.imports).filter((name) => name.endsWith('-thread'))
    expect(threads).toEqual(['#pdf-thread', '#pdf-pictures-thread', '#program-thread'])
    const pdf = bytesOf('examples/document-review/ja/fixtures/floor_plan_safety_reports_fonts_not_embedded.pdf')
    const text = await answerOf('#pdf-thread', { bytes: pdf, pages: 9, characters: 100_000 })
    expect(JSON.stringify(text)).toContain('避難経路')
    const scan = { bytes: bytesOf('test/fixtures/scans/jpeg.ja.pdf'), pages: [1], side: 200, pixels: 50_000_000 }
    const picture = await answerOf('#pdf-pictures-thread', scan)
    expect(picture).toMatchObject({ status: 'drawn', pictures: [{ page: 1, height: 200 }] })
    const program = await answerOf('#program-thread', { code: '6 * 7', memoryMegabytes: 64 })
    expect(program).toEqual({ status: 'ran', result: { stdout: '', stderr: '', exitCode: 0, result: '42' } })
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

  it('has no link that leads nowhere', () => {
    const pages = globSync('**/*.md', { cwd: installed })
    const dead = pages.flatMap((page) =>
      [
        ...readFileSync(join(installed, page), 'utf8')
          .replaceAll(/```[\s\S]*?```/g, '')
          .matchAll(/\]\(([^)\s]+)\)/g),
      ]
        .map(([, target = '']) => target.replace(/#.*/, ''))
        .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(join(installed, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    )
    expect(dead).toEqual([])
  })

  it('does what README.md says, line by line, in an empty folder', async () => {
    expect(await outcomesOf('README.md')).toMatchInlineSnapshot(`
      {
        "shinsa compare 20261121-2254 latest --fail-on-worse": "0: done",
        "shinsa mutate latest": "0: done",
        "shinsa review --suite examples/document-review/en/quick_start_suite.json": "0: ✓ PASSED  3 of 3 cases passed, 100 % (95 % interval 43–100 %)",
        "shinsa run evals/weather.evalset.json --fail-on "failed,error,pass-rate-low<0.8" --output report.xml": "1: ✗ FAILED  2 of 2 cases passed, 100 % (95 % interval 34–100 %)",
        "shinsa run evals/weather.evalset.json --judge gemini-2.5-flash --max-cost 0.50": "2: error: Gemini API: the package @ai-sdk/google is not installed",
        "shinsa run evals/weather.evalset.json --target ./agent.ts": "0: ✓ PASSED  2 of 2 cases passed, 100 % (95 % interval 34–100 %)",
        "shinsa run examples/runbook-assistant/eval_dataset.json": "0: ✓ PASSED  10 of 10 cases passed, 100 % (95 % interval 72–100 %)",
        "shinsa serve": "served with 200",
      }
    `)
  })

  it('does what README.ja.md says, line by line, in an empty folder', async () => {
    expect(await outcomesOf('README.ja.md')).toMatchInlineSnapshot(`
      {
        "shinsa compare 20261121-2254 latest --fail-on-worse": "0: done",
        "shinsa mutate latest": "0: done",
        "shinsa review --suite examples/document-review/ja/quick_start_suite.json --lang ja": "0: ✓ 合格  3 ケース中 3 ケースが合格、合格率 100 %（95 % 信頼区間 43–100 %）",
        "shinsa run evals/weather.evalset.json --fail-on "failed,error,pass-rate-low<0.8" --output report.xml": "1: ✗ FAILED  2 of 2 cases passed, 100 % (95 % interval 34–100 %)",
        "shinsa run evals/weather.evalset.json --judge gemini-2.5-flash --max-cost 0.50": "2: error: Gemini API: the package @ai-sdk/google is not installed",
        "shinsa run evals/weather.evalset.json --target ./agent.ts --lang ja": "0: ✓ 合格  2 ケース中 2 ケースが合格、合格率 100 %（95 % 信頼区間 34–100 %）",
        "shinsa run examples/runbook-assistant/eval_dataset.json --lang ja": "0: ✓ 合格  10 ケース中 10 ケースが合格、合格率 100 %（95 % 信頼区間 72–100 %）",
        "shinsa serve": "served with 200",
      }
    `)
  })

  it('does what docs/getting-started.md says, line by line, in an empty folder', async () => {
    expect(await outcomesOf('docs/getting-started.md')).toMatchInlineSnapshot(`
      {
        "npx shinsa doctor": "0: done",
        "npx shinsa init": "0: done",
        "npx shinsa list": "0: done",
        "npx shinsa run": "0: ✓ PASSED  2 of 2 cases passed, 100 % (95 % interval 34–100 %)",
        "npx shinsa run --metric final_response_match_v2 --judge gemini-2.5-flash --max-cost 0.50": "2: error: Gemini API: the package @ai-sdk/google is not installed",
        "npx shinsa run oslo.csv --target ./agent.ts": "1: ✗ FAILED  0 of 1 case passed, 0 % (95 % interval 0–80 %)",
        "npx shinsa run questions.csv --target ./agent.ts": "0: ✓ PASSED  1 of 1 case passed, 100 % (95 % interval 20–100 %)",
        "npx shinsa show latest": "0: ✓ PASSED  2 of 2 cases passed, 100 % (95 % interval 34–100 %)",
        "npx shinsa show latest row-1": "0: done",
        "npx shinsa show latest two_cities": "0: done",
        "printf 'question,answer\\nHow warm is Oslo?,It is 4 degrees in Oslo.\\n' > oslo.csv": "0: done",
      }
    `)
  })

  it('does what docs/ja/getting-started.md says, line by line, in an empty folder', async () => {
    expect(await outcomesOf('docs/ja/getting-started.md')).toMatchInlineSnapshot(`
      {
        "npx shinsa compare 20261121-2254 latest --fail-on-worse": "0: done",
        "npx shinsa doctor": "0: done",
        "npx shinsa init --lang ja": "0: done",
        "npx shinsa list": "0: done",
        "npx shinsa run": "0: ✓ PASSED  2 of 2 cases passed, 100 % (95 % interval 34–100 %)",
        "npx shinsa run cases.jsonl --target recorded:transcripts.jsonl": "2: error: FOLDER/cases.jsonl: there is no such file",
        "npx shinsa run evals/weather.evalset.json --target ./agent.ts --judge gemini-2.5-flash --max-cost 0.50 --lang ja": "2: エラー: Gemini API: パッケージ @ai-sdk/google がインストールされていません",
        "npx shinsa run evals/weather.evalset.json --target ./agent.ts --lang ja": "0: ✓ 合格  2 ケース中 2 ケースが合格、合格率 100 %（95 % 信頼区間 34–100 %）",
        "npx shinsa run evals/weather.evalset.json --target ./agent.ts --output report.xml --fail-on "failed,error,not-evaluated"": "0: ✓ PASSED  2 of 2 cases passed, 100 % (95 % interval 34–100 %)",
        "npx shinsa run oslo.csv --target ./agent.ts --lang ja": "1: ✗ 不合格  1 ケース中 0 ケースが合格、合格率 0 %（95 % 信頼区間 0–80 %）",
        "npx shinsa run questions.csv --target "command:python3 agent.py"": "2: error: python3 agent.py failed in the only case: python3 ended with exit code 2 while it was still needed",
        "npx shinsa run questions.csv --target ./agent.ts": "0: ✓ PASSED  1 of 1 case passed, 100 % (95 % interval 20–100 %)",
        "npx shinsa run questions.csv --target http://127.0.0.1:8000/chat": "2: error: http://127.0.0.1:8000/chat failed in the only case: http://127.0.0.1:8000/chat cannot be reached: ECONNREFUSED",
        "npx shinsa show latest": "0: ✓ PASSED  2 of 2 cases passed, 100 % (95 % interval 34–100 %)",
        "npx shinsa show latest row-1 --lang ja": "0: ✗ 不合格  row-1",
        "npx shinsa show latest two_cities": "0: done",
        "printf '質問,正解\\nオスロは今何度ですか？,オスロは4度です。\\n' > oslo.csv": "0: done",
      }
    `)
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

/** The lines that a page tells people to type, without those for a clone. */
function commandLines(page: string): readonly string[] {
  const blocks = readFileSync(join(installed, page), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)
  const lines = [...blocks].flatMap(([, block = '']) => block.trim().split('\n'))
  return lines.filter((line) => /^(?:(?:npx )?shinsa|printf) /.test(line))
}

/** What becomes of each line of a page, typed one after another in a folder in which the package is installed. */
async function outcomesOf(page: string): Promise<Readonly<Record<string, string>>> {
  const folder = mkdtempSync(join(place, 'user-'))
  writeFileSync(join(folder, 'package.json'), '{"devDependencies":{}}')
  const lines = commandLines(page)
  if (!lines.some((line) => line.includes(' init'))) {
    shinsa(['init', '--table', '--lang', 'en'], {}, folder)
    writeOwnFiles(folder)
  }
  const outcomes: Record<string, string> = {}
  for (const line of lines) {
    outcomes[line] = await outcomeOf(line, folder)
    if (!existsSync(join(folder, 'questions.csv'))) writeOwnFiles(folder)
  }
  return outcomes
}

/** What the pages take for somebody's own. */
function writeOwnFiles(folder: string): void {
  shinsa(['init', 'of-adk', '--adk', '--lang', 'en'], {}, folder)
  cpSync(join(folder, 'of-adk/evals/first.evalset.json'), join(folder, 'evals/weather.evalset.json'))
  cpSync(join(folder, 'of-adk/evals/test_config.json'), join(folder, 'evals/test_config.json'))
  rmSync(join(folder, 'of-adk'), { recursive: true })
  writeFileSync(join(folder, 'questions.csv'), 'question,answer\nHow warm is it in Kyoto?,It is 21 degrees in Kyoto.\n')
  shinsa(['run', '--name', '20261121-2254'], {}, folder)
}

/** The exit code and the first line of what went wrong, or of the report. A server is stopped once it answers. */
async function outcomeOf(line: string, folder: string): Promise<string> {
  if (line.startsWith('printf ')) return `${spawnSync('bash', ['-c', line], { cwd: folder }).status}: done`
  const args = wordsOf(line.replace(/^(?:npx )?shinsa /, ''))
  if (args[0] === 'serve') return serveOnce(folder)
  const language = args.includes('--lang') ? [] : ['--lang', 'en']
  const { status, stdout, stderr } = shinsa([...args, ...language], { GOOGLE_API_KEY: 'nobody-asks' }, folder)
  const said = stderr.split('\n').find((text) => /^(?:error|エラー):|Warning/.test(text))
  const verdict = stdout.split('\n').find((text) => /^[✓✗] (?:[A-Z]{4}|合格|不合格)/.test(text))
  return `${status}: ${said ?? verdict ?? 'done'}`.replaceAll(folder, 'FOLDER')
}

async function serveOnce(folder: string): Promise<string> {
  const child = spawn(process.execPath, [join(installed, 'bin', 'shinsa.js'), 'serve', '--port', '0'], { cwd: folder })
  const address = await new Promise<string>((found) => {
    let said = ''
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString()
      const [url] = /http:\S+/.exec(said) ?? []
      if (url !== undefined) found(url)
    })
  })
  const { status } = await fetch(address)
  child.kill()
  return `served with ${status}`
}

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

function bytesOf(file: string): Uint8Array {
  return readFileSync(join(root, file))
}

/** What a thread of the installed package says first. */
async function answerOf(thread: keyof typeof packageJson.imports, request: object): Promise<unknown> {
  const worker = new Worker(join(installed, packageJson.imports[thread].default), { workerData: request, execArgv: [] })
  const [answer] = await once(worker, 'message')
  await worker.terminate()
  return answer
}

/** What a folder takes on a disk, in bytes: whole blocks, as `du` counts. */
function diskSpace(folder: string): number {
  const files = globSync('**/*', { cwd: folder }).map((file) => statSync(join(folder, file)))
  return files.reduce((sum, { size }) => sum + Math.ceil(size / 4096) * 4096, 0)
}

/** What a folder takes in the tarball, within a few bytes a file. */
function packedSize(folder: string): number {
  const files = globSync('**/*.*', { cwd: join(installed, folder) })
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(installed, folder, file))).length, 0)
}

function shinsa(args: readonly string[], environment: Readonly<Record<string, string>> = {}, cwd = place) {
  return spawnSync(process.execPath, [join(installed, 'bin', 'shinsa.js'), ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
}
