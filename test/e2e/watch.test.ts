import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Project, newProject, until } from './run-shinsa.ts'
import { calls, startWatching } from './start-watching.ts'

const agent = `import { appendFileSync } from 'node:fs'
import { say } from './say.ts'
export default async (question: string) => {
  appendFileSync('calls.log', question + '\\n')
  return say(question)
}
`
const say = 'export const say = (text: string): string => text.toUpperCase()\n'
const cases = (...words: readonly string[]) =>
  words.map((word) => `${JSON.stringify({ id: word, question: word, answer: word.toUpperCase() })}\n`).join('')

const files = { 'agent.ts': agent, 'say.ts': say, 'cases.jsonl': cases('one', 'two', 'three') }
const command = ['watch', 'cases.jsonl', '--target', './agent.ts']

describe('shinsa watch', () => {
  it('asks for the answer of a case that was edited, and takes the others from the store', async () => {
    const { project, round } = await watching(newProject(files))
    expect(calls(project)).toEqual(['one', 'two', 'three'])
    project.write({ 'cases.jsonl': cases('one', 'zwei', 'three') })
    expect(await round()).toContain('1 answer asked for, 2 from the store')
    expect(calls(project)).toEqual(['one', 'two', 'three', 'zwei'])
  })

  it('asks nobody when a reference is edited, and judges what was answered', async () => {
    const { project, round } = await watching(newProject(files))
    project.write({ 'cases.jsonl': cases('one', 'two', 'three').replace('"TWO"', '"FIVE"') })
    expect(await round()).toMatchInlineSnapshot(`
      "changed: cases.jsonl
      0 of 3 done
      ✗ FAILED  2 of 3 cases passed, 67 % (95 % interval 20–94 %)
      1 failed
      Gate: 1 result failed

      ✗ two  “two”
        reference_match: 0 is below the threshold 1: The number differs: five is expected, two is said.
          expected  FIVE
          actual    TWO

      Note: 0 answers asked for, 3 from the store: nothing changed that they depend on
      Fails now: two
      Waiting for changes; Ctrl-C ends it.
      "
    `)
    project.write({ 'cases.jsonl': cases('one', 'two', 'three') })
    expect(await round()).toContain('Passes now: two\n')
    expect(calls(project)).toHaveLength(3)
  })

  it('asks everything when a module behind the agent changes, and nothing when it is as it was again', async () => {
    const { project, round } = await watching(newProject(files))
    project.write({ 'say.ts': say.replace('toUpperCase()', 'slice(1)') })
    expect(await round()).toContain('Fails now: one, two, three\n')
    expect(calls(project)).toHaveLength(6)
    project.write({ 'say.ts': say })
    expect(await round()).toContain('0 answers asked for, 3 from the store')
    expect(calls(project)).toHaveLength(6)
  })

  it('knows modules that are loaded late and prompts that are read late', async () => {
    const late = `import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
export default async (question) => {
  appendFileSync('calls.log', question + '\\n')
  const { say } = await import('./say.ts')
  return (await readFile('prompts/system.md', 'utf8')) + say(question)
}
`
    const { project, round } = await watching(newProject({ ...files, 'agent.ts': late, 'prompts/system.md': '' }))
    project.write({ 'prompts/system.md': 'Sir, ' })
    expect(await round()).toContain('changed: prompts/system.md\n')
    expect(calls(project)).toHaveLength(6)
    project.write({ 'say.ts': `${say}// and nothing else\n` })
    expect(await round()).toContain('changed: say.ts\n')
    expect(calls(project)).toHaveLength(9)
  })

  it('plays what did not pass before all else', async () => {
    const asked = { 'cases.jsonl': cases('one', 'two', 'three').replace('"THREE"', '"FOUR"') }
    const { project, round } = await watching(newProject({ ...files, ...asked }), '--concurrency', '1')
    project.write({ 'say.ts': `${say}\n` })
    await round()
    expect(calls(project).slice(3)).toEqual(['three', 'one', 'two'])
  })

  it('asks everything anew with --fresh, and takes answers from the store when it is begun again', async () => {
    const project = newProject(files)
    const first = await watching(project)
    await first.end()
    const second = await watching(project)
    expect(calls(project)).toHaveLength(3)
    expect(second.output()).toContain('0 answers asked for, 3 from the store')
    await second.end()
    await watching(project, '--fresh')
    expect(calls(project)).toHaveLength(6)
  })

  it('plays each repeat from the store by itself, and asks for those that are new', async () => {
    const project = newProject(files)
    const first = await watching(project)
    await first.end()
    await watching(project, '--repeat', '2')
    expect(calls(project)).toEqual(['one', 'two', 'three', 'one', 'two', 'three'])
  })

  it('asks again where the agent broke', async () => {
    const breaks = agent.replace('return say', "if (question === 'two') throw new Error('no tea left')\n  return say")
    const { project, round } = await watching(newProject({ ...files, 'agent.ts': breaks }))
    project.write({ 'cases.jsonl': `${cases('one', 'two', 'three')}\n` })
    expect(await round()).toContain('1 answer asked for, 2 from the store')
    expect(calls(project)).toEqual(['one', 'two', 'three', 'two'])
  })

  it('says what is broken, and goes on when it is mended', async () => {
    const { project, round } = await watching(newProject(files))
    project.write({ 'cases.jsonl': `${cases('one', 'two', 'three')}{"id": "fo` })
    expect(await round()).toMatchInlineSnapshot(`
      "changed: cases.jsonl
      error: PROJECT/cases.jsonl:4:8: the file ends in the middle of what stands here
      hint: It was cut off, perhaps while it was written or copied. Get the whole file.
      Waiting for a change that mends it; Ctrl-C ends it.
      "
    `)
    project.write({ 'cases.jsonl': cases('one', 'two', 'three', 'four') })
    expect(await round()).toContain('1 answer asked for, 3 from the store')
    project.write({ 'agent.ts': agent.replace('./say.ts', './speak.ts') })
    expect(await round()).toContain('speak.ts')
    // The name of what is missing is nowhere yet.
    renameSync(join(project.folder, 'say.ts'), join(project.folder, 'speak.ts'))
    expect(await round()).toContain('✓ PASSED')
  })

  it('waits for what editors do: another file in its place, an empty one first, none for a moment', async () => {
    const { project, round } = await watching(newProject(files))
    project.write({ 'cases.jsonl~': cases('one', 'two', 'drei') })
    renameSync(join(project.folder, 'cases.jsonl~'), join(project.folder, 'cases.jsonl'))
    expect(await round()).toContain('1 answer asked for')
    project.write({ 'cases.jsonl': '' })
    project.write({ 'cases.jsonl': cases('one', 'two', 'tres') })
    expect(await round()).toContain('1 answer asked for')
    rmSync(join(project.folder, 'cases.jsonl'))
    project.write({ 'cases.jsonl': cases('one', 'two', 'trois') })
    expect(await round()).toContain('1 answer asked for')
    expect(calls(project).slice(3)).toEqual(['drei', 'tres', 'trois'])
  })

  it('begins again when something changes while a round goes on, and keeps what was answered', async () => {
    const waits = `import { appendFileSync, existsSync } from 'node:fs'
export default async (question) => {
  appendFileSync('calls.log', question + '\\n')
  while (question === 'three' && !existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 10))
  return question.toUpperCase()
}
`
    const project = newProject({ ...files, 'agent.ts': waits })
    const session = startWatching(project, command)
    await until(() => existsSync(join(project.folder, 'calls.log')) && calls(project).length === 3)
    project.write({ 'cases.jsonl': cases('one', 'two', 'vier') })
    await session.round()
    expect(session.output()).toContain('1 answer asked for, 2 from the store')
    expect(calls(project)).toEqual(['one', 'two', 'three', 'vier'])
  })

  it('does not go round and round when the agent writes what it reads', async () => {
    const remembers = `import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
export default (question) => {
  appendFileSync('calls.log', question + '\\n')
  const known = existsSync('memory.json') ? JSON.parse(readFileSync('memory.json', 'utf8')) : []
  writeFileSync('memory.json', JSON.stringify([...known, question]))
  return question.toUpperCase()
}
`
    const { project, round } = await watching(newProject({ ...files, 'agent.ts': remembers }))
    project.write({ 'cases.jsonl': cases('one', 'two', 'four') })
    expect(await round()).toContain('1 answer asked for, 2 from the store')
    expect(calls(project)).toHaveLength(4)
  })

  it('says of an agent behind an address that nobody can know, and asks it again', async () => {
    const asked: string[] = []
    const address = await answering((question) => {
      asked.push(question)
      return question.toUpperCase()
    })
    const project = newProject(files)
    const session = startWatching(project, ['watch', 'cases.jsonl', '--target', `${address}/chat`])
    await session.round()
    project.write({ 'cases.jsonl': cases('one', 'two', 'four') })
    const said = await session.round()
    expect(said.replaceAll(/127.0.0.1:\d+/g, 'HOST')).toContain(
      'warning: what answers at http://HOST may change unseen\nhint: So the agent is asked every case again.',
    )
    expect(asked).toHaveLength(6)
  })

  it('takes the word of a config for the files behind an address', async () => {
    const asked: string[] = []
    const address = await answering((question) => {
      asked.push(question)
      return question.toUpperCase()
    })
    const config = `export default { target: { http: { url: '${address}' } }, watch: ['server'] }\n`
    const project = newProject({ ...files, 'shinsa.config.ts': config, 'server/main.py': '' })
    const session = startWatching(project, ['watch', 'cases.jsonl'])
    await session.round()
    project.write({ 'cases.jsonl': cases('one', 'two', 'four') })
    expect(await session.round()).toContain('1 answer asked for, 2 from the store')
    project.write({ 'server/tools/weather.py': 'print()' })
    await session.round()
    expect(asked).toHaveLength(7)
  })

  it('knows what a program in Python imports, and asks a program again of which nobody knows', async () => {
    const program = `import json, sys
from voice import loud
for line in sys.stdin:
    question = json.loads(line)["message"]
    open("calls.log", "a").write(question + "\\n")
    print(json.dumps({"response": loud.say(question)}), flush=True)
`
    const python = {
      'agent.py': program,
      'voice/__init__.py': '',
      'voice/loud.py': 'def say(text): return text.upper()\n',
    }
    const project = newProject({ ...files, ...python })
    const session = startWatching(project, ['watch', 'cases.jsonl', '--target', 'command:python3 agent.py'])
    await session.round()
    project.write({ 'cases.jsonl': cases('one', 'two', 'four') })
    expect(await session.round()).toContain('1 answer asked for, 2 from the store')
    project.write({ 'voice/loud.py': 'def say(text): return text[1:]\n' })
    expect(await session.round()).toContain('Fails now: one, two, four')
    await session.end()
    const unknown = startWatching(project, ['watch', 'cases.jsonl', '--target', 'command:sh -c "python3 agent.py"'])
    expect(await unknown.round()).toContain('is not known')
  })

  it('keeps one run of a session, says in it where an answer was asked for, and ends as a run does', async () => {
    const project = newProject(files)
    const { round, end, output } = await watching(project)
    project.write({ 'cases.jsonl': cases('one', 'two', 'four') })
    await round()
    expect(await end()).toEqual({ exitCode: 130, signal: null })
    const { stdout } = await project.runHere('list', '--json')
    expect(JSON.parse(stdout)).toHaveLength(1)
    const shown = await project.runHere('show', 'latest', 'one')
    expect(shown.stdout).toMatch(/the agent was asked in run \d{8}-\d{6}-\w{4}/)
    expect((await project.runHere('show', 'latest', 'four')).stdout).not.toContain('was asked in run')
    expect(output()).not.toContain('bug')
  })

  it('is followed by a page that shows one of its rounds', async () => {
    const project = newProject(files)
    const { round, end } = await watching(project)
    const page = await serving(project)
    const latest = async () => (await page('runs')).runs[0]?.runId ?? ''
    const first = await latest()
    expect(await page(`runs/${first}`)).toMatchObject({ latestRound: first })
    project.write({ 'cases.jsonl': cases('one', 'two', 'four') })
    await round()
    const second = await latest()
    expect(second).not.toBe(first)
    expect(await page(`runs/${first}`)).toMatchObject({ latestRound: second })
    await end()
    expect(await page(`runs/${second}`)).not.toHaveProperty('latestRound')
  })

  it.each([
    ['after its rounds', ''],
    ['in the middle of them', 'await new Promise((resolve) => setTimeout(resolve, 500))'],
  ])(
    'comes to rest when a program of the agent writes what the agent reads, which is heard of %s',
    async (_when, wait) => {
      const counts = `import { appendFileSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
export default async (question) => {
  appendFileSync('calls.log', question + '\\n')
  readFileSync('count.txt', 'utf8')
  execFileSync('sh', ['-c', 'echo more >> count.txt'])
  ${wait}
  return question.toUpperCase()
}
`
      const project = newProject({ ...files, 'agent.ts': counts, 'count.txt': '' })
      const session = startWatching(project, command)
      await until(() => session.output().includes('changes whenever the agent is asked'))
      await until(() => session.output().trimEnd().endsWith('Ctrl-C ends it.'))
      expect(calls(project).length).toBeLessThanOrEqual(4 * 3)
    },
  )

  it('says everything in Japanese too', async () => {
    const { project, round } = await watching(newProject(files), '--lang', 'ja')
    project.write({ 'cases.jsonl': cases('one', 'two', 'four').replace('"TWO"', '"FIVE"') })
    expect(await round()).toMatchInlineSnapshot(`
      "変更: cases.jsonl
      3 件中 0 件完了
      ✓ four
      ✗ 不合格  3 ケース中 2 ケースが合格、合格率 67 %（95 % 信頼区間 20–94 %）
      不合格 1 件
      ゲート: 不合格の結果が 1 件あります

      ✗ two  “two”
        reference_match: 0 はしきい値 1 未満です: The number differs: five is expected, two is said.
          期待  FIVE
          実際  TWO

      備考: 回答 1 件を尋ね、2 件は保存済みのものを使いました。それらに関わるものは何も変わっていません
      不合格に変わったケース: two
      変更を待っています。Ctrl-C で終了します。
      "
    `)
  })

  it('ends at once where no change of a file could help', async () => {
    const { exitCode, stderr } = await newProject(files).run('watch', 'cases.jsonl', '--first', '2', '--sample', '2')
    expect({ exitCode, stderr }).toMatchInlineSnapshot(`
      {
        "exitCode": 2,
        "stderr": "error: --first and --sample contradict each other
      ",
      }
    `)
  })
})

/** A session whose first round is over. */
async function watching(project: Project, ...more: readonly string[]) {
  const session = startWatching(project, [...command, ...more])
  await session.round()
  return session
}

type Page = { readonly runs: readonly { readonly runId: string }[] }

async function serving(project: Project): Promise<(path: string) => Promise<Page>> {
  const { child } = project.start(['serve', '--port', '0'])
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  await until(() => /http:\S+\n/.test(said) || child.exitCode !== null)
  const url = /http:\S+/.exec(said)?.[0] ?? ''
  return async (path) => (await (await fetch(`${url}api/${path}`)).json()) as Page
}

async function answering(answer: (question: string) => string): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (data: Buffer) => (body += data.toString()))
    request.on('end', () => {
      const { message } = JSON.parse(body) as { message: string }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ response: answer(message) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
