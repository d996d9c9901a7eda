import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { shellWord } from './show-command.ts'

it.each(['plain', "it's two words", 'turned \u202e around', 'two\nlines', "a\\b \u200f'c'"])(
  'is read as it was by a shell: %j',
  (text) => {
    const word = shellWord(text)
    expect(word).not.toMatch(/\p{C}/u)
    const read = execFileSync('bash', ['-c', `printf %s ${word}`], { encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } })
    expect(read).toBe(text)
  },
)
