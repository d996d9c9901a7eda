import { expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const ask = (rest: string) => `import { evaluation } from 'shinsa/testing'\nexport default evaluation('one', ${rest})\n`
const files = {
  'q.csv': 'question,answer\nCapital of France?,Paris\n',
  'agent.mjs': "export default () => 'Paris'",
  'number.mjs': 'export default () => 42',
  'nothing.mjs': 'export default () => {}',
  'hangs.mjs': 'export default () => new Promise(() => {})',
  'throws.mjs': "export default () => { throw new Error('no key') }",
  'answer.mjs': "export default () => ({ answer: 'Paris' })",
  'empty.mjs': 'export const agents = 1',
  'broken.mjs': 'export default ({{',
  'agent.py': 'print(1)',
  'unknown.config.mjs': "export default { datsets: ['q.csv'] }",
  'agent.config.mjs': "export default { agent: './agent.mjs' }",
  'package.mjs': "import 'not-there'\nexport default () => 'Paris'",
  'bad.jsonl': '{"question": "a"\n',
  'odd.csv': 'colour,size\nred,4\n',
  'a.eval.mjs': ask("{ agent: () => 'Paris', cases: [{ ask: 'Capital?', expected: 'Paris' }] }"),
  'b.eval.mjs': ask("{ agent: () => 'Paris', casess: [{ ask: 'Capital?' }] }"),
  'c.eval.mjs': ask("{ agent: () => 'Paris', cases: [{ ask: 'Capital?', answer: 'Paris' }], metrics: [3] }"),
  'd.eval.mjs': ask("{ cases: [{ ask: 'Capital?', answer: 'Paris' }] }"),
}

const run = ['run', 'q.csv', '-t']

/** What somebody types by mistake, what says where it is, and what says what to do next. */
const mistakes: readonly (readonly [line: readonly string[], what: RegExp, next: RegExp])[] = [
  [[...run, './number.mjs'], /number\.mjs.*answer is neither a text nor an object.*42/, /An answer is a text/],
  [[...run, './nothing.mjs'], /nothing\.mjs.*answered nothing/, /Return the answer/],
  [[...run, './hangs.mjs', '--timeout', '1'], /hangs\.mjs.*longer than 1 s/, /Raise the time limit/],
  [[...run, './throws.mjs'], /throws\.mjs.*threw: no key/, /shinsa doctor/],
  [[...run, './answer.mjs'], /answer\.mjs.*: answer\./, /Did you mean "response"/],
  [[...run, './empty.mjs'], /empty\.mjs does not export an agent/, /#agents/],
  [[...run, './broken.mjs'], /broken\.mjs cannot be loaded/, /./],
  [[...run, './agent.py'], /agent\.py is a Python program/, /command:python3/],
  [[...run, 'agent'], /agent is no target/, /Did you mean \.\/agent\.mjs/],
  [[...run, './agnet.mjs'], /agnet\.mjs is no target/, /Did you mean \.\/agent\.mjs/],
  [[...run, 'command:no-such-program'], /no-such-program/, /on the PATH/],
  [[...run, 'http://127.0.0.1:9/'], /127\.0\.0\.1:9/, /See whether the agent is running/],
  [[...run, './agent.mjs', '--fail-on', 'pas-rate<0.9'], /pas-rate/, /Did you mean pass-rate/],
  [[...run, './agent.mjs', '--metrics', 'exact_match'], /--metrics/, /Did you mean --metric/],
  [[...run, './agent.mjs', '--metric', 'exact_mach'], /exact_mach/, /Did you mean exact_match/],
  [[...run, './agent.mjs', '--threshold', 'rouge_l=0.5'], /rouge_l/, /--metric rouge_l=0\.5/],
  [[...run, './agent.mjs', '--judge', 'gpt-9'], /--judge has no effect/, /final_response_match_v2/],
  [[...run, './agent.mjs', '--repeat', 'many'], /--repeat.*"many"/, /whole number from 1/],
  [[...run, './agent.mjs', '-o', 'r.pdf'], /r\.pdf/, /--reporter terminal/],
  [[...run, './agent.mjs', '-c', 'no.ts'], /no\.ts: there is no such config/, /shinsa init/],
  [[...run, './agent.mjs', '-c', 'unknown.config.mjs'], /datsets/, /Did you mean datasets/],
  [['run', 'nope.csv', '-t', './agent.mjs'], /nope\.csv/, /Relative paths/],
  [['run', 'q.csv'], /no agent to evaluate/, /--target/],
  [['run', 'q.csv:row-9', '-t', './agent.mjs'], /no case row-9/, /Did you mean row-1/],
  [['run', 'bad.jsonl', '-t', './agent.mjs'], /bad\.jsonl:1/, /./],
  [['run', 'odd.csv', '-t', './agent.mjs'], /odd\.csv: no column/, /columns: \{ prompt: "colour" \}/],
  [[...run, './agent.mjs', '-c', 'agent.config.mjs'], /agent\.config\.mjs.*"agent"/, /Did you mean target\?/],
  [[...run, './package.mjs'], /package\.mjs cannot be loaded/, /npm install not-there/],
  [['run', 'a.eval.mjs'], /expected/, /Did you mean answer\?/],
  [['run', 'b.eval.mjs'], /casess/, /Did you mean cases/],
  [['run', 'c.eval.mjs'], /metrics\[0\] is no metric/, /metrics: \[/],
  [['run', 'd.eval.mjs'], /no agent to evaluate/, /Name one with/],
  [['rnu', 'q.csv'], /rnu/, /Did you mean run/],
  [['show', 'nothing'], /no run "nothing"/, /shinsa list/],
]

it.each(mistakes)('%j is answered with what, where and what next', async (line, what, next) => {
  const { stderr } = await newProject(files).runHere(...line)
  const [sentence = '', ...after] = stderr.split('\n').filter((text) => /^(?:error|hint|warning): /.test(text))
  expect(sentence).toMatch(what)
  expect(`${sentence}\n${after.join('\n')}`).toMatch(next)
  expect(stderr).not.toMatch(/\n\s+at /)
})
