import { expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const project = () =>
  newProject({
    'lib/find.mjs': 'export function find(order) {\n  return order.foo.bar\n}\n',
    'agent.mjs':
      "import { find } from './lib/find.mjs'\nexport default async (question) => {\n  if (question === 'go on') return question\n  return find({})\n}\n",
    'shinsa.config.mjs': `export default {
  target: './agent.mjs',
  metrics: [{ name: 'own', score() { return [].at(0).length } }],
}
`,
    'q.csv': 'id,question,answer\na,break,x\nb,go on,x\n',
  })

it('what an agent or a metric throws keeps its stack, in reports and in show', async () => {
  const { run } = project()
  const { exitCode, stdout } = await run('run', 'q.csv')
  expect(exitCode).toBe(1)
  expect(stdout.split('\n').filter((line) => /threw| at /.test(line))).toMatchInlineSnapshot(`
    [
      "  the agent did not finish: The agent’s function threw: Cannot read properties of undefined (reading 'bar')",
      "    at find (lib/find.mjs:2:20)",
      "    at default (agent.mjs:4:10)",
      "  own: the metric failed: the metric threw TypeError: Cannot read properties of undefined (reading 'length')",
      "    at Object.score (shinsa.config.mjs:3:53)",
    ]
  `)
  expect((await run('show', 'latest', 'a')).stdout.replace(/took .*/, 'took …')).toMatchInlineSnapshot(`
    "! error  a

    turn 1
    user      break
    agent     (never got here)
    expected  x

    own                      – the agent failed (agent), so there was nothing to score
    tool_call_count_v1       – the agent failed (agent), so there was nothing to score
    inference_call_count_v1  – the agent failed (agent), so there was nothing to score
    token_usage_v1           – the agent failed (agent), so there was nothing to score
    invocation_duration_v1   – the agent failed (agent), so there was nothing to score

    the agent did not finish: The agent’s function threw: Cannot read properties of undefined (reading 'bar')
      at find (lib/find.mjs:2:20)
      at default (agent.mjs:4:10)

    took …

    "
  `)
  for (const format of ['junit', 'markdown', 'json']) {
    const { stdout: report } = await run('export', 'latest', '-f', format)
    expect([format, report.includes('at find (lib/find.mjs:2:20)'), report.includes('shinsa.config.mjs:3:53')]).toEqual(
      [format, true, true],
    )
  }
})

it('and in Japanese', async () => {
  const { run } = project()
  const { stdout } = await run('run', 'q.csv', '--lang', 'ja')
  expect(stdout.split('\n').filter((line) => /例外| at /.test(line))).toMatchInlineSnapshot(`
    [
      "  エージェントが最後まで実行できませんでした: エージェントの関数で例外が発生しました: Cannot read properties of",
      "    at find (lib/find.mjs:2:20)",
      "    at default (agent.mjs:4:10)",
      "  own: 評価指標のエラー: 評価指標で例外が発生しました: TypeError: Cannot read properties of undefined (reading",
      "    at Object.score (shinsa.config.mjs:3:53)",
    ]
  `)
})
