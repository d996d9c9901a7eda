import { describe, expect, it } from 'vitest'
import { splitCommand } from './split-command.ts'

describe('splitCommand', () => {
  it.each([
    ['python agent.py', ['python', 'agent.py']],
    ['python "my agent.py" --name \'a "b"\'', ['python', 'my agent.py', '--name', 'a "b"']],
    ['run a\\ b "say \\"hi\\""', ['run', 'a b', 'say "hi"']],
    ['echo $(rm -rf x); ls', ['echo', '$(rm', '-rf', 'x);', 'ls']],
    ['  spaced   out  ', ['spaced', 'out']],
    ['empty ""', ['empty', '']],
  ])('splits %s into words and asks no shell', (text, words) => {
    expect(splitCommand(text)).toEqual(words)
  })

  it('needs a program', () => {
    expect(() => splitCommand('  ')).toThrow('command: needs a program')
  })
})
