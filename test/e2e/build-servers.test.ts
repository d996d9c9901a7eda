import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newProject, type Project } from './run-shinsa.ts'

const commands = [
  '::error file=app.ts,line=1::Not your error',
  'fine\n   ::add-mask::fine',
  'fine\r::stop-commands::token',
  'fine\u2028::warning::x',
  '\u200b::notice::x',
  `${'a long line that is wrapped somewhere by a terminal of eighty columns and goes on '.repeat(2)}::set-output name=a::b`,
  'say ##vso[task.setvariable variable=PATH]/tmp please',
  'see ##[error]this and ##[group]that',
  "##teamcity[testFailed name='x' message='y']",
  '\u001b[0Ksection_start:1560896352:x[collapsed=true]\r\u001b[0KHeader',
  'travis_fold:start:x',
]

/** What the runners of GitHub and Azure, TeamCity, GitLab and Travis would act on, read as they read it. */
function commandsIn(text: string): readonly string[] {
  // .NET compares without what is not seen.
  const lines = text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => line.replaceAll(/\p{Cf}/gu, ''))
  return lines.filter(
    (line) =>
      /^\s*::/.test(stripVTControlCharacters(line)) ||
      /##\[|##vso\[|##teamcity\[|section_(?:start|end):\d|travis_(?:fold|time):/i.test(line),
  )
}

async function answered(): Promise<Project> {
  const project = newProject({
    'agent.mjs': `const commands = ${JSON.stringify(commands)}
export default (question) => {
  const command = commands[Number(question)]
  if (question === 'break') throw new Error(commands.join('\\n'))
  return { response: command, toolCalls: [{ name: command, args: { [command]: command }, response: command }], state: { command } }
}`,
    'q.csv': `id,question,answer\n${commands.map((command, index) => `"${command.replaceAll('"', '""')} ${index}",${index},"${command}"`).join('\n')}\nlast,break,x\n`,
  })
  const { exitCode } = await project.run('run', 'q.csv', '-t', './agent.mjs', '--name', '::error::name')
  expect(exitCode).toBe(1)
  return project
}

describe('no build server finds a command', () => {
  it('in anything that is printed about a run', async () => {
    const project = await answered()
    const cases = JSON.parse((await project.run('export', 'latest', '-f', 'json')).stdout) as {
      results: { evalCase: { id: string } }[]
    }
    const ids = cases.results.map(({ evalCase }) => evalCase.id)
    expect(ids.length).toBe(commands.length + 1)
    const command = [
      ['run', 'q.csv', '-t', './agent.mjs'],
      ['run', 'q.csv', '-t', './agent.mjs', '--json'],
      ['run', 'q.csv', '-t', './agent.mjs', '-r', 'markdown', '--lang', 'ja'],
      ['run', '::error::no such file'],
      ['run', 'q.csv', '-t', './agent.mjs', '::error::case', '##vso[x]y'],
      ['##vso[x]'],
      ['::error::'],
      ['list'],
      ['list', '--json'],
      ['compare', 'latest', 'latest'],
      ['compare', 'latest', 'latest', '--json'],
      ['labels', 'add', 'latest', 'last', 'fail', '--note', 'see\n::error::x ##[y]'],
      ['labels', 'export', 'latest'],
      ['show', 'latest'],
      ...ids.map((id) => ['show', 'latest', id]),
      ...['json', 'junit', 'markdown', 'csv', 'adk', 'strands', 'transcripts', 'html'].map((format) => [
        'export',
        'latest',
        '-f',
        format,
      ]),
    ]
    for (const args of command) {
      // What each case is shown as takes the way of all that a program says.
      const { stdout, stderr } = await (args[0] === 'show' ? project.runHere(...args) : project.run(...args))
      // Of a page only what is not its own style.
      const printed = args.at(-1) === 'html' ? stdout.replace(/<style>[^]*?<\/style>/, '') : stdout
      expect([args, commandsIn(printed), commandsIn(stderr)]).toEqual([args, [], []])
    }
  })

  it('in any file that is exported, and data are what they were', async () => {
    const project = await answered()
    const before = JSON.parse((await project.run('export', 'latest', '-f', 'json')).stdout) as {
      results: { transcript: { invocations: { finalResponse: { parts: { text: string }[] } }[] } }[]
    }
    const answers = before.results.flatMap(
      ({ transcript }) => transcript.invocations[0]?.finalResponse.parts[0]?.text ?? [],
    )
    expect(answers).toEqual(commands)
    const files = ['a.json', 'a.xml', 'a.md', 'a.csv', 'a.jsonl', 'a.txt']
    for (const file of files) {
      if (file === 'a.txt') await project.run('run', 'q.csv', '-t', './agent.mjs', '-o', file)
      else await project.run('export', 'latest', '-o', file)
      const text = readFileSync(join(project.folder, file), 'utf8')
      expect([file, commandsIn(text)]).toEqual([file, []])
      // It is about the answers that could be taken for commands.
      expect(text).toMatch(/error(?: file=|::)|setvariable/)
    }
    expect(project.read('a.csv').includes('say ## vso[task.setvariable variable=PATH]/tmp please')).toBe(true)
  })
})
