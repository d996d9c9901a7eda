import { createServer } from 'node:http'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Command, type Option, commonOptions } from '../../src/cli/command.ts'
import type { Diagnosis } from '../../src/workspace/diagnose.ts'
import { type Run, type RunComparison, toEnglish } from '../../src/core/index.ts'
import { japanese } from '../../src/i18n/ja.ts'
import { RunDocument } from '../../src/reporters/json.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type Project, agents, loudSet, newProject } from './run-shinsa.ts'
import { whatIsWrongWithXml } from './well-formed-xml.ts'

const exact = { criteria: { exact_match: 1 } }
const mixed = loudSet({ one: 'right', two: 'wrong', three: 'right' })

describe('list', () => {
  it('shows the runs, newest first, also from a folder below', async () => {
    const project = await ranTwice()
    project.write({ 'below/x.txt': '' })
    const { exitCode, stdout } = await project.start(['list'], { cwd: 'below' }).ended
    expect(exitCode).toBe(0)
    expect(stdout.replaceAll(/\d{8}-\d{6}-\w{4}/g, 'RUN')).toMatchInlineSnapshot(`
      "run                          verdict   pass rate         dataset  target
      RUN after   ✓ passed  100 % (43–100 %)  loud     ./agent.ts
      RUN before  ✗ failed  67 % (20–94 %)    loud     ./agent.ts
      "
    `)
    const runs = JSON.parse((await project.run('list', '--json', '--limit', '1')).stdout) as Run[]
    expect(runs.map(({ plan }) => plan.name)).toEqual(['after'])
  })

  it('says that there is none yet, and where', async () => {
    const project = newProject()
    const { exitCode, stdout } = await project.runHere('list')
    expect({ exitCode, stdout }).toMatchInlineSnapshot(`
      {
        "exitCode": 0,
        "stdout": "There are no runs in PROJECT/.shinsa/runs.db yet: shinsa run DATASET makes one.
      ",
      }
    `)
    expect(existsSync(join(project.folder, '.shinsa'))).toBe(false)
  })
})

describe('a store that is not there', () => {
  it('is refused by name, and not made, by every command that needs its runs', async () => {
    const project = newProject()
    const store = join(project.folder, 'mistyped.db')
    for (const command of [
      ['list'],
      ['list', '--json'],
      ['show', 'latest'],
      ['compare', 'main', 'latest'],
      ['prefer', 'main', 'latest'],
      ['prefer'],
      ['mutate', 'latest'],
      ['blame', 'latest', 'one'],
      ['atlas', 'latest'],
      ['export', 'latest', '--format', 'html'],
      ['labels', 'export'],
      ['resume', 'latest'],
      ['rerun', 'latest'],
      ['delete', 'latest', '--yes'],
      ['prune', '--keep', '1', '--yes'],
    ]) {
      const { exitCode, stdout, stderr } = await project.runHere(...command, '--store', store)
      expect({ command, exitCode, stdout, stderr }).toEqual({
        command,
        exitCode: 2,
        stdout: '',
        stderr:
          'error: there is no run store PROJECT/mistyped.db\n' +
          'hint: Check the place, or make a run there with `shinsa run DATASET`.\n',
      })
    }
    const said = await project.start(['list'], { environment: { SHINSA_STORE: 'mistyped.db' } }).ended
    expect(said).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there is no run store mistyped.db') })
    expect(readdirSync(project.folder)).toEqual(['.git'])
  })

  it('is made by the page, which starts runs, and told', async () => {
    const project = newProject()
    const { child, ended } = project.start(['serve', '--port', '0', '--store', 'new.db'])
    child.stdout?.once('data', () => child.kill('SIGINT'))
    expect((await ended).stderr).toMatch(/^note: there was no run store new.db; it is made for the runs of this page$/m)
  })

  it('is not needed to compare files', async () => {
    const project = await ranTwice()
    for (const name of ['before', 'after']) await project.runHere('export', 'latest', '--output', `${name}.json`)
    const { exitCode } = await project.runHere('compare', 'before.json', 'after.json', '--store', 'none.db')
    expect(exitCode).toBe(0)
    expect(existsSync(join(project.folder, 'none.db'))).toBe(false)
  })
})

describe('show', () => {
  it('shows a run as it was reported, and everything about one case', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
    const ran = await project.run('run', 'a.evalset.json', '-t', './agent.ts')
    const shown = await project.run('show', 'latest')
    expect(shown.exitCode).toBe(0)
    expect(`${shown.stdout}✗ FAILED  Exit code 1\n`).toBe(ran.stdout)
    const { exitCode, stdout } = await project.runHere('show', 'latest', 'two')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('SAY TWO')
    expect(stdout).toContain('something else entirely')
    expect(stdout).not.toContain('SAY ONE')
  })

  it('says which case may have been meant', async () => {
    const project = await ranTwice()
    const { exitCode, stderr } = await project.runHere('show', 'latest', 'thre')
    expect(exitCode).toBe(2)
    expect(stderr.replaceAll(/\d{8}-\d{6}-\w{4}/g, 'RUN')).toMatchInlineSnapshot(`
      "error: run RUN has no case "thre"
      hint: Did you mean three?
      "
    `)
  })
})

describe('compare', () => {
  it('leaves out a case that expects something else by now, and says so', async () => {
    const project = await ranTwice()
    const runs = JSON.parse((await project.runHere('list', '--json')).stdout) as Run[]
    const [after = '', before = ''] = runs.map(({ plan }) => plan.runId)
    const { exitCode, stdout } = await project.run('compare', before, after, '--fail-on-worse')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^The datasets differ: on the 2 cases that are the same, no difference was found\n/)
    expect(stdout).toContain('1 case has the same name and another content: two\n')
    const json = JSON.parse((await project.runHere('compare', before, after, '--json')).stdout) as RunComparison
    expect(json).toMatchObject({ better: 0, worse: 0, same: 2, changed: { count: 1 }, onlyInOne: 0 })
  })

  it('compares answers that two tables bring, which are not the cases', async () => {
    const project = newProject({ 'old.jsonl': answered('yes'), 'new.jsonl': answered('no') })
    await project.runHere('run', 'old.jsonl', '--name', 'old')
    await project.runHere('run', 'new.jsonl', '--name', 'new')
    const { exitCode, stdout } = await project.runHere('compare', 'old', 'new', '--fail-on-worse')
    expect(exitCode).toBe(1)
    expect(stdout).toContain('0 better, 12 worse')
    expect(stdout).not.toContain('another content')
  })

  it('says better or worse when the test says so, and --fail-on-worse exits with 1', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `c${index}`)
    const project = newProject({
      'agent.ts': agents.loud,
      'mute.ts': 'export default () => "…"\n',
      'test_config.json': exact,
      'a.evalset.json': loudSet(Object.fromEntries(ids.map((id) => [id, 'right']))),
    })
    await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--name', 'good')
    await project.runHere('run', 'a.evalset.json', '-t', './mute.ts', '--name', 'bad')
    const worse = await project.runHere('compare', 'good', 'bad', '--fail-on-worse')
    expect(worse).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^Worse than the baseline\n/) })
    expect(worse.stdout).toContain('! The target differs: ./agent.ts → ./mute.ts\n')
    expect(worse.stdout).toContain('exact_match: 1 → 0, −1 ')
    const better = await project.runHere('compare', 'bad', 'good', '--fail-on-worse')
    expect(better).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Better than the baseline\n/) })
    const lenient = await project.runHere('compare', 'good', 'bad', '--reporter', 'markdown')
    expect(lenient).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^.*Worse than the baseline/) })
  })
})

describe('export', () => {
  it('writes a run as JSON, JUnit and Markdown, to standard output or a file', async () => {
    const project = await ranTwice()
    const json = await project.run('export', 'latest')
    expect(RunDocument.parse(JSON.parse(json.stdout)).results).toHaveLength(3)
    const junit = await project.runHere('export', 'latest', '-f', 'junit')
    expect(whatIsWrongWithXml(junit.stdout)).toBeUndefined()
    expect(await project.runHere('export', 'latest', '-f', 'markdown', '-o', 'a.md')).toMatchObject({ stdout: '' })
    expect(project.read('a.md')).toMatch(/^#/)
  })

  it('takes the format from the ending of the file, and guesses none', async () => {
    const project = await ranTwice()
    await project.runHere('export', 'latest', '-o', 'report.xml')
    expect(whatIsWrongWithXml(project.read('report.xml'))).toBeUndefined()
    expect(await project.runHere('export', 'latest', '-o', 'report.pdf')).toMatchObject({
      exitCode: 2,
      stderr: `error: the ending of report.pdf does not say which report is meant
hint: Name it: --format html | json | junit | markdown | baseline | csv | adk | strands | strands-list | otlp | transcripts.
`,
    })
  })

  it('writes ADK result files under the names that ADK gives them', async () => {
    const project = await ranTwice()
    expect(await project.runHere('export', 'latest', '-f', 'adk', '-o', 'history')).toMatchObject({ exitCode: 0 })
    const [name = ''] = readdirSync(join(project.folder, 'history'))
    expect(name).toMatch(/^shinsa_loud_\d+\.\d+\.evalset_result\.json$/)
    const result = JSON.parse(project.read(`history/${name}`)) as { eval_case_results: object[] }
    expect(result.eval_case_results).toMatchObject([
      { eval_id: 'one', final_eval_status: 1 },
      { eval_id: 'two', final_eval_status: 1 },
      { eval_id: 'three', final_eval_status: 1 },
    ])
  })

  it('writes one ADK result into the file that is named, and several only into a folder', async () => {
    const project = await ranTwice()
    expect(await project.runHere('export', 'latest', '-f', 'adk', '-o', 'result.json')).toMatchObject({ exitCode: 0 })
    const result = JSON.parse(project.read('result.json')) as { eval_set_id: string }
    expect(result.eval_set_id).toBe('loud')
    const runs = JSON.parse((await project.runHere('list', '--json')).stdout) as Run[]
    const ids = runs.map(({ plan }) => plan.runId)
    expect(await project.runHere('export', ...ids, '-f', 'adk', '-o', 'both.json')).toMatchObject({
      exitCode: 2,
      stderr: 'error: several runs are several ADK result files\nhint: Name a folder for them: --output FOLDER.\n',
    })
    expect(existsSync(join(project.folder, 'both.json'))).toBe(false)
    mkdirSync(join(project.folder, 'odd.json'))
    expect(await project.runHere('export', ...ids, '-f', 'adk', '-o', 'odd.json')).toMatchObject({ exitCode: 0 })
    expect(readdirSync(join(project.folder, 'odd.json'))).toHaveLength(2)
    expect(await project.runHere('export', 'latest', '-f', 'adk', '-o', 'result.json/x')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(/^error: result\.json\/x cannot be written: /),
    })
  })

  it('writes transcripts that recorded: reads back, and a run can be scored again by its id', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
    await project.runHere('run', 'a.evalset.json', '-t', './agent.ts')
    await project.runHere('export', 'latest', '--output', 't.jsonl')
    const recorded = await project.runJson('a.evalset.json', '-t', 'recorded:t.jsonl')
    expect(recorded.document.results.map(({ verdict }) => verdict)).toEqual(['passed', 'failed', 'passed'])
    const again = await project.runJson('a.evalset.json', '-t', `run:${recorded.document.run.plan.runId}`)
    expect(again.document.results.map(({ verdict }) => verdict)).toEqual(['passed', 'failed', 'passed'])
  })
})

describe('convert', () => {
  it('makes an eval set of an old .test.json', async () => {
    const project = newProject({
      'old.test.json': [
        {
          query: 'lights!',
          expected_tool_use: [{ tool_name: 'set', tool_input: { on: true } }],
          reference: 'lights on',
        },
      ],
    })
    const { exitCode } = await project.run('convert', 'old.test.json', '--output', 'new.evalset.json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(project.read('new.evalset.json'))).toMatchObject({
      eval_cases: [
        {
          conversation: [
            {
              user_content: { role: 'user', parts: [{ text: 'lights!' }] },
              final_response: { parts: [{ text: 'lights on' }] },
              intermediate_data: { tool_uses: [{ name: 'set', args: { on: true } }] },
            },
          ],
        },
      ],
    })
  })

  it('loses nothing of a table on the way to JSON lines, an eval set and back', async () => {
    const table =
      'id,question,expected,level\njp,Capital of Japan?,Tokyo,1\nfr,"Capital of ""France""?","Paris\nor so",2\n'
    const project = newProject({ 'a.csv': table })
    await project.runHere('convert', 'a.csv', '-o', 'b.jsonl')
    await project.runHere('convert', 'b.jsonl', '-o', 'c.evalset.json')
    await project.runHere('convert', 'c.evalset.json', '-o', 'd.jsonl')
    expect(project.read('d.jsonl')).toBe(project.read('b.jsonl'))
    expect(await project.runHere('convert', 'd.jsonl', '-o', 'e.csv')).toMatchObject({ exitCode: 0, stderr: '' })
    await project.runHere('convert', 'e.csv', '-o', 'f.jsonl')
    expect(project.read('f.jsonl')).toBe(project.read('b.jsonl'))
  })
})

describe('init', () => {
  const kinds = [
    { flags: [], cases: 'evals/weather.eval.ts', asked: ['one_city', 'two_cities'] },
    { flags: ['--adk'], cases: 'evals/first.evalset.json', asked: ['one_city', 'two_cities'] },
    { flags: ['--table'], cases: 'evals/questions.csv', asked: ['row-1', 'row-2'] },
    { flags: ['--python'], cases: 'evals/questions.csv', asked: ['row-1', 'row-2'] },
  ]
  it.each(
    kinds.flatMap((kind) => [
      { ...kind, language: 'en', question: 'How warm is it in Kyoto?' },
      { ...kind, language: 'ja', question: '京都は今どんな天気？' },
    ]),
  )(
    '$flags writes a project in $language that passes as it is',
    async ({ flags, cases, asked, language, question }) => {
      const project = newProject()
      expect(await project.run('init', 'made', ...flags, '--lang', language)).toMatchObject({ exitCode: 0 })
      expect(project.read(`made/${cases}`)).toContain(question)
      const { exitCode, stdout } = await project.start(['run', '--lang', language, '--json'], { cwd: 'made' }).ended
      expect(exitCode).toBe(0)
      const { run, results } = RunDocument.parse(JSON.parse(stdout))
      expect(results.map(({ evalCase }) => evalCase.id)).toEqual(asked)
      expect(run.summary?.results).toMatchObject({ total: 2, passed: 2 })
      // The default check of an answer, and no counting of words.
      expect(stdout).not.toContain('response_match_score')
      expect(readdirSync(join(project.folder, 'made/.shinsa'))).toContain('runs.db')
    },
  )

  it.each([
    ['as npm makes it', '{"devDependencies":{}}', 'ts'],
    ['of modules', '{"type":"module"}', 'ts'],
    ['of CommonJS', '{"type":"commonjs"}', 'mts'],
  ])('works beside a package.json %s, and Node.js says nothing', async (_, written, ending) => {
    const project = newProject({ 'package.json': written })
    expect(await project.runHere('init')).toMatchObject({ exitCode: 0, stderr: '' })
    expect(readdirSync(join(project.folder, 'evals'))).toEqual([`weather.eval.${ending}`])
    const { exitCode, stderr } = await project.start(['run']).ended
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: `agent: ./agent.${ending}\n0 of 2 done\n` })
  })

  it.each([
    [
      '{\n\t"name": "mine",\n\t"scripts": {\n\t\t"test": "vitest"\n\t}\n}\n',
      '{\n\t"name": "mine",\n\t"scripts": {\n\t\t"test": "vitest",\n\t\t"eval": "shinsa run"\n\t}\n}\n',
    ],
    ['{\r\n  "name": "a"\r\n}', '{\r\n  "name": "a",\r\n  "scripts": {\r\n    "eval": "shinsa run"\r\n  }\r\n}'],
    ['{"scripts":{"eval":"my own"}}', '{"scripts":{"eval":"my own"}}'],
    ['{ "scripts": "none" }', '{ "scripts": "none" }'],
    ['{ broken', '{ broken'],
  ])('adds a script to a package.json, and takes none away: %j', async (before, after) => {
    const project = newProject({ 'package.json': before })
    const { stdout } = await project.runHere('init')
    expect(project.read('package.json')).toBe(after)
    expect(stdout.includes('wrote package.json')).toBe(before !== after)
  })

  it('takes one kind', async () => {
    const { exitCode, stderr } = await newProject().runHere('init', '--adk', '--table')
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: 'error: --adk and --table contradict each other\n',
    })
  })

  it.each([
    ['there is no .gitignore', undefined, '.shinsa/\n'],
    ['there is one', 'node_modules/\n.env', 'node_modules/\n.env\n.shinsa/\n'],
    ['it was written on Windows', 'dist\r\n', 'dist\r\n.shinsa/\r\n'],
    ['it is ignored already', '# ours\n/.shinsa\n', '# ours\n/.shinsa\n'],
  ])('leaves the run store out of the repository when %s', async (_, before, after) => {
    const project = newProject(before === undefined ? {} : { '.gitignore': before })
    await project.runHere('init')
    expect(project.read('.gitignore')).toBe(after)
  })

  it('overwrites nothing', async () => {
    const project = newProject({ 'agent.ts': 'mine' })
    const { exitCode, stderr } = await project.runHere('init')
    expect({ exitCode, stderr }).toMatchInlineSnapshot(`
      {
        "exitCode": 2,
        "stderr": "error: agent.ts is already there
      hint: Choose another folder: shinsa init FOLDER.
      ",
      }
    `)
    expect(project.read('agent.ts')).toBe('mine')
    expect(readdirSync(project.folder).toSorted()).toEqual(['.git', 'agent.ts'])
  })
})

it('a command that would flood a terminal asks for the format, and writes JSON for a program', async () => {
  const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
  await project.runHere('run', 'a.evalset.json', '-t', './agent.ts')
  const asked = await project.start(['export', 'latest'], { onTerminal: true }).ended
  expect([asked.exitCode, asked.stdout.replaceAll('\r', '')]).toEqual([
    2,
    expect.stringMatching(
      /^error: which format\? Neither --format nor --output says it\nhint: shinsa export latest --output report.html, or --format html \|/,
    ),
  ])
  const { stdout } = await project.runHere('export', 'latest')
  expect(() => RunDocument.parse(JSON.parse(stdout))).not.toThrow()
})

function loginIn(stdout: string): string | undefined {
  return stdout.split('\n').find((line) => line.includes('Google login'))
}

describe('doctor', () => {
  it('names the keys that are there and never shows them', async () => {
    const project = newProject({ '.env': 'GEMINI_API_KEY=secret-of-the-file\n' })
    const environment = { OPENAI_API_KEY: 'secret-of-the-shell' }
    const { exitCode, stdout, stderr } = await project.start(['doctor'], { environment }).ended
    expect(exitCode).toBe(0)
    expect(stdout).toContain('✓ models of Gemini API: GEMINI_API_KEY is set')
    expect(stdout).toContain('✓ models of OpenAI: OPENAI_API_KEY is set')
    expect(stdout).toContain('– models of Anthropic: no key')
    expect(stdout + stderr).not.toContain('secret')
  })

  it('says which Google login is there and never what is in it, and ends with 3 when it is none', async () => {
    const key = { type: 'service_account', client_email: 'judge@secret.example', private_key: 'secret-key' }
    const person = { type: 'authorized_user', client_id: 'secret', client_secret: 'secret', refresh_token: 'secret' }
    const project = newProject({ 'key.json': key, 'bad.json': { ...key, client_email: '' } })
    const environment = { GOOGLE_APPLICATION_CREDENTIALS: 'key.json' }
    const named = await project.start(['doctor'], { environment }).ended
    expect([named.exitCode, loginIn(named.stdout)]).toEqual([
      0,
      '✓ Google login: service_account in PROJECT/key.json (GOOGLE_APPLICATION_CREDENTIALS)',
    ])
    const bad = await project.start(['doctor'], { environment: { GOOGLE_APPLICATION_CREDENTIALS: 'bad.json' } }).ended
    expect([bad.exitCode, loginIn(bad.stdout)]).toEqual([
      3,
      '✗ Google login: PROJECT/bad.json (GOOGLE_APPLICATION_CREDENTIALS): client_email is missing or wrong',
    ])
    expect(loginIn((await project.run('doctor')).stdout)).toBe('– Google login: none (docs/models.md#google-login)')
    // The home of these tests is the project's folder.
    project.write({ '.config/gcloud/application_default_credentials.json': person })
    const gcloud = await project.runHere('doctor')
    expect(loginIn(gcloud.stdout)).toBe(
      '✓ Google login: authorized_user in PROJECT/.config/gcloud/application_default_credentials.json (gcloud)',
    )
    expect(named.stdout + bad.stdout + gcloud.stdout).not.toContain('secret')
  })

  it('finds the targets that do not answer, and ends with 3', async () => {
    const http = createServer((_request, response) => response.writeHead(405).end())
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void http.close())
    const address = http.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const project = newProject({
      'agent.ts': agents.loud,
      'shinsa.config.ts': `export default { targets: {
        alive: 'http://127.0.0.1:${port}/',
        dead: 'http://127.0.0.1:1/',
        module: './agent.ts',
        lost: './lost.ts',
        program: 'command:sh agent.sh',
        unknown: 'command:no-such-program',
      } }`,
    })
    const { exitCode, stdout } = await project.runHere('doctor', '--json')
    const findings = JSON.parse(stdout) as Diagnosis[]
    const states = findings.flatMap(({ subject, state }) =>
      toEnglish(subject).startsWith('target ') ? [[toEnglish(subject).slice('target '.length), state]] : [],
    )
    expect(Object.fromEntries(states)).toEqual({
      alive: 'fine',
      dead: 'broken',
      module: 'fine',
      lost: 'broken',
      program: 'fine',
      unknown: 'broken',
    })
    expect(exitCode).toBe(3)
  })
})

describe('help', () => {
  const others = [
    'review',
    'worker',
    'resume',
    'rerun',
    'list',
    'show',
    'compare',
    'prefer',
    'improve',
    'mutate',
    'blame',
    'atlas',
    'export',
    'runbook ask',
    'runbook index',
    'delete',
    'store copy',
    'prune',
    'serve',
    'convert',
    'evalset create',
    'evalset add-case',
    'evalset generate',
    'mcp',
    'labels',
    'judge',
    'init',
    'doctor',
    'completion',
  ]
  const names = ['run', 'watch', 'watch-production', ...others]
  const commands = new Map<string, Command>()

  beforeAll(async () => {
    for (const name of names) {
      const module = (await import(`../../src/cli/commands/${name.split(' ')[0]}.ts`)) as Record<string, Command>
      const command = Object.values(module).find((exported) => exported.name === name)
      if (command !== undefined) commands.set(name, command)
    }
  })

  it.each(['en', 'ja'])('names every command and exit code in %s', async (language) => {
    const { exitCode, stdout } = await newProject().run('--help', '--lang', language)
    expect(exitCode).toBe(0)
    expect([...stdout.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?) {2}/gm)].map(([, name]) => name)).toEqual(names)
    expect([...stdout.matchAll(/^ {2}(\d+) +/gm)].map(([, code]) => code)).toEqual(['0', '1', '2', '3', '130'])
  })

  it.each(names)('of %s shows every option with its words, in both languages', async (name) => {
    const command = commands.get(name)
    const [english, translated] = await Promise.all([
      newProject().runHere(...name.split(' '), '--help'),
      newProject().runHere(...name.split(' '), '--help', '--lang', 'ja'),
    ])
    const options: Readonly<Record<string, Option>> = { ...command?.options, ...commonOptions }
    for (const [option, { value, summary }] of Object.entries(options)) {
      const flag = value === undefined ? `--${option}` : `--${option} ${value}`
      expect(wordsOf(flag, english.stdout)).toBe(summary.text)
      expect(wordsOf(flag, translated.stdout)).toBe(japanese()[summary.text])
    }
    expect([english.exitCode, translated.exitCode]).toEqual([0, 0])
    expect(translated.stdout).not.toContain(toEnglish(command?.summary ?? { text: '' }))
  })
})

describe('the program itself', () => {
  it('prints its version', async () => {
    expect(await newProject().run('--version')).toMatchObject({ exitCode: 0, stdout: `${packageJson.version}\n` })
  })

  it('shows what there is and ends with 2 when nothing was asked', async () => {
    expect(await newProject().runHere()).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('Usage: shinsa'),
    })
  })

  it('follows the language of the environment unless it is told another', async () => {
    const environment = { SHINSA_LANG: '', LANG: 'ja_JP.UTF-8' }
    const found = await newProject().start(['run', 'no.json'], { environment }).ended
    expect(found.stderr).toContain('ファイルがありません')
    const told = await newProject().start(['run', 'no.json', '--lang', 'en'], { environment }).ended
    expect(told.stderr).toContain('there is no such file')
  })

  it('is quiet when its reader has seen enough', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed })
    await project.runHere('run', 'a.evalset.json', '-t', './agent.ts')
    const running = project.start(['export', 'latest'])
    running.child.stdout?.destroy()
    expect(await running.ended).toMatchObject({ exitCode: 0, stderr: '' })
  })
})

/** What a page of help says beside a flag. */
function wordsOf(flag: string, page: string): string | undefined {
  const lines = page.split('\n').map((line) => line.trim().replace(/^-\w, /, ''))
  return lines
    .find((line) => line.startsWith(`${flag}  `))
    ?.slice(flag.length)
    .trim()
}

/** A project with two runs: in the first, the case `two` fails. */
async function ranTwice(): Promise<Project> {
  const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
  await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--name', 'before')
  project.write({ 'a.evalset.json': loudSet({ one: 'right', two: 'right', three: 'right' }) })
  await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--name', 'after')
  return project
}

function answered(answer: string): string {
  const rows = Array.from({ length: 12 }, (_, n) => ({ question: `q${n}`, answer: 'yes', actual_output: answer }))
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
