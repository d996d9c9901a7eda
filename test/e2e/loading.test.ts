import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

const cases = 'id,question,answer\na,tea,TEA\n'

/** Everything that Node itself does not load. */
const written = {
  'src/lib.ts':
    'export enum City { kyoto = "Kyoto" }\nexport type Shout = (text: string) => string\nexport let count = 0\nexport const counted = () => ++count\n',
  'src/view.tsx': 'export const view: string = "view"\n',
  'src/index.ts': 'export * from "./lib"\n',
}

describe('an agent in TypeScript, as people write it', () => {
  it.each([
    ['a path without an ending', "import { City } from './src/lib'"],
    ['the ending of what it is compiled to', "import { City } from './src/lib.js'"],
    ['a folder', "import { City } from './src'"],
    ['paths of a tsconfig.json', "import { City } from '@lib/lib'"],
    [
      'a type that is imported like a value',
      "import { City, Shout } from './src/lib.ts'\nconst say: Shout = (text) => text",
    ],
    ['a file with JSX', "import { City } from './src/lib'\nimport { view } from './src/view'\nvoid view"],
    [
      'a class with parameter properties',
      "import { City } from './src/lib'\nclass A { constructor(readonly b: number) {} }\nvoid new A(1)",
    ],
    [
      'what CommonJS has',
      "import { City } from './src/lib.ts'\nif (!__dirname || !require('node:fs')) throw new Error('none')",
    ],
  ])('%s', async (_what, head) => {
    const agent = `${head}\nexport default (text: string) => City.kyoto === 'Kyoto' ? text.toUpperCase() : ''\n`
    const tsconfig = '{ "compilerOptions": { "paths": { "@lib/*": ["./src/*"] } } }'
    const project = newProject({ ...written, 'tsconfig.json': tsconfig, 'agent.ts': agent, 'q.csv': cases })
    const { exitCode, stderr } = await project.run('run', 'q.csv', '-t', './agent.ts')
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
  })

  it('has what it imports once, and the running package', async () => {
    const agent = `import { counted } from './src/lib'
import { counted as again } from './src/index'
import { EvalError } from 'shinsa/core'
export default (text: string) => {
  counted()
  if (again() !== 2) throw new Error('twice')
  throw new EvalError('agent', 'mine')
}
`
    const project = newProject({ ...written, 'agent.ts': agent, 'q.csv': cases })
    const { stdout } = await project.run('run', 'q.csv', '-t', './agent.ts')
    expect(stdout).toContain('mine')
    expect(stdout).not.toContain('threw')
  })

  it.each([
    [
      'a package that is missing',
      "import 'not-there'\nexport default () => ''\n",
      "Cannot find package 'not-there' imported from agent.ts",
    ],
    [
      'what it throws',
      "import { City } from './src/lib'\nthrow new Error(`no key for ${City.kyoto}`)\nexport default 1\n",
      'no key for Kyoto',
    ],
    [
      'what is no TypeScript',
      'export default (text: string => text\n',
      'ParseError: Unexpected token, expected "," ⏎ agent.ts:1:29',
    ],
  ])('says what is wrong with it: %s', async (_what, agent, problem) => {
    const project = newProject({ ...written, 'agent.ts': agent, 'q.csv': cases })
    const { exitCode, stderr } = await project.run('run', 'q.csv', '-t', './agent.ts')
    expect(exitCode).toBe(2)
    expect(stderr.split('\n')[0]?.replaceAll(/(?:file:\/\/)?\S*\/agent\.ts/g, 'agent.ts')).toBe(
      `error: agent.ts cannot be loaded: Error: ${problem}`,
    )
  })
})

describe('an agent that does more than answer', () => {
  it('does not make a success by ending the process, while it is read or while it is asked', async () => {
    expect(await ended('const main = () => process.exit(0)\nexport default (text: string) => text\nmain()\n'))
      .toMatchInlineSnapshot(`
      "2 error: process.exit was called before the command was done: at main (agent.ts:1:28)
      hint: What a file does when it is run as a program belongs behind a condition: if (import.meta.main) { … }
      "
    `)
    expect(await ended('export default (text: string): string => process.exit()\n')).toMatchInlineSnapshot(`
      "2 error: ./agent.ts failed in the only case: The agent’s function threw: process.exit was called
      hint: \`shinsa doctor\` checks whether targets answer.
      "
    `)
    expect(await ended('await new Promise(() => {})\nexport default (text: string) => text\n')).toMatchInlineSnapshot(`
      "2 error: the command was not done when nothing was left to wait for
      hint: What a file does when it is run as a program belongs behind a condition: if (import.meta.main) { … }
      "
    `)
  })

  it.each([
    ['a promise that nobody awaits', "void pause(20).then(() => Promise.reject(new Error('no telemetry')))"],
    ['a timer', "setTimeout(() => { throw new Error('no telemetry') }, 5)"],
  ])('ends neither the run nor a later one by %s that throws, and nothing passes for it', async (_what, stray) => {
    const project = newProject({
      'agent.ts': `const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))
export default async (text: string) => {
  if (text === 'q2') ${stray}
  await pause(60)
  return 'ok'
}
`,
      'q.csv': 'id,question,answer\na,q1,ok\nb,q2,ok\nc,q3,ok\n',
    })
    const { exitCode, stdout, stderr } = await project.run('run', 'q.csv', '-t', './agent.ts', '--json')
    const { summary } = JSON.parse(stdout).run
    expect([exitCode, summary.results.passed]).toEqual([2, 3])
    expect(stderr).toMatch(
      /^error: something that nobody waited for threw Error: no telemetry \(at .*agent\.ts:3:\d+\)+$/m,
    )
    expect(summary.unawaitedErrors).toMatchObject([{ values: { case: 'b' } }])
    const resumed = await project.run('resume', 'latest')
    expect([resumed.exitCode, resumed.stdout]).toEqual([2, expect.stringContaining('Note: in case b something')])
    const list = await project.run('list', '--json')
    expect(JSON.parse(list.stdout)).toHaveLength(1)
  })

  it('is not waited for when all is done', async () => {
    const agent = 'setInterval(() => {}, 1000)\nexport default (text: string) => text.toUpperCase()\n'
    expect(await ended(agent)).toBe('0 ')
  })
})

describe('.env beside the config', () => {
  const env = 'FROM_FILE=tea from the file\nSET=not this\n'

  it('reaches a function, also while its module is read, and overrides nothing', async () => {
    const agent = `const { FROM_FILE, SET } = process.env
export default () => [FROM_FILE, SET, process.env.FROM_FILE].join(' | ')
`
    const project = newProject({
      '.env': env,
      'agent.ts': agent,
      'q.csv': 'id,question,answer\na,tea,tea from the file | set | tea from the file\n',
    })
    const started = project.start(['run', 'q.csv', '-t', './agent.ts', '--json'], { environment: { SET: 'set' } })
    const { stdout } = await started.ended
    expect(JSON.parse(stdout).run.summary.results.passed).toBe(1)
  })

  it('reaches a program', async () => {
    const agent =
      'process.stdin.once("data", () => console.log(JSON.stringify([process.env.FROM_FILE, process.env.SET].join(" | "))))\n'
    const project = newProject({ '.env': env, 'agent.mjs': agent, 'q.csv': cases })
    const started = project.start(['run', 'q.csv', '-t', `command:${process.execPath} agent.mjs`, '--json'], {
      environment: { SET: 'set' },
    })
    const { stdout } = await started.ended
    expect(stdout).toContain('"text":"tea from the file | set"')
  })

  it('reaches what a config imports, and its keys are taken out of what comes back', async () => {
    const project = newProject({
      '.env': 'SHOP_API_KEY=abcdefgh12345678\n',
      'shinsa.config.mjs': "import agent from './agent.mjs'\nexport default { target: agent }\n",
      'agent.mjs': 'const key = process.env.SHOP_API_KEY\nexport default () => `the key is ${key}`\n',
      'q.csv': cases,
    })
    const { stdout } = await project.run('run', 'q.csv', '--json')
    expect(stdout).toContain('the key is ')
    expect(stdout).not.toContain('abcdefgh12345678')
    expect(stdout).not.toContain('undefined')
  })
})

async function ended(agent: string): Promise<string> {
  const project = newProject({ 'agent.ts': agent, 'q.csv': cases })
  const { exitCode, stderr } = await project.run('run', 'q.csv', '-t', './agent.ts')
  return `${exitCode} ${stderr.replace(/^(?!error|hint).*\n/gm, '')}`
}
