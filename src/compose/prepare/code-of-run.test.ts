import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { codeOfRun } from './code-of-run.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'shinsa-code-')))
})
afterEach(() => rmSync(folder, { recursive: true }))

const noConfig = { config: {}, file: undefined, folder: '', isNamed: false }

it('a run outside of every repository has no commit', () => {
  expect(codeOfRun(folder, noConfig)).toEqual({})
})

it('the commit is that of the repository around the folder: on a branch, packed, detached, in a worktree', () => {
  const below = join(folder, 'agents', 'weather')
  mkdirSync(below, { recursive: true })
  git('init', '--quiet', '--initial-branch', 'feature/one')
  expect(codeOfRun(below, noConfig)).toEqual({})
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--allow-empty', '-m', 'first')
  const commit = git('rev-parse', 'HEAD')
  expect(codeOfRun(below, noConfig)).toEqual({ commit })
  git('pack-refs', '--all')
  expect(codeOfRun(below, noConfig)).toEqual({ commit })
  git('worktree', 'add', '--quiet', '-b', 'other', 'tree')
  expect(codeOfRun(join(folder, 'tree'), noConfig)).toEqual({ commit })
  git('checkout', '--quiet', '--detach')
  expect(codeOfRun(folder, noConfig)).toEqual({ commit })
})

it('a config stands there by its place and its bytes', () => {
  const file = join(folder, 'shinsa.config.mjs')
  writeFileSync(file, 'export default {}')
  mkdirSync(join(folder, 'below'))
  expect(codeOfRun(join(folder, 'below'), { ...noConfig, file })).toMatchInlineSnapshot(`
    {
      "config": {
        "file": "../shinsa.config.mjs",
        "sha256": "9aeb8d59b4d483ca6298e9a450fbf37dfd2b4c63990135ab1d040d76314087ec",
      },
    }
  `)
})

it('so does the file that its criteria were read from', () => {
  const criteria = join(folder, 'strict_config.json')
  writeFileSync(criteria, '{"criteria": {}}')
  expect(codeOfRun(folder, noConfig, criteria).criteria).toMatchInlineSnapshot(`
    {
      "file": "strict_config.json",
      "sha256": "ee51e3e57a60498aabd89fb8c4afe5c2796797cbc6c6114d5cbeaec2464d58e2",
    }
  `)
})

it('what is no repository, though it is called so, says nothing', () => {
  writeFileSync(join(folder, '.git'), 'gitdir: /nowhere/at/all')
  expect(codeOfRun(folder, noConfig)).toEqual({})
  rmSync(join(folder, '.git'))
  mkdirSync(join(folder, '.git'))
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/../../../etc/passwd')
  expect(codeOfRun(folder, noConfig)).toEqual({})
})

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
