import { spawnSync, execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { agents, loudSet, newProject, type Project } from './run-shinsa.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const action = parse(readFileSync(join(root, 'action/action.yml'), 'utf8')) as Action

type Step = {
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
}
type Action = {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

type Comment = {
  readonly id: number
  body: string
  readonly user: { readonly type: string }
  author_association: string
}

describe('the action', () => {
  it('has no expression in a script, names what it takes, and pins what it uses', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{')
    for (const uses of action.runs.steps.flatMap((step) => step.uses ?? [])) expect(uses).toMatch(/@[0-9a-f]{40}$/)
    for (const { description } of Object.values(action.inputs)) expect(description.length).toBeGreaterThan(10)
  })

  it('runs, keeps the reports, comments once and brings the comment up to date', async () => {
    const github = await startGithub()
    const project = newProject({
      'set.evalset.json': loudSet({ good: 'right', bad: 'wrong' }),
      'agent.mjs': agents.loud,
    })
    const args = 'run set.evalset.json --target ./agent.mjs'
    const failed = await runAction(project, github.url, { args })
    expect(failed.exitCode).toBe(1)
    for (const file of ['report.md', 'report.json', 'report.xml', 'report.html'])
      expect(existsSync(join(failed.outputs['folder'] ?? '', file))).toBe(true)
    expect(failed.uploaded).toBe(failed.outputs['folder'])
    expect(failed.printed).toContain('::error file=set.evalset.json,line=')
    expect(github.own()).toHaveLength(1)
    expect(github.own()[0]?.body).toMatch(/^<!-- shinsa default -->\n## ❌ FAILED loud\n/)
    expect(github.own()[0]?.body).toMatch(
      /\n\[the whole run\]\(http:\/\/127\.0\.0\.1:\d+\/octo\/tea\/actions\/runs\/77\)\n$/,
    )
    project.write({ 'set.evalset.json': loudSet({ good: 'right' }) })
    const passed = await runAction(project, github.url, { args })
    expect(passed.exitCode).toBe(0)
    expect(github.own().map(({ body }) => body.split('\n')[1])).toEqual(['## ✅ PASSED loud'])
    expect(github.own()[0]?.body).not.toContain('bad')
    // Another key is another comment, and a command that could not run says so.
    const wrong = await runAction(project, github.url, { args: 'run nowhere.csv', 'comment-key': 'second agent' })
    expect(wrong.exitCode).toBe(2)
    expect(github.own().map(({ body }) => body.split('\n').slice(0, 2))).toEqual([
      ['<!-- shinsa default -->', '## ✅ PASSED loud'],
      ['<!-- shinsa second_agent -->', '`shinsa` ended with exit code 2 and no report.'],
    ])
  })

  it('takes no text for a script, and leaves pull requests alone that it may not or need not write to', async () => {
    const github = await startGithub()
    const project = newProject({ 'set.evalset.json': loudSet({ good: 'right' }), 'agent.mjs': agents.loud })
    const args = `run set.evalset.json --target ./agent.mjs --name '$(touch owned) \`touch owned\`; "touch" owned'`
    const refused = await runAction(project, github.url, { args, token: 'may only read' })
    expect(refused.exitCode).toBe(0)
    expect(refused.printed).toContain(
      '::warning::no comment on the pull request: POST /repos/octo/tea/issues/9/comments: 403',
    )
    const pushed = await runAction(project, github.url, { args, report: '' }, { ref: 'refs/heads/main' })
    expect(pushed.exitCode).toBe(0)
    expect(pushed.printed).toContain('no pull request, no comment')
    expect(github.own()).toEqual([])
    expect(existsSync(join(project.folder, 'owned'))).toBe(false)
  })
})

/** Runs the action's steps as a runner does, but for those of others. */
async function runAction(
  project: Project,
  api: string,
  given: Readonly<Record<string, string>>,
  event: object = { pull_request: { number: 9 } },
) {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ''])
  const inputs: Record<string, string> = { ...Object.fromEntries(defaults), token: 'secret', ...given }
  const bin = join(project.folder, 'node_modules/.bin/shinsa')
  project.write({
    'node_modules/.bin/shinsa': `#!/bin/sh\nexec ${process.execPath} --conditions=shinsa-source ${root}bin/shinsa.js "$@"\n`,
    'event.json': event,
    'outputs.txt': '',
    'summary.md': '',
  })
  spawnSync('chmod', ['+x', bin])
  const outputs: Record<string, Record<string, string>> = {}
  const valueOf = (expression: string) => {
    const [scope, name = '', , output = ''] = expression.trim().split('.')
    if (scope === 'inputs') return inputs[name] ?? ''
    if (scope === 'steps') return outputs[name]?.[output] ?? ''
    throw new Error(`no ${expression} here`)
  }
  const filled = (text: string) => text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => valueOf(expression))
  let printed = ''
  let exitCode = 0
  let uploaded: string | undefined
  for (const step of action.runs.steps) {
    if (exitCode !== 0 || !holds(step.if, valueOf)) continue
    if (step.uses !== undefined) {
      uploaded = filled(String(step.with?.['path']))
      continue
    }
    writeFileSync(join(project.folder, 'outputs.txt'), '')
    const env = {
      PATH: process.env['PATH'],
      HOME: project.folder,
      SHINSA_LANG: 'en',
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: join(root, 'action'),
      GITHUB_API_URL: api,
      GITHUB_SERVER_URL: api,
      GITHUB_REPOSITORY: 'octo/tea',
      GITHUB_RUN_ID: '77',
      GITHUB_WORKSPACE: project.folder,
      GITHUB_EVENT_PATH: join(project.folder, 'event.json'),
      GITHUB_OUTPUT: join(project.folder, 'outputs.txt'),
      GITHUB_STEP_SUMMARY: join(project.folder, 'summary.md'),
      RUNNER_TEMP: project.folder,
      ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)])),
    }
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? '']
    const ended = await promisify(execFile)('bash', shell, { cwd: project.folder, env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => error,
    )
    exitCode = ended.code
    printed += ended.stdout + ended.stderr
    const lines = readFileSync(join(project.folder, 'outputs.txt'), 'utf8').split('\n')
    const written = lines.filter((line) => line.includes('=')).map((line) => line.split(/=(.*)/s).slice(0, 2))
    if (step.id !== undefined) outputs[step.id] = Object.fromEntries(written) as Record<string, string>
  }
  return { exitCode, printed, uploaded, outputs: outputs['run'] ?? {} }
}

/** The two kinds of conditions that the action has. */
function holds(condition: string | undefined, valueOf: (expression: string) => string): boolean {
  if (condition === undefined) return true
  const [, name = '', sign, value] = /^\$\{\{ (\S+) (==|!=) '(.*)' \}\}$/.exec(condition) ?? []
  return sign === '==' ? valueOf(name) === value : valueOf(name) !== value
}

/** What GitHub's API does with comments on pull request 9, which has many of others, one with a copied mark. */
async function startGithub() {
  const others = Array.from({ length: 120 }, (_, index) => `comment ${index}`)
  const comments: Comment[] = ['<!-- shinsa default -->\nmine now', ...others].map((body, id) => ({
    id,
    body,
    user: { type: 'User' },
    author_association: 'NONE',
  }))
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const sent = (await Array.fromAsync(request)).join('')
    const { body = '' } = (sent === '' ? {} : JSON.parse(sent)) as { readonly body?: string }
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const isList = pathname === '/repos/octo/tea/issues/9/comments'
    const size = Number(searchParams.get('per_page'))
    const page = Number(searchParams.get('page'))
    if (isList && request.method === 'GET') {
      return answer(200, comments.slice((page - 1) * size, page * size))
    }
    if (request.headers.authorization !== 'Bearer secret') return answer(403, { message: 'not accessible' })
    if (isList && request.method === 'POST') {
      const added = { id: comments.length, body, user: { type: 'Bot' }, author_association: 'NONE' }
      comments.push(added)
      return answer(201, added)
    }
    const own = comments.find(
      ({ id, user }) => pathname === `/repos/octo/tea/issues/comments/${id}` && user.type === 'Bot',
    )
    if (own === undefined || request.method !== 'PATCH') return answer(404, {})
    own.body = body
    return answer(200, own)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, own: () => comments.filter(({ user }) => user.type === 'Bot') }
}

describe('the installing step finds the project’s Shinsa', () => {
  const fake = '#!/bin/sh\necho "$0 in $PWD"\n'

  it.each([
    ['hoisted to the root of an npm workspace', { 'node_modules/.bin/shinsa': fake }, ''],
    ['in the package’s own folder, as pnpm has it', { 'packages/a/node_modules/.bin/shinsa': fake }, ''],
    [
      'in the lock of an npm workspace',
      { 'package-lock.json': '{"packages":{"node_modules/shinsa":{"version":"0.1.0"}}}' },
      'npm ci in ROOT\n',
    ],
    [
      'in the lock of a pnpm workspace',
      { 'pnpm-lock.yaml': 'packages:\n\n  shinsa@0.1.0:\n    resolution: {}\n' },
      'pnpm install --frozen-lockfile in ROOT\n',
    ],
    ['nowhere', {}, 'npm install --no-save --no-audit --no-fund -- shinsa@latest in a\n'],
  ])('%s', (_, files, calls) => {
    const project = newProject({
      'packages/a/package.json': '{}',
      'bin/npm': installer('npm'),
      'bin/pnpm': installer('pnpm'),
      ...files,
    })
    const programs = ['bin/npm', 'bin/pnpm', ...Object.keys(files).filter((name) => name.endsWith('/shinsa'))]
    for (const name of programs) chmodSync(join(project.folder, name), 0o755)
    const log = join(project.folder, 'calls.txt')
    const { status, stderr } = spawnSync('bash', [join(root, 'action/install.sh')], {
      cwd: join(project.folder, 'packages/a'),
      encoding: 'utf8',
      env: { PATH: `${join(project.folder, 'bin')}:${process.env['PATH']}`, CALLS: log, VERSION: 'latest' },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const said = existsSync(log) ? readFileSync(log, 'utf8') : ''
    expect(said.replace(basename(project.folder), 'ROOT')).toBe(calls)
  })
})

/** A package manager that says what it was asked for, and puts a program there. */
function installer(name: string): string {
  return `#!/bin/sh\necho "${name} $* in $(basename "$PWD")" >> "$CALLS"\nmkdir -p node_modules/.bin\nprintf '#!/bin/sh\\n' > node_modules/.bin/shinsa\nchmod +x node_modules/.bin/shinsa\n`
}
