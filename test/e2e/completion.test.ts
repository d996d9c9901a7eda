import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { newProject } from './run-shinsa.ts'

describe('completion', () => {
  it('completes commands, their second words and their flags in bash, and leaves files to it', async () => {
    const project = newProject()
    project.write({ script: (await project.run('completion', 'bash')).stdout })
    const completed = (...words: readonly string[]) => {
      const code = 'source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _shinsa; echo "${COMPREPLY[*]}"'
      return execFileSync('bash', ['-c', code, 'bash', 'shinsa', ...words], {
        cwd: project.folder,
        encoding: 'utf8',
      }).trim()
    }
    expect(completed('re')).toBe('review resume rerun')
    expect(completed('runbook', '')).toBe('ask index')
    expect(completed('run', 'cases.jsonl', '--fil')).toBe('--filter')
    expect(completed('runbook', 'ask', '--lan')).toBe('--lang')
    expect(completed('run', 'cas')).toBe('')
    // One command's flags are no other's.
    expect(completed('list', '--fil')).toBe('')
  })

  it.each(['zsh', 'fish'])('has a script for %s with every command', async (shell) => {
    const { exitCode, stdout } = await newProject().run('completion', shell)
    expect(exitCode).toBe(0)
    for (const word of ['rerun', 'runbook', 'ask', 'filter']) expect(stdout).toContain(word)
  })

  it('names the shells that it knows', async () => {
    expect((await newProject().run('completion', 'tcsh')).stderr).toBe(
      'error: shinsa completion takes one of bash, zsh, fish, not "tcsh"\n',
    )
  })
})
