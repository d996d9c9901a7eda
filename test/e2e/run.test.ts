import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RepeatSummary } from '../../src/core/index.ts'
import { agents, evalSet, loudSet, newProject, turn } from './run-shinsa.ts'
import { whatIsWrongWithXml } from './well-formed-xml.ts'

const mixed = loudSet({ one: 'right', two: 'wrong', three: 'right' })
const exact = { criteria: { exact_match: 1 } }

describe('the exit code of a run', () => {
  it('is 0 when every case passed, and the verdict comes first', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': loudSet({ one: 'right' }) })
    const { exitCode, stdout, stderr } = await project.run('run', 'a.evalset.json', '--target', './agent.ts')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'agent: ./agent.ts\n0 of 1 done\n' })
    expect(stdout.split('\n')[0]).toBe('✓ PASSED  1 of 1 case passed, 100 % (95 % interval 20–100 %)')
    expect(stdout).toMatch(/\n✓ PASSED {2}Exit code 0\n$/)
  })

  it('is 1 when a case failed, and the report names it with expected and actual', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
    const { exitCode, stdout } = await project.runHere('run', 'a.evalset.json', '--target', './agent.ts')
    expect(exitCode).toBe(1)
    expect(stdout.split('\n')[0]).toBe('✗ FAILED  2 of 3 cases passed, 67 % (95 % interval 20–94 %)')
    expect(stdout).toContain('two')
    expect(stdout).toContain('something else entirely')
    expect(stdout).toContain('SAY TWO')
    expect(stdout).toMatch(/\n✗ FAILED {2}Exit code 1\n$/)
  })

  it('of several runs is that of all, which are told apart by their names', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': mixed,
      'b.evalset.json': loudSet({ one: 'right' }, 'good'),
      'test_config.json': exact,
    })
    const { stdout } = await project.runHere('run', 'a.evalset.json', 'b.evalset.json', '-t', './agent.ts')
    const names = stdout.split('\n').filter((line) => /^(?:loud|good)$/.test(line))
    expect(names).toEqual(['loud', 'good'])
    expect(stdout.split('\n').slice(-4).join('\n')).toMatchInlineSnapshot(`
      "✗ FAILED  loud: 2 of 3 cases passed, 67 % (95 % interval 20–94 %)
      ✓ PASSED  good: 1 of 1 case passed, 100 % (95 % interval 20–100 %)
      Exit code 1
      "
    `)
  })

  it.each([
    ['none', 0],
    ['pass-rate<0.7', 1],
    ['pass-rate-low<0.6', 1],
    ['error,not-evaluated', 0],
    ['failed', 1],
    ['exact_match<0.9', 1],
  ])('follows --fail-on %s', async (rules, expected) => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
    const { exitCode } = await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--fail-on', rules)
    expect(exitCode).toBe(expected)
  })

  it('is 1 when the agent failed in some cases, and those count as errors', async () => {
    const project = newProject({
      'agent.ts':
        'export default (text) => { if (text === "say two") throw new Error("boom"); return { response: text.toUpperCase(), toolCalls: [] } }',
      'a.evalset.json': loudSet({ one: 'right', two: 'right' }),
    })
    const { outcome, document } = await project.runJson('a.evalset.json', '-t', './agent.ts')
    expect(outcome.exitCode).toBe(1)
    expect(document.results.map(({ verdict }) => verdict)).toEqual(['passed', 'error'])
    expect(document.run.summary).toMatchObject({ results: { evaluated: 2, error: 1 }, passRate: { value: 0.5, n: 2 } })
    expect(document.run.summary?.metrics.find(({ metric }) => metric === 'response_match_score')).toMatchObject({
      scored: 1,
      agentErrors: 1,
      passRate: { value: 0.5, n: 2 },
      mean: { value: 1 },
    })
  })
})

describe('a dataset', () => {
  it('that is an ADK eval set takes its criteria from test_config.json beside it', async () => {
    const project = newProject({
      'agent.ts':
        'export default () => ({ response: "21 degrees", toolCalls: [{ name: "look", args: {} }, { name: "weather", args: { city: "Kyoto" } }] })',
      'sets/w.evalset.json': evalSet({
        warm: [turn('How warm?', '21 degrees', [{ name: 'weather', args: { city: 'Kyoto' } }])],
      }),
      'sets/test_config.json': {
        criteria: { tool_trajectory_avg_score: { threshold: 1, match_type: 'IN_ORDER' } },
      },
    })
    const { outcome, document } = await project.runJson('sets/w.evalset.json', '-t', './agent.ts')
    expect(outcome.exitCode).toBe(0)
    expect(document.run.plan.metrics[0]).toMatchObject({ name: 'tool_trajectory_avg_score', threshold: 1 })
    expect(document.results[0]?.scores.map(({ metric }) => metric)).not.toContain('response_match_score')
  })

  it('may be an old .test.json', async () => {
    const project = newProject({
      'agent.ts':
        'export default (text) => ({ response: "lights on", toolCalls: [{ name: "set", args: { on: true } }] })',
      'old.test.json': [
        {
          query: 'lights!',
          expected_tool_use: [{ tool_name: 'set', tool_input: { on: true } }],
          expected_intermediate_agent_responses: [],
          reference: 'lights on',
        },
      ],
    })
    const { outcome, document } = await project.runJson('old.test.json', '-t', './agent.ts')
    expect(outcome.exitCode).toBe(0)
    expect(document.run.plan.dataset).toMatchObject({ format: 'adk-legacy', cases: 1 })
  })

  it('may be a table, asked of a program in another language', async () => {
    const project = newProject({
      'agent.sh': [
        'while read -r line; do',
        `  case "$line" in *Japan*) echo '"Tokyo"' ;; *) echo '{"response": "Paris"}' ;; esac`,
        'done',
        '',
      ].join('\n'),
      'capitals.csv': 'id,question,expected,level\njp,"Capital of Japan?",Tokyo,1\nfr,Capital of France?,Paris,2\n',
    })
    const { outcome, document } = await project.runJson('capitals.csv', '-t', 'command:sh agent.sh')
    expect(outcome.exitCode).toBe(0)
    expect(document.run.plan.target.name).toBe('sh agent.sh')
    expect(document.results.map(({ evalCase }) => [evalCase.id, evalCase.metadata])).toEqual([
      ['jp', { level: '1' }],
      ['fr', { level: '2' }],
    ])
    expect(document.results[0]?.scores.map(({ metric }) => metric)).not.toContain('tool_trajectory_avg_score')
  })

  it('may be JSON lines, of cases or of a table in Japanese', async () => {
    const [first, second] = loudSet({ one: 'right', two: 'right' }).eval_cases
    const project = newProject({
      'agent.ts': agents.loud,
      'cases.jsonl': `${JSON.stringify(first)}\n${JSON.stringify(second)}\n`,
      'table.jsonl': '{"ケースID": "一", "質問": "審査", "期待回答": "審査"}\n',
    })
    const { outcome, stdout } = await project
      .run('run', 'cases.jsonl', 'table.jsonl', '-t', './agent.ts', '--json')
      .then((ended) => ({ outcome: ended, stdout: JSON.parse(ended.stdout) as { run: { plan: object } }[] }))
    expect(outcome.exitCode).toBe(0)
    expect(stdout.map(({ run }) => run.plan)).toMatchObject([
      { dataset: { format: 'case-lines', cases: 2 } },
      { dataset: { format: 'table-lines', cases: 1 } },
    ])
  })

  it('may be a result file of ADK, whose transcripts are scored again without an agent', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
    await project.runHere('run', 'a.evalset.json', '-t', './agent.ts')
    await project.run('export', 'latest', '--format', 'adk', '--output', 'history')
    const [name] = readdirSync(join(project.folder, 'history'))
    const { outcome, document } = await project.runJson(`history/${name}`, '--config', 'test_config.json')
    expect(outcome.exitCode).toBe(1)
    expect(document.run.plan).toMatchObject({ target: { name: 'dataset' }, dataset: { format: 'adk-result' } })
    expect(document.results.map(({ verdict }) => verdict)).toEqual(['passed', 'failed', 'passed'])
  })

  it('may be narrowed to some of its cases, and several are several runs', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': mixed,
      'b.evalset.json': loudSet({ four: 'right', five: 'right' }, 'other'),
    })
    const { exitCode, stdout } = await project.runHere(
      'run',
      'a.evalset.json:three,one',
      'b.evalset.json',
      '-t',
      './agent.ts',
      '--json',
    )
    const documents = JSON.parse(stdout) as { results: { evalCase: { id: string } }[] }[]
    expect(exitCode).toBe(0)
    expect(documents.map(({ results }) => results.map(({ evalCase }) => evalCase.id))).toEqual([
      ['one', 'three'],
      ['four', 'five'],
    ])
  })
})

describe('a run', () => {
  it('that repeats its cases shows pass@k, pass^k and the names of flaky ones', async () => {
    const project = newProject({
      'agent.ts': `
        const asked = new Map()
        export default (text) => {
          const times = (asked.get(text) ?? 0) + 1
          asked.set(text, times)
          return { response: text === 'say two' && times % 2 === 0 ? 'no' : text.toUpperCase(), toolCalls: [] }
        }`,
      'a.evalset.json': loudSet({ one: 'right', two: 'right' }),
    })
    const args = ['run', 'a.evalset.json', '-t', './agent.ts', '--repeat', '5', '--output', 'run.json']
    const { exitCode, stdout } = await project.runHere(...args)
    const document = JSON.parse(project.read('run.json')) as { run: { summary: { repeats: RepeatSummary } } }
    const { flakyCases, passAtK, passHatK } = document.run.summary.repeats
    expect(exitCode).toBe(1)
    expect(flakyCases).toEqual(['two'])
    // Case two passes 3 of 5: pass@2 = 1 − C(2,2)/C(5,2), pass^2 = C(3,2)/C(5,2); case one always passes.
    expect(passAtK[1]?.estimate.value).toBeCloseTo((1 + 0.9) / 2, 10)
    expect(passHatK[1]?.estimate.value).toBeCloseTo((1 + 0.3) / 2, 10)
    expect(stdout).toMatch(/pass@5/)
    expect(stdout).toMatch(/pass\^5/)
    expect(stdout).toMatch(/two/)
  })

  it('plays as many cases at once as --concurrency says, and reports them in the order of the dataset', async () => {
    const project = newProject({
      'agent-3.ts': countingAgent('last.promise'),
      'agent-1.ts': countingAgent('undefined'),
      'a.evalset.json': loudSet({ a: 'right', b: 'right', c: 'right', d: 'right', e: 'right' }),
    })
    const states = async (concurrency: string) => {
      const { document } = await project.runJson('a.evalset.json', '-t', `./agent-${concurrency}.ts`, '-j', concurrency)
      const ids = document.results.map(({ evalCase }) => evalCase.id)
      expect(ids).toEqual(['a', 'b', 'c', 'd', 'e'])
      return document.results.map(({ transcript }) => transcript.invocations[0]?.sessionState)
    }
    const atOnce = await states('3')
    expect(Math.max(...atOnce.map((state) => Number(state?.['most'])))).toBe(3)
    expect(Number(atOnce[0]?.['finished'])).toBeGreaterThan(3)
    expect((await states('1')).map((state) => state?.['most'])).toEqual([1, 1, 1, 1, 1])
  })

  it('finds the program of a target by its name from wherever it is started', async () => {
    const project = newProject({
      'agents/a.evalset.json': loudSet({ one: 'right' }),
      'agents/agent.mjs':
        'process.stdin.on("data", () => console.log(JSON.stringify({ response: "SAY ONE", toolCalls: [] })))',
      'agents/shinsa.config.ts': 'export default { targets: { program: { command: ["node", "agent.mjs"] } } }',
    })
    const { exitCode } = await project.runHere(
      'run',
      'agents/a.evalset.json',
      '--config',
      'agents/shinsa.config.ts',
      '--target',
      'program',
    )
    expect(exitCode).toBe(0)
  })

  it('calls the hooks around all cases and before each one', async () => {
    const project = newProject({
      'shinsa.config.ts': `
        import { appendFileSync } from 'node:fs'
        import { defineConfig } from 'shinsa'
        const log = (line: string) => appendFileSync('log.txt', line + '\\n')
        export default defineConfig({
          target: (text) => { log('ask ' + text); return { response: text.toUpperCase(), toolCalls: [] } },
          concurrency: 1,
          hooks: {
            setup: async () => log('setup'),
            reset: async (evalCase) => log('reset ' + evalCase.id),
            teardown: async () => log('teardown'),
          },
        })`,
      'a.evalset.json': loudSet({ one: 'right', two: 'right' }),
    })
    expect(await project.runHere('run', 'a.evalset.json')).toMatchObject({ exitCode: 0 })
    expect(project.read('log.txt').trim().split('\n')).toEqual([
      'setup',
      'reset one',
      'ask say one',
      'reset two',
      'ask say two',
      'teardown',
    ])
  })

  it('that could not evaluate a metric fails, unless ADK’s rule is asked for', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': loudSet({ one: 'right' }),
      'test_config.json': { criteria: { response_match_score: 0.5, multi_turn_task_success_v1: 0.5 } },
    })
    const strict = await project.runJson('a.evalset.json', '-t', './agent.ts')
    expect(strict.outcome.exitCode).toBe(1)
    expect(strict.document.results[0]?.verdict).toBe('not-evaluated')
    const asAdk = await project.runJson('a.evalset.json', '-t', './agent.ts', '--adk-compat')
    expect(asAdk.outcome.exitCode).toBe(0)
    expect(asAdk.document.results[0]?.verdict).toBe('passed')
  })
})

describe('what a run prints', () => {
  it('is one JSON document on standard output with --json, and the report for people on standard error', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
    const { outcome, document } = await project.runJson('a.evalset.json', '-t', './agent.ts')
    expect(document.run).toMatchObject({ status: 'finished', summary: { results: { total: 3, passed: 2, failed: 1 } } })
    expect(outcome.stdout).toMatch(/^\{.*\}\n$/s)
    expect(outcome.stderr).toContain('✗ FAILED  2 of 3 cases passed')
  })

  it('is well-formed JUnit XML with --reporter junit, whatever the agent says', async () => {
    const project = newProject({
      'agent.ts': 'export default () => "<b>&]]>\\u0000\\u001b[31m \\ud800 ok"',
      'a.evalset.json': mixed,
    })
    const args = ['run', 'a.evalset.json', '-t', './agent.ts', '--reporter', 'junit', '--output', 'report.out']
    const { exitCode, stdout } = await project.runHere(...args)
    expect(exitCode).toBe(1)
    expect(stdout).toContain('✗ FAILED')
    const xml = project.read('report.out')
    expect(xml).toMatch(/<testsuites name="shinsa" tests="3" failures="3" errors="0" skipped="0"/)
    expect(xml.match(/<testcase /g)).toHaveLength(3)
    expect(whatIsWrongWithXml(xml)).toBeUndefined()
  })

  it('is Markdown for an output that ends in .md', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed })
    const { exitCode } = await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--output', 'report.md')
    expect(exitCode).toBe(1)
    expect(project.read('report.md')).toMatch(/^#+ .*\n/)
    expect(project.read('report.md')).toContain('2 of 3 cases passed')
  })

  it('cannot be written: that ends with 3 and names the file', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed })
    mkdirSync(join(project.folder, 'folder.xml'))
    const { exitCode, stderr } = await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '-o', 'folder.xml')
    expect(exitCode).toBe(3)
    expect(stderr).toContain('error: folder.xml cannot be written')
  })
})

describe('what must not change a verdict', () => {
  it.each(['stdout', 'stderr'] as const)('is a reader of %s that goes away', async (stream) => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
    const { child, ended } = project.start(['run', 'a.evalset.json', '-t', './agent.ts'])
    child[stream]?.destroy()
    expect((await ended).exitCode).toBe(1)
  })

  it('is an empty rule: it is refused, not taken for an open gate', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
    for (const rules of ['', ' ', ',']) {
      expect((await project.runHere('run', 'a.evalset.json', '-t', './agent.ts', '--fail-on', rules)).exitCode).toBe(2)
    }
  })

  it('is a rule about a metric that the run does not have: it is refused before the agent is asked', async () => {
    const project = newProject({ 'agent.ts': agents.loud, 'a.evalset.json': mixed, 'test_config.json': exact })
    const { exitCode, stderr } = await project.runHere(
      'run',
      'a.evalset.json',
      '-t',
      './agent.ts',
      '--fail-on',
      'rouge<0.5',
    )
    expect(exitCode).toBe(2)
    expect(stderr).toContain('the gate asks for rouge, which this run does not measure')
  })

  it('is the spelling of an option', async () => {
    const project = newProject({
      'agent.ts': agents.loud,
      'a.evalset.json': mixed,
      'test_config.json': { criteria: { tool_trajectory_avg_score: { threshold: 1, matchType: 'any-order' } } },
    })
    const { document } = await project.runJson('a.evalset.json', '-t', './agent.ts')
    expect(document.run.summary?.metrics[0]).toMatchObject({ metric: 'tool_trajectory_avg_score', error: 0 })
  })
})

/** Says how many are asked at once. What answers the first two cases may be the promise that the last one was asked. */
function countingAgent(first: string): string {
  return `
    let now = 0
    let finished = 0
    const last = Promise.withResolvers()
    export default async (text: string) => {
      now += 1
      const most = now
      if (text === 'say e') last.resolve(undefined)
      if (text === 'say a' || text === 'say b') await ${first}
      now -= 1
      finished += 1
      return { response: text.toUpperCase(), state: { most, finished } }
    }`
}
