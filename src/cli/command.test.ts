import { describe, expect, it } from 'vitest'
import { message } from '../core/index.ts'
import { knownSecrets } from '../compose/secrets/known-secrets.ts'
import { defineCommand, parseCommandLine, type Terminal } from './command.ts'

const terminal: Terminal = {
  cwd: '/',
  environment: {},
  stdout: () => undefined,
  stdoutAsIs: () => undefined,
  buildCommand: () => undefined,
  stderr: () => undefined,
  secrets: knownSecrets(),
  isInteractive: false,
  columns: 80,
  color: false,
  language: 'en',
  signal: new AbortController().signal,
  closeAtEnd: () => undefined,
  commands: async () => [],
}

const greetings: unknown[] = []
const greet = defineCommand({
  name: 'greet',
  summary: message('greet'),
  operands: 'NAME',
  details: [],
  examples: [],
  options: {
    loud: { summary: message('loudly') },
    with: { value: 'WORD', summary: message('with a word') },
    output: { value: 'FILE', takesDash: true, summary: message('where to write (standard output)') },
    from: { value: 'NAME', multiple: true, summary: message('from whom') },
  },
  async run(operands, { loud, with: word, from }) {
    greetings.push([operands, loud === true, word?.toUpperCase(), from?.map((name) => name.length)])
    return 0
  },
})

describe('a command', () => {
  it('gets each flag as its table says it is', async () => {
    const { operands, flags } = parseCommandLine(greet, [
      'Ada',
      '--loud',
      '--with',
      'hi',
      '--from',
      'Bo',
      '--from=Cy',
      '--lang',
      'ja',
    ])
    expect(await greet.run(operands, flags, terminal)).toBe(0)
    expect(greetings.pop()).toEqual([['Ada'], true, 'HI', [2, 2]])
  })

  it('gets nothing for flags that were not given', async () => {
    const { operands, flags } = parseCommandLine(greet, [])
    await greet.run(operands, flags, terminal)
    expect(greetings.pop()).toEqual([[], false, undefined, undefined])
  })

  it('writes to standard output where the file is a dash', () => {
    expect(parseCommandLine(greet, ['--output', '-', '--with', '-']).flags).toEqual({ with: '-' })
    expect(parseCommandLine(greet, ['--output', 'a']).flags).toEqual({ output: 'a' })
  })

  it.each([{ loud: 'yes' }, { with: true }, { from: 'Bo' }, { unknown: true }])(
    'is not run with flags that were not parsed from its table: %j',
    async (flags) => {
      await expect(greet.run([], flags, terminal)).rejects.toThrow('Not parsed from the table of shinsa greet')
      expect(greetings).toEqual([])
    },
  )
})
