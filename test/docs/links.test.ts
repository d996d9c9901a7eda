import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchors, pages, prose, type Page, root } from './markdown.ts'

describe('the pages', () => {
  it('link to files and headings that exist', () => {
    const all = pages()
    expect(all.flatMap((page) => brokenLinks(page, all))).toEqual([])
  })

  it('are all reachable from the README', () => {
    const all = pages()
    const reached = new Set(['README.md'])
    for (const path of reached) {
      const page = all.find((one) => one.path === path)
      for (const target of page === undefined ? [] : links(page)) reached.add(resolved(path, target).file)
    }
    expect(all.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([])
  })
})

function links(page: Page): readonly string[] {
  const targets = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}

function resolved(from: string, target: string): { file: string; anchor: string | undefined } {
  const [path = '', anchor] = target.split('#')
  return { file: path === '' ? from : normalize(join(dirname(from), path)), anchor }
}

function brokenLinks(page: Page, all: readonly Page[]): readonly string[] {
  return links(page)
    .filter((target) => isBroken(page, target, all))
    .map((target) => `${page.path}: ${target}`)
}

function isBroken(page: Page, target: string, all: readonly Page[]): boolean {
  const { file, anchor } = resolved(page.path, target)
  if (!existsSync(join(root, file))) return true
  const linked = all.find(({ path }) => path === file)
  return anchor !== undefined && linked !== undefined && !anchors(linked).has(decodeURIComponent(anchor))
}
