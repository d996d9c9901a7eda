import { expect, it } from 'vitest'
import { evaluate } from '../../src/compose/evaluate.ts'
import { toEnglish } from '../../src/core/index.ts'
import { newProject } from './run-shinsa.ts'

const table = 'id,question,answer\na,Where is A17?,Kobe\n'
const agent = "export default async () => ({ response: 'Kobe' })\n"
const telling = "export default async () => ({ response: 'Kobe', toolCalls: [] })\n"

const rows: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['--judge', ['--judge', 'embedded'], /--judge has no effect: no metric of this run asks a judge/],
  ['--judge, a model without its key', ['--judge', 'gpt-4o'], /--judge has no effect/],
  ['--canaries', ['--canaries'], /--canaries has no effect: no model judges in this run/],
  ['--canaries with the embedded judge', ['-c', 'match.json', '--canaries'], /--canaries has no effect/],
  ['--no-cache', ['--no-cache'], /--no-cache has no effect/],
  ['--max-cost', ['--max-cost', '1'], /--max-cost has no effect: no model is asked in this run/],
  ['--user-model', ['--user-model', 'gpt-4o'], /--user-model has no effect/],
  ['--result-file', ['--result-file', 'r.json'], /--result-file has no effect/],
  ['--timeout', ['--target', 'recorded:said.jsonl', '--timeout', '5'], /--timeout has no effect/],
  ['--judge-retry-seconds', ['--judge-retry-seconds', '5'], /--judge-retry-seconds has no effect/],
  ['a threshold as text', ['-c', 'text.json'], /response_match_score: the threshold is text/],
]

it.each(rows)('%s is said to have no effect', async (_name, flags, warning) => {
  const target = flags.includes('--target') ? [] : ['--target', './agent.mjs']
  const { stderr, exitCode } = await project().runHere('run', 'q.csv', ...target, ...flags)
  expect(stderr).toMatch(warning)
  expect(exitCode).toBe(0)
})

it.each([
  [['--experiment', 'accuracy', '--judge', 'embedded'], /--judge has no effect.*\n.*--experiment comprehensive has it/],
  [['--experiment', 'tool', '-c', 'match.json'], /--experiment has no effect: match.json says which metrics there are/],
  [['--certainty', '0.9', '-c', 'match.json'], /--certainty has no effect: verdict_match is no metric of this run/],
  [['--preset', 'rapid-compat', '-c', 'match.json'], /--preset has no effect/],
  [
    ['--max-miss-rate', '0.1', '--max-approved-errors', '0.2', '-c', 'match.json'],
    /--max-approved-errors has no effect/,
  ],
])('of a review %j', async (flags, warning) => {
  const { stderr } = await project().runHere(
    'review',
    '--suite',
    'examples/document-review/en/quick_start_suite.json',
    ...flags,
  )
  expect(stderr).toMatch(warning)
})

it('a review of what is no suite is refused', async () => {
  const { stderr, exitCode } = await project().run('review', '--suite', 'q.csv', '--target', './agent.mjs')
  expect(stderr).toContain('is no suite of reviews')
  expect(exitCode).toBe(2)
})

it('a judge that nobody knows is an error, whether anything asks it or not', async () => {
  const outcome = await project().run('run', 'q.csv', '--target', './agent.mjs', '--judge', 'nosuchmodel-xyz')
  expect(outcome.exitCode).toBe(2)
  expect(outcome.stderr).toContain('There is no model "nosuchmodel-xyz"')
})

it('nothing is said of what has an effect', async () => {
  const { stderr } = await project().runHere(
    'run',
    'q.csv',
    '-t',
    './agent.mjs',
    '-c',
    'match.json',
    '--judge',
    'embedded',
  )
  expect(stderr).not.toContain('no effect')
})

it('code hears of it too', async () => {
  const { folder } = project()
  const options = { dataset: `${folder}/q.csv`, target: () => ({ response: 'Kobe' }), cwd: folder, store: ':memory:' }
  const { warnings } = await evaluate({ ...options, judge: 'gpt-4o', judgeLanguage: 'ja', attempts: 2 })
  expect(warnings.map(({ sentence }) => toEnglish(sentence))).toEqual([
    'judge has no effect: no metric of this run asks a judge',
    'judgeLanguage has no effect: no metric of this run asks a judge',
  ])
  const more = { cache: false, maxCost: 1, timeoutMs: 5, userModel: 'gpt-4o', resultFile: 'r.json' }
  const said = await evaluate({ ...options, ...more, target: 'recorded:said.jsonl', review: { certainty: 0.9 } })
  expect(said.warnings.map(({ sentence, hint }) => [sentence, hint].map((one) => one && toEnglish(one)).join(' ')))
    .toMatchInlineSnapshot(`
    [
      "cache has no effect: no model judges in this run ",
      "maxCost has no effect: no model is asked in this run What an agent of your own spends is its own affair.",
      "userModel has no effect: every conversation of the dataset is written down ",
      "timeoutMs has no effect: the answers are recorded, and no agent is asked ",
      "resultFile has no effect: only reviews and questions about runbooks leave such a file ",
      "review.certainty has no effect: verdict_match is no metric of this run ",
    ]
  `)
  await expect(evaluate({ ...options, judge: 'nosuchmodel-xyz' })).rejects.toThrow('nosuchmodel-xyz')
})

it.each(['expected_tools', 'Expected Tools', 'expected_tool_calls', 'tool_calls', '期待ツール', '期待するツール'])(
  'a column %s is judged; an empty cell there expects nothing, and an empty list no call',
  async (column) => {
    const csv = `id,question,answer,${column}\nother,?,Kobe,"[""find""]"\nnone,?,Kobe,[]\nopen,?,Kobe,\n`
    const { document } = await project({ 'tools.csv': csv, 'telling.mjs': telling }).runJson(
      'tools.csv',
      '--target',
      './telling.mjs',
    )
    expect(document.results.map(({ evalCase, verdict }) => [evalCase.id, verdict])).toEqual([
      ['other', 'failed'],
      ['none', 'passed'],
      ['open', 'passed'],
    ])
  },
)

it.each([
  ['anwser', 'answer'],
  ['expected_tool', 'expected_tools'],
  ['referense', 'reference'],
])('a column %s is not taken for another in silence', async (column, meant) => {
  const csv = `id,question,answer,${column}\na,?,Kobe,x\n`
  const { stderr } = await project({ 'odd.csv': csv }).runHere('run', 'odd.csv', '--target', './agent.mjs')
  expect(stderr).toContain(`the column "${column}" is not read`)
  expect(stderr).toContain(`Did you mean "${meant}"?`)
})

it('names rubrics that nothing asks', async () => {
  const set = {
    eval_set_id: 'rubrics',
    eval_cases: [
      {
        eval_id: 'a',
        rubrics: [rubric(undefined, 'one'), rubric('FINAL_RESPONSE_QUALITY', 'two')],
        conversation: [
          {
            user_content: { role: 'user', parts: [{ text: 'Where?' }] },
            final_response: { role: 'model', parts: [{ text: 'Kobe' }] },
            rubrics: [rubric('TOOL_USE_QUALTY', 'three')],
          },
        ],
      },
    ],
  }
  const { stderr } = await project({ 'r.evalset.json': set }).runHere(
    'run',
    'r.evalset.json',
    '--target',
    './agent.mjs',
  )
  expect(stderr.split('\n').filter((line) => /rubric|Did you/.test(line))).toMatchInlineSnapshot(`
    [
      "warning: 1 rubric of the cases has no type and is not asked",
      "warning: 1 rubric of the type "FINAL_RESPONSE_QUALITY" is not asked: rubric_based_final_response_quality_v1 is no metric of this run",
      "warning: 1 rubric of the type "TOOL_USE_QUALTY" is not asked: no metric has that type",
      "hint: Did you mean "TOOL_USE_QUALITY"?",
    ]
  `)
})

const idleInConfig = {
  judge: 'gpt-4o',
  userModel: 'gpt-4o',
  canaries: true,
  secondLook: false,
  judgeTimeoutMs: 5000,
  judgeLanguage: 'ja',
  columns: { prompt: 'question' },
  review: { criteria: { verdict_match: 1 } },
  runbooks: { criteria: { runbook_panel: 0.7 } },
}

it('says nothing of what a config has for other datasets', async () => {
  const { stderr } = await projectWith(idleInConfig).runHere('run', 'q.csv', '--target', './agent.mjs')
  expect(stderr).toBe('agent: ./agent.mjs\n0 of 1 done\n')
})

it.each([
  [{ judge: 'nosuchmodel-xyz' }, 'There is no model "nosuchmodel-xyz"'],
  [{ userModel: 'nosuchmodel-xyz' }, 'There is no model "nosuchmodel-xyz"'],
  [{ review: { criteria: { verdict_mtch: 1 } } }, 'review.criteria: there is no metric verdict_mtch'],
  [{ runbooks: { criteria: { panel_of_runbooks: 1 } } }, 'runbooks.criteria: there is no metric panel_of_runbooks'],
  [{ columns: { promt: 'question' } }, 'Did you mean prompt?'],
  [{ columns: { prompt: 5 } }, 'columns.prompt'],
  [{ harbor: { stup: 'true' } }, 'Did you mean setup?'],
  [{ hooks: { before: null } }, 'Known settings: setup, reset, teardown.'],
  [[{ repeat: 2 }], 'expected object, received array\nhint: End it with: export default defineConfig({ … })\n'],
  [{ criteria: ['contains'] }, 'criteria: Invalid input: expected record, received array\n'],
])('refuses what could work for no dataset: %j', async (config, problem) => {
  const { stderr, exitCode } = await projectWith(config).runHere(
    'run',
    'q.csv',
    '--target',
    './agent.mjs',
    '--judge',
    'embedded',
  )
  expect(stderr).toContain(problem)
  expect(exitCode).toBe(2)
})

function projectWith(config: unknown) {
  return project({ 'shinsa.config.mjs': `export default ${JSON.stringify(config)}\n` })
}

it('says of a threshold that has no effect that alone', async () => {
  const { stderr } = await projectWith({ criteria: { reference_match: 80, rouge_l: 80 } }).runHere(
    'run',
    'q.csv',
    '--target',
    './agent.mjs',
  )
  expect(stderr.match(/warning: .*/g)).toEqual([
    'warning: reference_match: the threshold 80 has no effect: it is passed as a whole or not',
    'warning: rouge_l: no score reaches the threshold 80',
  ])
})

it('names what cases expect and no metric looks at, once, with how many they are', async () => {
  const { stderr } = await project({
    'f.evalset.json': {
      eval_set_id: 'fields',
      eval_cases: [
        { ...caseOf('a', 'Kobe', ['find']), key_points: ['It names Kobe.'], final_session_state: { city: 'Kobe' } },
        { ...caseOf('b', 'Kobe', ['find', 'say']), expected_flags: { refused: true }, difficulty: 'easy' },
        { ...caseOf('c', undefined, []), treshold: 0.5, session_inputs: {} },
      ],
    },
    'budget.json': { criteria: { token_usage_v1: { threshold: 1, budget: 10 } } },
  }).runHere('run', 'f.evalset.json', '--target', './agent.mjs', '-c', 'budget.json')
  expect(stderr).toMatchInlineSnapshot(`
    "agent: ./agent.mjs
    kept as metadata, not evaluated: difficulty, treshold, session_inputs
    warning: PROJECT/f.evalset.json: "session_inputs" of a case is not read
    hint: Did you mean "session_input"?
    warning: 2 cases have a reference answer, and no metric of this run looks at it
    hint: What looks at it: reference_match, final_response_match_v2, response_match_score, rouge_l, exact_match. Name one under "criteria", with its threshold.
    warning: 2 cases have expected tool calls, and no metric of this run looks at them
    hint: What looks at it: tool_trajectory_avg_score, tool_call_f1, tool_parameter_match, tool_choice. Name one under "criteria", with its threshold.
    warning: 1 case has an expected final state, and no metric of this run looks at it
    hint: What looks at it: final_state_match. Name one under "criteria", with its threshold.
    warning: 1 case has key points, and no metric of this run looks at them
    hint: What looks at it: key_points. Name one under "criteria", with its threshold.
    warning: 1 case has expected flags, and no metric of this run looks at them
    hint: What looks at it: expected_flags. Name one under "criteria", with its threshold.
    0 of 3 done
    "
  `)
})

it.each([
  [{ response_match_score: 0.5 }, ['expected tool calls']],
  [{ tool_trajectory_avg_score: 1 }, ['reference answer']],
  [{ final_response_match_v2: 0.5, tool_call_f1: 1 }, []],
  [{ contains: { threshold: 1, text: 'Kobe' } }, ['reference answer', 'expected tool calls']],
  [{ contains: 1, tool_parameter_match: 1 }, []],
  [{ safety_v1: 1 }, ['reference answer', 'expected tool calls']],
  [{ polite: { threshold: 0.5, evaluator_type: 'OutputEvaluator', rubric: 'Is it polite?' } }, []],
])('with %j it says so of %j', async (criteria, said) => {
  const { stderr } = await project({
    'f.evalset.json': { eval_set_id: 'fields', eval_cases: [caseOf('a', 'Kobe', ['find'])] },
    'c.json': { criteria },
  }).runHere('run', 'f.evalset.json', '--target', './agent.mjs', '-c', 'c.json')
  const found = [...stderr.matchAll(/1 case has an? ?(reference answer)|1 case has (expected tool calls)/g)]
  expect(found.map(([, one, other]) => one ?? other)).toEqual(said)
})

it('shows which columns and keys are kept and not evaluated', async () => {
  const more = Array.from({ length: 14 }, (_, index) => `c${index}`)
  const { run } = project({
    'm.csv': 'id,question,answer,difficulty,作成者,threshold\na,?,Kobe,easy,誰か,0.9\n',
    'two.csv': 'id,question,expected,answer\na,?,Kobe,Osaka\n',
    'wide.csv': `question,answer,${more.join(',')}\n?,Kobe,${more.join(',')}\n`,
  })
  const kept = async (file: string) => (await run('run', file, '--target', './agent.mjs')).stderr
  expect(await kept('m.csv')).toContain('kept as metadata, not evaluated: difficulty, 作成者, threshold\n')
  expect(await kept('wide.csv')).toContain('c10, c11 and 2 more\n')
  expect(await kept('two.csv')).toContain('the column "answer" is not read: another one says the same')
  expect(await kept('q.csv')).not.toContain('metadata')
})

function caseOf(id: string, answer: string | undefined, tools: readonly string[]) {
  return {
    eval_id: id,
    conversation: [
      {
        user_content: { role: 'user', parts: [{ text: 'Where?' }] },
        ...(answer !== undefined && { final_response: { role: 'model', parts: [{ text: answer }] } }),
        intermediate_data: { tool_uses: tools.map((name) => ({ name, args: {} })) },
      },
    ],
  }
}

function project(more: Readonly<Record<string, unknown>> = {}) {
  return newProject({
    'q.csv': table,
    'agent.mjs': agent,
    'match.json': { criteria: { final_response_match_v2: 0.8 } },
    'text.json': { criteria: { response_match_score: '0.8' } },
    'said.jsonl': `${JSON.stringify({ eval_id: 'a', invocations: [{ user_content: { parts: [{ text: 'Where is A17?' }] }, final_response: { parts: [{ text: 'Kobe' }] } }] })}\n`,
    ...more,
  })
}

function rubric(type: string | undefined, id: string) {
  return {
    rubric_id: id,
    rubric_content: { text_property: 'It is short.' },
    ...(type !== undefined && { type }),
  }
}

it('an empty cell and an absent column expect nothing of any metric about calls', async () => {
  const names = ['tool_trajectory_avg_score', 'tool_call_f1', 'tool_parameter_match', 'tool_choice']
  const criteria = Object.fromEntries(names.map((name) => [name, 1]))
  const calling = "export default async () => ({ response: 'Kobe', toolCalls: [{ name: 'find', args: {} }] })\n"
  const files = {
    'empty.csv': 'id,question,answer,expected_tools\nsaid,?,Kobe,"[""find""]"\nopen,?,Kobe,\n',
    'absent.csv': 'id,question,answer\nopen,?,Kobe\n',
    'calls.json': { criteria },
    'calling.mjs': calling,
  }
  for (const dataset of ['empty.csv', 'absent.csv']) {
    const { document } = await project(files).runJson(dataset, '--target', './calling.mjs', '-c', 'calls.json')
    const open = document.results.find(({ evalCase }) => evalCase.id === 'open')
    const scores = open?.scores.filter(({ metric }) => names.includes(metric)) ?? []
    expect(scores.map((score) => [score.status, Reflect.get(score, 'informational')])).toEqual(
      names.map(() => ['not-evaluated', true]),
    )
  }
})

it.each([
  [{ nope: 1 }, 'there is no metric nope'],
  [{ tool_trajectory_avg_score: { threshold: 1, match_type: 'ODD' } }, 'there is no match_type "ODD"'],
])('an error of a test_config.json names the file: %j', async (criteria, problem) => {
  const recorded = 'id,question,answer,actual_output\na,What?,That.,That.\n'
  const files = newProject({ 'q.csv': recorded, 'test_config.json': { criteria } })
  const { stderr } = await files.run('run', 'q.csv')
  expect(stderr).toMatch(new RegExp(`test_config\\.json: ${problem}`))
})
