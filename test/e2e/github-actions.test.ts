import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agents, loudSet, newProject, type Project } from './run-shinsa.ts'

/** What GitHub gives to a step whose repository is the folder of the project. */
async function inActions(project: Project, ...args: readonly string[]) {
  const environment = {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: project.folder,
    GITHUB_STEP_SUMMARY: join(project.folder, 'summary.md'),
  }
  const outcome = await project.start(args, { environment }).ended
  const printed = `${outcome.stdout}${outcome.stderr}`.split('\n')
  return { ...outcome, commands: printed.filter((line) => line.trimStart().startsWith('::')) }
}

/** Without what differs from run to run. */
const steady = (text: string) => text.replaceAll(/(?:< )?[\d.]+ m?s\b/g, 'TIME')

const table = ['id,question,answer', 'a,right,RIGHT', '"b,1","two', 'lines",RIGHT', '', 'c,three,WRONG', ''].join(
  '\r\n',
)

describe('in GitHub Actions', () => {
  it('a run writes a job summary, and annotations at the lines of its cases', async () => {
    const project = newProject({ 'evals/table.csv': table, 'agent.mjs': agents.loud })
    const run = await inActions(project, 'run', 'evals/table.csv', '-t', './agent.mjs')
    expect(run.exitCode).toBe(1)
    expect(run.commands).toMatchInlineSnapshot(`
      [
        "::error file=evals/table.csv,line=3,title=b%2C1::reference_match: 0 is below the threshold 1: The answer lacks what the reference says: "right".",
        "::error file=evals/table.csv,line=6,title=c::reference_match: 0 is below the threshold 1: The answer lacks what the reference says: "wrong".",
      ]
    `)
    expect(steady(project.read('summary.md'))).toMatchInlineSnapshot(`
      "## ❌ FAILED table

      **1 of 3 cases passed, 33 % (95 % interval 6–80 %)**

      - 2 failed
      - Gate: 2 results failed

      | metric | pass rate | mean | passed | not scored |
      | --- | --- | --- | ---: | --- |
      | reference\\_match | 33 % (6–80 %) | 0.333 (0.01–0.89) | 1/3 |  |

      - Mean per case: tool\\_call\\_count\\_v1 0 calls, invocation\\_duration\\_v1 TIME

      <details><summary><code>b,1</code> <code>two ⏎ lines</code></summary>

      \` reference_match \`: 0 is below the threshold 1: The answer lacks what the reference says: "right".

      \`\`\`text
      expected  RIGHT
      actual    TWO ⏎ LINES
      \`\`\`

      </details>

      <details><summary><code>c</code> <code>three</code></summary>

      \` reference_match \`: 0 is below the threshold 1: The answer lacks what the reference says: "wrong".

      \`\`\`text
      expected  WRONG
      actual    THREE
      \`\`\`

      </details>

      <sub>tokens not reported by the agent, 0 tool calls, TIME of agent time, took TIME</sub>

      <sub>Known of 3 exchanges: tool calls reported, state reported; unknown: instructions, tool declarations, tokens, cost, finish reason</sub>

      "
    `)
  })

  it.each([
    [
      'cases.jsonl',
      `\n${['good', 'bad'].map((id) => JSON.stringify({ id, input: id, expected: id === 'good' ? 'GOOD' : 'x' })).join('\n\n')}\n`,
      4,
    ],
    ['set.evalset.json', JSON.stringify(loudSet({ good: 'right', bad: 'wrong' }), null, 2), undefined],
    ['set.json', `// cases\n${JSON.stringify(loudSet({ good: 'right', bad: 'wrong' }), null, 1)}`, undefined],
    ['old.test.json', `[\n${JSON.stringify({ query: 'bad', reference: 'x' })}\n]`, 1],
    [
      'strands.json',
      JSON.stringify(
        {
          cases: [
            { name: 'bad', input: 'bad', expected_output: 'x' },
            { name: 'good', input: 'g', expected_output: 'G' },
          ],
        },
        null,
        2,
      ),
      3,
    ],
    ['tabs.tsv', 'id\tprompt\texpected\ngood\tgood\tGOOD\nbad\tbad\tx\n', 3],
    ['no-ids.csv', 'prompt,expected\ngood,GOOD\nbad,x\n', 3],
  ])('the line of a case is known in %s', async (file, text, line) => {
    const project = newProject({ [file]: text, 'agent.mjs': agents.loud })
    const { commands } = await inActions(project, 'run', file, '-t', './agent.mjs')
    const expected = line ?? text.split('\n').findIndex((one) => one.includes('"bad"')) // the brace is on the line before
    expect(commands.map((command) => /^::error file=([^,]+),line=(\d+),/.exec(command)?.slice(1, 3))).toEqual([
      [file, String(expected)],
    ])
  })

  it('the line of a case in code is where its id or its question stands', async () => {
    const project = newProject({
      'weather.eval.mjs': [
        "import { evaluation } from 'shinsa/testing'",
        'export default evaluation("weather", {',
        '  agent: async (question) => question.toUpperCase(),',
        '  cases: [',
        "    { ask: 'How warm?', answer: /34/ },",
        "    { id: 'oslo', ask: 'x', answer: 'no' },",
        '  ],',
        '})',
      ].join('\n'),
    })
    const { commands } = await inActions(project, 'run', 'weather.eval.mjs')
    expect(commands.map((command) => /line=(\d+)/.exec(command)?.[1])).toEqual(['5', '6'])
  })

  it('standard output stays one JSON document, and the same can be left out', async () => {
    const project = newProject({
      'set.evalset.json': loudSet({ good: 'right', bad: 'wrong' }),
      'agent.mjs': agents.loud,
    })
    const run = await inActions(project, 'run', 'set.evalset.json', '-t', './agent.mjs', '-o', '-', '-r', 'json')
    expect(JSON.parse(run.stdout)).toMatchObject({ schema: 'shinsa-run/1' })
    expect(run.commands).toHaveLength(1)
    const again = await inActions(project, 'rerun', 'latest')
    expect(again.commands).toHaveLength(1)
    expect(project.read('summary.md').match(/^## /gm)).toHaveLength(2)
    for (const args of [
      ['run', 'set.evalset.json', '-t', './agent.mjs'],
      ['rerun', 'latest'],
      ['resume', 'latest'],
    ]) {
      expect((await inActions(project, ...args, '--no-github')).commands).toEqual([])
    }
    project.write({ 'shinsa.config.mjs': 'export default { github: false }' })
    expect((await inActions(project, 'run', 'set.evalset.json', '-t', './agent.mjs')).commands).toEqual([])
    expect(project.read('summary.md').match(/^## /gm)).toHaveLength(2)
  })

  it('at most ten cases are shown, those of an open gate as warnings', async () => {
    const names = Array.from({ length: 14 }, (_, index) => [`case-${index}`, 'wrong'] as const)
    const project = newProject({ 'set.evalset.json': loudSet(Object.fromEntries(names)), 'agent.mjs': agents.loud })
    const closed = await inActions(project, 'run', 'set.evalset.json', '-t', './agent.mjs', '--repeat', '2')
    expect(closed.commands.map((command) => /^::\w+/.exec(command)?.[0])).toEqual(Array(10).fill('::error'))
    expect(closed.commands[1]).toContain('title=case-1 (repeat 1 of 2)')
    const summary = project.read('summary.md')
    expect(summary.match(/<details>/g)).toHaveLength(10)
    expect(summary).toContain('and 18 more')
    const open = await inActions(project, 'run', 'set.evalset.json', '-t', './agent.mjs', '--fail-on', 'none')
    expect(open.exitCode).toBe(0)
    expect(open.commands.map((command) => /^::\w+/.exec(command)?.[0])).toEqual(Array(10).fill('::warning'))
  })

  it('a summary that is nearly full gets the head of the report, and a full one nothing', async () => {
    const project = newProject({
      'set.evalset.json': loudSet({ good: 'right', bad: 'wrong' }),
      'agent.mjs': agents.loud,
      'summary.md': 'x'.repeat(1024 * 1024 - 1700),
    })
    await inActions(project, 'run', 'set.evalset.json', '-t', './agent.mjs')
    const summary = project.read('summary.md')
    expect(summary.replace(/^x+/, '')).toMatch(/^## ❌ FAILED loud\n/)
    expect(summary).not.toContain('<details>')
    await inActions(project, 'run', 'set.evalset.json', '-t', './agent.mjs')
    expect(project.read('summary.md').match(/FAILED/g)).toHaveLength(1)
    expect(Buffer.byteLength(project.read('summary.md'))).toBeLessThan(1024 * 1024)
  })

  it('what changed against the baseline stands at the head of the summary', async () => {
    const cases = Array.from({ length: 12 }, (_, index) => [`n${index}`, 'right'] as const)
    const project = newProject({ 'set.evalset.json': loudSet(Object.fromEntries(cases)), 'agent.mjs': agents.loud })
    await project.run('run', 'set.evalset.json', '-t', './agent.mjs')
    await project.run('export', 'latest', '--format', 'baseline', '--output', 'baseline.json')
    project.write({
      'worse.mjs': 'export default (q) => ({ response: /n[0-7]$/.test(q) ? "no" : q.toUpperCase(), toolCalls: [] })\n',
    })
    const run = await inActions(project, 'run', 'set.evalset.json', '-t', './worse.mjs', '--baseline', 'baseline.json')
    expect(run.exitCode).toBe(1)
    const [head = ''] = project.read('summary.md').split('| metric')
    expect(head).toMatchInlineSnapshot(`
      "## ❌ FAILED loud

      **4 of 12 cases passed, 33 % (95 % interval 13–61 %)**

      - 8 failed
      - Gate: worse than the baseline baseline.json: 8 of 12 cases lost, 0 won (McNemar: p = 0.0078)
      - lost against the baseline: n0, n1, n2, n3, n4, n5, n6, n7

      "
    `)
  })

  it('no text of others is a command', async () => {
    const evil = [
      '::stop-commands::x',
      '\n::error file=a::b',
      '%0A::set-env name=PATH::x',
      '</code><script>',
      '##[error]',
      ':: ::,line=1',
    ]
    const cases = evil.map((text, index) => JSON.stringify({ id: `${text}-${index}`, input: text, expected: 'wrong' }))
    const project = newProject({
      'cases.jsonl': cases.join('\n'),
      // Whoever logs what is asked must not hand the build over.
      'agent.mjs': `export default (question) => {
        console.log(question)
        console.error(question)
        process.stdout.write(Buffer.from('é' + question + '\\n' + question))
        return question
      }`,
    })
    const run = await inActions(project, 'run', 'cases.jsonl', '-t', './agent.mjs', '-j', '1')
    expect(run.commands.map((command) => /^::error file=cases\.jsonl,line=(\d),title=/.exec(command)?.[1])).toEqual(
      evil.map((_, index) => String(index + 1)),
    )
    expect(run.commands).toMatchInlineSnapshot(`
      [
        "::error file=cases.jsonl,line=1,title=%3A%3Astop-commands%3A%3Ax-0::reference_match: 0 is below the threshold 1: The answer lacks what the reference says: "wrong".",
        "::error file=cases.jsonl,line=2,title=%3A%3Aerror file=a%3A%3Ab-1::reference_match: 0 is below the threshold 1: The answer lacks what the reference says: "wrong".",
        "::error file=cases.jsonl,line=3,title=%250A%3A%3Aset-env name=PATH%3A%3Ax-2::reference_match: 0 is below the threshold 1: The answer lacks what the reference says: "wrong".",
        "::error file=cases.jsonl,line=4,title=</code><script>-3::reference_match: 0 is below the threshold 1: the answer is only formatting, without content",
        "::error file=cases.jsonl,line=5,title=## [error]-4::reference_match: 0 is below the threshold 1: The answer lacks what the reference says: "wrong".",
        "::error file=cases.jsonl,line=6,title=%3A%3A %3A%3A%2Cline=1-5::reference_match: 0 is below the threshold 1: The answer lacks what the reference says: "wrong".",
      ]
    `)
    const summary = project.read('summary.md')
    expect(summary).not.toMatch(/^\s*::|##\[/m)
    // In a block of code HTML is text.
    expect(summary.replaceAll(/^```text$.*?^```$/gms, '')).not.toMatch(/<script|<\/code>-/)
  })

  it('a broken run and a file that cannot be written change no exit code', async () => {
    const project = newProject({
      'set.evalset.json': loudSet({ good: 'right' }),
      'broken.mjs': agents.broken,
      'agent.mjs': agents.loud,
    })
    const dead = await inActions(project, 'run', 'set.evalset.json', '-t', './broken.mjs')
    expect(dead.exitCode).toBe(2)
    expect(dead.commands).toHaveLength(1)
    mkdirSync(join(project.folder, 'folder'))
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(project.folder, 'folder') }
    const fine = await project.start(['run', 'set.evalset.json', '-t', './agent.mjs'], { environment }).ended
    expect(fine.exitCode).toBe(0)
    expect(fine.stderr).toContain('warning: PROJECT/folder cannot be written: EISDIR')
  })
})
