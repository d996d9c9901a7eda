import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesBeside } from './promptfoo-files.ts'

const place = realpathSync(mkdtempSync(join(tmpdir(), 'shinsa-files-')))
afterAll(() => rmSync(place, { recursive: true }))

const project = folderWith('project [a] {b}*', ['one.txt', 'two.txt', '..odd/three.txt'])
const elsewhere = folderWith('elsewhere', ['secret.txt'])
const { named, there } = filesBeside(join(project, 'promptfooconfig.yaml'), project)

test('a pattern is looked for in a folder whose own name has the signs of one', () => {
  expect(there('file://*.txt')).toEqual([join(project, 'one.txt'), join(project, 'two.txt')])
})

test('a name that only begins with two dots lies in the folder', () => {
  expect(there('..odd/three.txt')).toEqual([join(project, '..odd/three.txt')])
})

test('what is not there yet has a name all the same', () => {
  expect(named('later.txt')).toEqual([join(project, 'later.txt')])
  expect(there('later.txt')).toEqual([])
})

test('nothing elsewhere is named, by way, pattern or link', () => {
  symlinkSync(elsewhere, join(project, 'linked'))
  symlinkSync(join(elsewhere, 'secret.txt'), join(project, 'linked.md'))
  const names = [
    '../elsewhere/secret.txt',
    '../elsewhere/*.txt',
    'linked/secret.txt',
    'linked/*.txt',
    'linked.md',
    '*.md',
  ]
  expect([...names, join(elsewhere, 'secret.txt')].flatMap((name) => named(name))).toEqual([])
})

function folderWith(name: string, files: readonly string[]): string {
  for (const file of files) {
    mkdirSync(join(place, name, file, '..'), { recursive: true })
    writeFileSync(join(place, name, file), file)
  }
  return join(place, name)
}
