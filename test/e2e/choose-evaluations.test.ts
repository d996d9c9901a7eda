import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newProject, until, type Project } from './run-shinsa.ts'

const evaluation = (name: string, settings = `agent: () => 'A', cases: [{ ask: 'Q', answer: /A/ }]`) =>
  `evaluation(${JSON.stringify(name)}, { ${settings} })`
const file = (...evaluations: readonly string[]) =>
  `import { evaluation } from 'shinsa/testing'\nexport default [${evaluations.join(', ')}]`

const files = {
  'evals/weather.eval.ts': file(
    evaluation('kyoto'),
    evaluation('oslo', `agent: () => 'B', cases: [{ ask: 'Q', answer: /A/ }]`),
  ),
  'evals/arms.eval.mjs': file(evaluation('配送', `arms: { now: () => 'A', then: () => 'A' }, cases: './cases.jsonl'`)),
  'evals/cases.jsonl': '{"question": "Q", "answer": "A"}\n',
  'broken.eval.ts': `import { evaluation } from 'shinsa/testing'\nthrow new TypeError('no key \\u001b[2J')`,
}

/** Types each answer when it is asked, and waits for the end. */
async function typed(project: Project, answers: readonly string[], environment = {}) {
  const { child, ended } = project.start([], { onTerminal: true, environment })
  let seen = ''
  child.stdout?.on('data', (text: string) => (seen += text))
  for (const [index, answer] of answers.entries()) {
    await until(() => seen.split(/Which ones\?|どれを実行/).length > index + 1 || child.exitCode !== null)
    child.stdin?.write(answer)
  }
  const { exitCode, stdout } = await ended
  const { stdout: runs } = await project.runHere('list', '--json')
  const names = (JSON.parse(runs) as { plan: { name: string } }[]).map(({ plan }) => plan.name).toSorted()
  return { exitCode, names, text: stripVTControlCharacters(stdout).replaceAll(/\r+\n/g, '\n') }
}

describe('shinsa alone on a terminal', () => {
  it('lists what there is, asks until it can tell what is meant, and plays that', async () => {
    const { exitCode, names, text } = await typed(newProject(files), ['weather\r', '9\r', '1-2\r'])
    expect(text.slice(0, text.indexOf('agent for'))).toMatchInlineSnapshot(`
      "broken.eval.ts
        –  broken.eval.ts cannot be loaded: TypeError: no key ␛[2J (broken.eval.ts:2:7)
      evals/arms.eval.mjs
        1  配送  cases of ./cases.jsonl  2 arms
      evals/weather.eval.ts
        2  kyoto  1 case
        3  oslo  1 case
      Which ones? (a number, several such as 1,3 or 2-4, Enter for all, q for none) weather
      There are the numbers 1 to 3.
      Which ones? (a number, several such as 1,3 or 2-4, Enter for all, q for none) 9
      There are the numbers 1 to 3.
      Which ones? (a number, several such as 1,3 or 2-4, Enter for all, q for none) 1-2
      "
    `)
    expect(names).toEqual(['kyoto', '配送: now', '配送: then'])
    expect(exitCode).toBe(0)
  })

  it('plays one of a file and says how its gate decided', async () => {
    const { exitCode, names } = await typed(newProject(files), ['3\r'])
    expect({ exitCode, names }).toEqual({ exitCode: 1, names: ['oslo'] })
  })

  it('is not kept from one by another of the same file that is wrong', async () => {
    const wrong = evaluation(
      'wrong',
      `matrix: { prompt: [{}] }, agentFor: () => () => 'A', cases: [{ ask: 'Q', answer: /A/ }]`,
    )
    const project = newProject({ 'both.eval.ts': file(wrong, evaluation('right')) })
    expect(await typed(project, ['2\r'])).toMatchObject({ exitCode: 0, names: ['right'] })
  })

  it('plays all of them for Enter', async () => {
    const { exitCode, names } = await typed(newProject(files), ['\r'])
    expect({ exitCode, names }).toEqual({ exitCode: 1, names: ['kyoto', 'oslo', '配送: now', '配送: then'] })
  })

  it.each([
    ['q', 'q\r', 0],
    ['Ctrl-C', '\u0003', 130],
    ['Ctrl-D', '\u0004', 130],
  ])('plays nothing for %s', async (_, answer, code) => {
    const { exitCode, names, text } = await typed(newProject(files), [answer], { SHINSA_LANG: 'ja' })
    expect({ exitCode, names }).toEqual({ exitCode: code, names: [] })
    expect(text).toContain('どれを実行しますか？')
  })

  it('asks nothing where no file can be loaded', async () => {
    const { exitCode, text } = await typed(newProject({ 'broken.eval.ts': files['broken.eval.ts'] }), [])
    expect(exitCode).toBe(2)
    expect(text).toContain('TypeError: no key')
    expect(text).not.toContain('Which ones?')
  })

  it('shows the help where there are no such files', async () => {
    const { exitCode, text } = await typed(newProject(), [])
    expect(exitCode).toBe(2)
    expect(text).toContain('Usage: shinsa COMMAND [OPTIONS]')
  })
})

describe('shinsa alone elsewhere', () => {
  it('shows the help', async () => {
    const { exitCode, stdout } = await newProject(files).run()
    expect(exitCode).toBe(2)
    expect(stdout).toContain('Usage: shinsa COMMAND [OPTIONS]')
  })
})
