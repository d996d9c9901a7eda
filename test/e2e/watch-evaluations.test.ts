import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newProject, type Project } from './run-shinsa.ts'
import { calls, startWatching } from './start-watching.ts'

const agent = (name = 'agent') => `import { appendFileSync } from 'node:fs'
import { say } from './say.ts'
export const ${name} = async (question: string) => {
  appendFileSync('calls.log', '${name === 'agent' ? '' : `${name} `}' + question + '\\n')
  return say(question)
}
`
const say = 'export const say = (text: string): string => text.toUpperCase()\n'
const metrics = `import { defineMetric } from 'shinsa/metrics'
export const polite = defineMetric('polite', () => true)
`
const weather = `import { evaluation } from 'shinsa/testing'
import { agent } from './agent.ts'

// What people ask.
export default evaluation('weather', {
  agent,
  cases: [
    { ask: 'one', answer: /ONE/ },
    { ask: 'two', answer: /TWO/ },
    { ask: 'three', answer: /THREE/ },
  ],
})
`
const files = { 'agent.ts': agent(), 'say.ts': say, 'weather.eval.ts': weather }

/** The agent stands in the file, with all that it needs. */
const inOneFile = `import { appendFileSync } from 'node:fs'
import { evaluation } from 'shinsa/testing'
import { say } from './say.ts'
import { questions } from './questions.ts'

enum Mark { Line = '\\n' }
const greeting = 'Well: '
const agent = async (question: string) => {
  appendFileSync('calls.log', question + Mark.Line)
  return greeting + say(question)
}
const cases = questions.map((ask) => ({ ask, answer: new RegExp(ask, 'i') }))
export default evaluation('weather', { agent, cases, gate: 'pass-rate<0.5' })
`
const plain = inOneFile.replace(/enum.*\n/, '').replace('Mark.Line', "'\\n'")
const questions = (...words: readonly string[]) => `export const questions = ${JSON.stringify(words)}\n`

const arms = `import { evaluation } from 'shinsa/testing'
import { short } from './short.ts'
import { long } from './long.ts'
export default evaluation('weather', { arms: { short, long }, cases: [{ ask: 'one' }, { ask: 'two', answer: /TWO/ }] })
`

const asks = (name: string, mark: string) =>
  `evaluation('${name}', { agent: (question: string) => (appendFileSync('calls.log', '${name}${mark}\\n'), question), cases: [{ ask: 'x' }] })`

const evals = (name: string) => ({
  [`evals/${name}.eval.ts`]: weather.replace("'weather'", `'${name}'`).replace('./', '../'),
})

const both = (mark: string) =>
  `import { appendFileSync } from 'node:fs'\nimport { evaluation } from 'shinsa/testing'\nexport const all = [${asks('a', '')}, ${asks('b', mark)}]\n`

describe('shinsa watch *.eval.ts', () => {
  it('asks for the case that was edited alone, and nobody when an expectation, a comment or the layout is edited', async () => {
    const { project, round, output } = await watching(newProject(files), 'weather.eval.ts')
    expect(calls(project)).toEqual(['one', 'two', 'three'])
    expect(output()).not.toContain('warning')
    project.write({ 'weather.eval.ts': weather.replace("'two'", "'zwei'").replace('TWO', 'ZWEI') })
    expect(await round()).toContain('1 answer asked for, 2 from the store')
    project.write({ 'weather.eval.ts': weather.replace("'two'", "'zwei'").replace('TWO', 'VIER') })
    const said = await round()
    expect(said).toContain('changed: weather.eval.ts\n')
    expect(said).toContain('0 answers asked for, 3 from the store')
    expect(said).toContain('Fails now: zwei\n')
    project.write({ 'weather.eval.ts': weather.replace('// What people ask.\n', '\n\n') })
    expect(await round()).toContain('0 answers asked for, 3 from the store')
    expect(calls(project)).toEqual(['one', 'two', 'three', 'zwei'])
  })

  it('asks everything when a module behind the agent changes, and nobody when one of a metric does', async () => {
    const scored = weather
      .replace('import { agent }', "import { polite } from './polite.ts'\nimport { agent }")
      .replace('agent,\n', 'agent,\n  metrics: [polite],\n')
    const project = newProject({ ...files, 'polite.ts': metrics, 'weather.eval.ts': scored })
    const { round } = await watching(project, 'weather.eval.ts')
    project.write({ 'polite.ts': `${metrics}// and so on\n` })
    expect(await round()).toContain('0 answers asked for, 3 from the store')
    project.write({ 'say.ts': say.replace('toUpperCase', 'toLowerCase') })
    expect(await round()).toContain('Fails now: one, two, three\n')
    expect(calls(project)).toHaveLength(6)
  })

  it.each([
    ['as Node loads it', plain],
    ['with an enum', inOneFile],
  ])('tells an agent in the file from its cases, %s', async (_what, code) => {
    const project = newProject({
      'weather.eval.ts': code,
      'say.ts': say,
      'questions.ts': questions('one', 'two'),
    })
    const { round } = await watching(project, 'weather.eval.ts')
    expect(calls(project)).toHaveLength(2)
    project.write({ 'weather.eval.ts': code.replace("'i'", "'iu'").replace('0.5', '0.4') })
    expect(await round()).toContain('0 answers asked for, 2 from the store')
    project.write({ 'weather.eval.ts': code.replace('Well', 'Hm') })
    await round()
    expect(calls(project)).toHaveLength(4)
    project.write({ 'say.ts': `${say}\n` })
    await round()
    expect(calls(project)).toHaveLength(6)
  })

  it('knows which module has the cases alone', async () => {
    const project = newProject({ 'weather.eval.ts': plain, 'say.ts': say, 'questions.ts': questions('one', 'two') })
    const { round } = await watching(project, 'weather.eval.ts')
    project.write({ 'questions.ts': questions('one', 'drei') })
    expect(await round()).toContain('1 answer asked for, 1 from the store')
    expect(calls(project)).toEqual(['one', 'two', 'drei'])
  })

  it('asks each arm for itself', async () => {
    const project = newProject({
      'weather.eval.ts': arms,
      'short.ts': agent('short'),
      'long.ts': agent('long'),
      'say.ts': say,
    })
    const { round } = await watching(project, 'weather.eval.ts')
    expect(calls(project).toSorted()).toEqual(['long one', 'long two', 'short one', 'short two'])
    project.write({ 'long.ts': `${agent('long')}\n` })
    await round()
    expect(calls(project).slice(4).toSorted()).toEqual(['long one', 'long two'])
    project.write({ 'weather.eval.ts': arms.replace("'two'", "'zwei'") })
    await round()
    expect(calls(project).slice(6).toSorted()).toEqual(['long zwei', 'short zwei'])
  })

  it('asks the agent of one evaluation alone where a file has two', async () => {
    const { project, round } = await watching(newProject({ 'two.eval.ts': both('') }), 'two.eval.ts')
    project.write({ 'two.eval.ts': both('!') })
    await round()
    expect(calls(project)).toEqual(['a', 'b', 'b!'])
  })

  it('asks once too often where it cannot tell', async () => {
    const exported = weather
      .replace(
        'export default',
        'export const questions = [{ ask: "one", answer: /ONE/ }, { ask: "two" }]\nexport default',
      )
      .replace(/cases: \[[^]*\],/, 'cases: questions,')
    const { project, round } = await watching(newProject({ ...files, 'weather.eval.ts': exported }), 'weather.eval.ts')
    project.write({ 'weather.eval.ts': exported.replace('"two"', '"zwei"') })
    await round()
    expect(calls(project).toSorted()).toEqual(['one', 'one', 'two', 'zwei'])
  })

  it('keeps several files and evaluations apart, and hears of new ones that a pattern means', async () => {
    const project = newProject({ 'agent.ts': agent(), 'say.ts': say, ...evals('a'), ...evals('b') })
    const { round } = await watching(project, '**/*.eval.ts')
    expect(calls(project)).toHaveLength(6)
    project.write({ 'evals/b.eval.ts': evals('b')['evals/b.eval.ts']?.replace("'two'", "'zwei'") ?? '' })
    await round()
    expect(calls(project).slice(6)).toEqual(['zwei'])
    project.write(evals('c'))
    expect(await round()).toContain('changed: evals/c.eval.ts\n')
    expect(calls(project).slice(7).toSorted()).toEqual(['one', 'three', 'two'])
    rmSync(join(project.folder, 'evals/a.eval.ts'))
    await round()
    expect(calls(project)).toHaveLength(10)
  })
})

async function watching(project: Project, ...operands: readonly string[]) {
  const session = startWatching(project, ['watch', ...operands])
  await session.round()
  return session
}
