import { expect, it } from 'vitest'
import { startModelServer } from './model-server.ts'
import { newProject } from './run-shinsa.ts'

const metric = 'final_response_match_v2'

/** Forty answers to questions of one kind; people pass three in four. */
function labelled(subject: (index: number) => { question: string; answer: string; reference: string }): string {
  const rows = Array.from({ length: 40 }, (_, index) => {
    const { question, answer, reference } = subject(index)
    const isRight = index % 4 !== 3
    const given = isRight ? answer : `${answer} wrong-${index}`
    return JSON.stringify({
      id: `r${index}`,
      question,
      answer: given,
      reference,
      human_verdict: isRight ? 'pass' : 'fail',
    })
  })
  return rows.join('\n')
}

const sets = {
  'capitals.jsonl': labelled((index) => ({
    question: `What is the code of city ${index}?`,
    answer: `The code is K${index * 7}.`,
    reference: `K${index * 7}`,
  })),
  '休暇.jsonl': labelled((index) => ({
    question: `${index} 年目の有給休暇は何日ですか？`,
    answer: `${10 + index} 日です。`,
    reference: `${10 + index} 日`,
  })),
}

function mistakeIn(prompt: string) {
  return /wrong-\d+/.exec(prompt)
}

/** Three judges: one that is right, one that misses every second mistake, and one that passes everything. */
async function threeServers() {
  return Promise.all([
    startModelServer((prompt) => (mistakeIn(prompt) ? 'invalid' : 'valid')),
    startModelServer((prompt) => (Number(mistakeIn(prompt)?.[0].slice(6) ?? 0) % 8 === 7 ? 'invalid' : 'valid')),
    startModelServer(() => 'valid'),
  ])
}

it('races the embedded judge with three others on two sets: differences, ties, cost and time', async () => {
  const servers = await threeServers()
  const names = ['sharp', 'half', 'yes-man']
  const judges = ['embedded', ...servers.map(({ url }, index) => `openai-compatible/${names[index]}@${url}`)]
  const project = newProject({ ...sets })
  const shown: string[] = []
  for (const file of Object.keys(sets)) {
    const flags = [file, '--metric', metric, ...judges.flatMap((judge) => ['--judge', judge]), '--yes', '--no-cache']
    const { exitCode, stdout, stderr } = await project.runHere('judge', 'race', ...flags)
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    expect(stdout).toContain('4 judges on 40 labelled results of 40 cases')
    const json = await project.runHere('judge', 'race', ...flags, '--format', 'json')
    const race = JSON.parse(json.stdout)
    expect(race.judges).toHaveLength(4)
    expect(race.differences).toHaveLength(6)
    const find = (name: string) => race.judges.find((judge: { name: string }) => judge.name.includes(name))
    expect(find('sharp')).toMatchObject({ answered: 40, agreement: { value: 1 }, seconds: expect.any(Number) })
    expect(find('half').agreement.value).toBeCloseTo(0.875, 9)
    expect(json.stdout).not.toContain('127.0.0.1')
    shown.push(withoutTimes(stdout))
  }
  expect(shown[0]).toMatchInlineSnapshot(`
    "4 judges on 40 labelled results of 40 cases
      judge                      agrees with people  Cohen's kappa    answered  dollars each  seconds each
      openai-compatible/sharp    100 % (91–100 %)    1 (0.76–1)       40 of 40  –             …
      openai-compatible/half     88 % (74–96 %)      0.6 (0.25–0.86)  40 of 40  –             …
      embedded                   75 % (59–88 %)      –                30 of 40  0             …
      openai-compatible/yes-man  75 % (59–88 %)      –                40 of 40  –             …

    openai-compatible/half − openai-compatible/sharp: −12.5 points (−27 to +3.2), p = 0.25 by Holm
    embedded − openai-compatible/sharp: −25 points (−43.3 to −4.3), p = 0.012 by Holm
    openai-compatible/yes-man − openai-compatible/sharp: −25 points (−43.3 to −4.3), p = 0.012 by Holm
    embedded − openai-compatible/half: −12.5 points (−27 to +3.2), p = 0.25 by Holm
    openai-compatible/yes-man − openai-compatible/half: −12.5 points (−27 to +3.2), p = 0.25 by Holm
    openai-compatible/yes-man − embedded: ±0 points (−8.5 to +8.5), p = 1 by Holm
    openai-compatible/sharp agrees most, and cannot be told from openai-compatible/half
    Cannot be told apart: openai-compatible/sharp = openai-compatible/half, openai-compatible/half = embedded,
    openai-compatible/half = openai-compatible/yes-man, embedded = openai-compatible/yes-man; it would take about 391 cases
    to see 5 points
    "
  `)
})

/** How long it took is another number each time. */
function withoutTimes(text: string): string {
  return text.replaceAll(/( {2}0\.\d+| {2}\d+\.?\d*)$/gm, '  …')
}

it('says later whether a judge has changed, by an earlier validation', async () => {
  let lenient = false
  const server = await startModelServer((prompt) => (!lenient && /wrong-\d+/.test(prompt) ? 'invalid' : 'valid'))
  const project = newProject({ ...sets })
  const validate = ['judge', 'validate', '休暇.jsonl', '--metric', metric, '--yes', '--no-cache']
  const judge = ['--judge', `openai-compatible/judge@${server.url}`]
  expect((await project.runHere(...validate, ...judge, '--output', 'then.json')).exitCode).toBe(0)

  const same = await project.runHere(...validate, ...judge, '--against', 'then.json', '--fail-on', 'changed')
  expect(same.exitCode).toBe(0)
  lenient = true
  const changed = await project.runHere(...validate, ...judge, '--against', 'then.json', '--fail-on', 'changed')
  expect([same.stdout, changed.stdout].map((text) => text.slice(text.indexOf(`\n\n${metric}: `))))
    .toMatchInlineSnapshot(`
    [
      "

    final_response_match_v2: nobody can tell whether the judge has changed (openai-compatible/judge → openai-compatible/judge)
      0 of 40 verdicts are others now, on 40 results that both have
      passes: ±0 points (−6.6 to +6.6), p = 1
      agreement with people: ±0 points (−6.6 to +6.6), p = 1
      so many cases show a change of 21.8 points four times out of five
    ",
      "

    final_response_match_v2: the judge has changed (openai-compatible/judge → openai-compatible/judge)
      10 of 40 verdicts are others now, on 40 results that both have
      passes: +25 points (+9.3 to +38.3), p = 0.002
      agreement with people: −25 points (−38.3 to −9.3), p = 0.002
      so many cases show a change of 23.6 points four times out of five
    ",
    ]
  `)
  expect(changed.exitCode).toBe(1)
  expect(changed.stderr).toContain(`failed: ${metric}: the judge has changed`)
})

it('refuses what is no race and no earlier validation', async () => {
  const project = newProject({ ...sets, 'other.json': '{"metrics": []}' })
  expect(await project.runHere('judge', 'race', 'capitals.jsonl', '--metric', metric)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^error: a race takes 2 to 20 judges, not 1\n/),
  })
  expect(
    await project.runHere('judge', 'validate', 'capitals.jsonl', '--metric', metric, '--against', 'other.json'),
  ).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is no validation of a judge') })
  expect(await project.runHere('judge', 'validate', 'capitals.jsonl', '--fail-on', 'changed')).toMatchObject({
    exitCode: 2,
    stderr: 'error: the rule "changed" needs an earlier validation: --against FILE\n',
  })
  const judges = ['--judge', 'embedded', '--judge', 'gemini-2.5-flash']
  expect(await project.runHere('judge', 'validate', 'capitals.jsonl', ...judges)).toMatchObject({
    exitCode: 2,
    stderr: 'error: --judge is one for `judge validate`, and several for `judge race`\n',
  })
})

it('finds the models that are served on this machine, and says which of them to use', async () => {
  const [careful] = await threeServers()
  const nobody = 'http://127.0.0.1:9/v1'
  const environment = {
    OLLAMA_BASE_URL: careful.url,
    LLAMACPP_BASE_URL: nobody,
    VLLM_BASE_URL: nobody,
    // Elsewhere nobody is asked.
    LMSTUDIO_BASE_URL: 'http://models.example/v1',
  }
  const project = newProject(sets)
  const find = (args: readonly string[], over: Readonly<Record<string, string>> = {}) =>
    project.start(['judge', 'find', ...args], { environment: { ...environment, ...over } }).ended
  const asked = await find([])
  expect([asked.exitCode, asked.stderr]).toEqual([2, expect.stringContaining('looking for models asks')])
  const listed = await find(['--yes'])
  expect(listed.exitCode).toBe(0)
  expect(listed.stdout).toContain(`${careful.url} serves ollama/judge`)
  expect(listed.stdout + listed.stderr).not.toContain('models.example')
  const raced = await find(['capitals.jsonl', '--metric', metric, '--yes'])
  expect(raced.stdout).toContain('Use --judge ')
  expect(raced.stdout).toMatch(/agrees with people on 100 %/)
  const none = await find(['--yes'], { OLLAMA_BASE_URL: nobody })
  expect([none.exitCode, none.stdout]).toEqual([1, expect.stringContaining('no model is served at')])
})
