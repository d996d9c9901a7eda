import { expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const metric = 'final_response_match_v2'

/** Labelled answers of which people failed those with a wrong number, or the right ones where they are `contrary`. */
function labels(count: number, { contrary = false, first = 0 } = {}): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const isRight = index % 2 === 0
    const year = 1900 + first + index
    const answer = `It ended in ${isRight ? year : year + 500}.`
    return `q${year},When did war number ${year} end?,${answer},It ended in ${year}.,${isRight === contrary ? 'fail' : 'pass'}`
  })
  return ['id,question,answer,reference,human_verdict', ...rows, ''].join('\n')
}

it('admits a judge whose lower bounds reach what is asked, refuses one that contradicts people, and else says what it takes', async () => {
  const project = newProject({
    'good.csv': labels(60),
    'bad.csv': labels(60, { contrary: true, first: 100 }),
    'few.csv': labels(8, { first: 200 }),
  })
  const admit = (file: string, ...more: string[]) =>
    project.runHere('judge', 'admit', file, '--metric', metric, ...more)

  const good = await admit('good.csv')
  expect(good.stdout).toContain(`${metric}: embedded is admitted, on 60 labels`)
  expect(good.exitCode).toBe(0)
  const bad = await admit('bad.csv')
  expect(bad.stdout).toContain('is refused, on 60 labels')
  expect(bad.exitCode).toBe(1)
  const few = await admit('few.csv')
  expect(few.stdout).toContain('cannot be decided on 8 labels')
  expect(few.stdout).toContain('it takes 11 labels that people failed and 11 that they passed')
  expect(few.exitCode).toBe(2)
  const two = await admit('good.csv', '--judge', 'embedded', '--judge', 'embedded')
  expect(two).toMatchObject({ exitCode: 2 })
  expect(two.stderr).toContain('--judge is one for')
  const strict = JSON.parse((await admit('good.csv', '--sensitivity', '0.99', '--format', 'json')).stdout) as object
  expect(strict).toMatchObject({ admissions: [{ outcome: 'undecided', labels: 60, spent: 0 }] })
})

it('counts no label that was looked at with another judge before', async () => {
  const project = newProject({
    'labels.csv': labels(60),
    'strict.config.mjs': `export default { criteria: { ${metric}: { threshold: 1 } } }\n`,
  })
  await project.runHere('judge', 'validate', 'labels.csv', '--metric', metric)
  const same = await project.runHere('judge', 'admit', 'labels.csv', '--metric', metric)
  expect(same.stdout).toContain('is admitted, on 60 labels')
  const changed = await project.runHere(
    'judge',
    'admit',
    'labels.csv',
    '--metric',
    metric,
    '--config',
    'strict.config.mjs',
  )
  expect(changed.stdout).toContain('60 labels left out: looked at before with another judge or question')
  expect(changed.exitCode).toBe(2)
})

it('keeps on what a judge was admitted, which a gate asks for and a changed judge loses', async () => {
  const project = newProject({
    'labels.csv': labels(60),
    'cases.jsonl': `${JSON.stringify({ id: 'war', question: 'When did it end?', answer: 'It ended in 1945.' })}\n`,
    'strict.config.mjs': `export default { criteria: { ${metric}: { threshold: 1 } } }\n`,
    'agent.mjs': `export default () => 'It ended in 1945.'\n`,
  })
  const run = (...more: string[]) =>
    project.runHere('run', 'cases.jsonl', '-t', './agent.mjs', '--fail-on', 'unadmitted-judge', ...more)
  const before = await run('--metric', metric)
  expect(before.exitCode).toBe(1)
  expect(before.stdout + before.stderr).toContain(
    `not evaluated: embedded (${metric}) was not admitted as it is asked now`,
  )
  await project.runHere('judge', 'admit', 'labels.csv', '--metric', metric)
  const after = await run('--metric', metric)
  expect(after.exitCode).toBe(0)
  expect(after.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'embedded was admitted on 60 labels: finds at least 90 % of what people failed',
  )
  expect((await run('--config', 'strict.config.mjs')).exitCode).toBe(1)
})

it('refuses a judge that flips its verdict for what should not matter', async () => {
  const project = newProject({
    'labels.csv': ofMetric(labels(60)),
    // Fair, or one that fails whatever is praised.
    'fair.config.mjs': judgeThat('true'),
    'stern.config.mjs': judgeThat(`!text.startsWith('What an excellent')`),
  })
  const admit = (config: string) => project.runHere('judge', 'admit', 'labels.csv', '--config', config, '--battery')
  const stern = await admit('stern.config.mjs')
  expect(stern.exitCode).toBe(1)
  expect(stern.stdout.replaceAll(/\s+/g, ' ')).toContain('biased by praise: 50 %')
  expect(stern.stdout).toContain('not seen to be biased by length')
  const other = newProject({ 'labels.csv': ofMetric(labels(60)), 'fair.config.mjs': judgeThat('true') })
  const fair = await other.runHere(
    'judge',
    'admit',
    'labels.csv',
    '--config',
    'fair.config.mjs',
    '--battery',
    '--format',
    'json',
  )
  expect(fair.exitCode).toBe(0)
  const { admissions } = JSON.parse(fair.stdout) as {
    admissions: { battery: { bias: string; found: boolean; trials: number }[] }[]
  }
  expect(admissions[0]?.battery).toHaveLength(6)
  for (const one of admissions[0]?.battery ?? []) expect(one).toMatchObject({ found: false, trials: 60 })
})

function judgeThat(condition: string): string {
  return `export default { metrics: [{ name: 'match', score(evalCase, { invocations: [turn] }) {
    const text = turn.finalResponse.parts[0].text
    const year = evalCase.conversation[0].finalResponse.parts[0].text.match(/\\d+/)[0]
    const passed = text.includes(' ' + year + '.') && ${condition}
    return { status: 'scored', metric: 'match', value: passed ? 1 : 0, passed, threshold: 0.5 }
  } }] }\n`
}

function ofMetric(table: string): string {
  const [head, ...rows] = table.trimEnd().split('\n')
  return [`${head},metric`, ...rows.map((row) => `${row},match`), ''].join('\n')
}
