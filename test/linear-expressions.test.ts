import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { regexSteps } from './regex-steps.ts'

const root = join(import.meta.dirname, '..')

/** What they are held against is short by its nature: names, paths, 60 characters around a place. */
const overShortTexts = new Set([
  'src/workspace/datasets/project-datasets.ts',
  'src/models/secret-variables.ts',
  // Digits of one number.
  'src/reporters/number-format.ts',
  'src/judges/prompt-injection/segments.ts',
  'src/packs/review/reviewer/embedded/judge-requirement.ts',
  'src/packs/runbook/assistant/request-words.ts',
  // The looks ahead end after 512 signs.
  'src/packs/runbook/assistant/mask-secrets.ts',
])

it('no regular expression takes more than in proportion to a text that repeats what the expression is made of', () => {
  const expressions = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !/\.(?:test|contract)\.ts$/.test(file) && !overShortTexts.has(file))
    .flatMap((file) => expressionsIn(file))
  expect(expressions.length).toBeGreaterThan(500)
  expect(expressions.flatMap(({ file, regex }) => (isLinear(regex) ? [] : `${file} ${String(regex)}`))).toEqual([])
})

it('nor does one that is put together of texts when its module is loaded', async () => {
  const made: { file: string; regex: RegExp }[] = []
  const Native = globalThis.RegExp
  globalThis.RegExp = new Proxy(Native, {
    construct(target, parts, asked) {
      const regex = Reflect.construct(target, parts, asked) as RegExp
      const file = /\/(src\/[^:?)\s]+\.ts)[:?]/.exec((new Error('made here').stack ?? '').split('\n')[2] ?? '')?.[1]
      if (file !== undefined && !overShortTexts.has(file) && /[+*]|\{\d+,/.test(regex.source))
        made.push({ file, regex })
      return regex
    },
  })
  try {
    for (const file of globSync('src/**/*.ts', { cwd: root }).filter(makesExpressions)) await import(join(root, file))
  } finally {
    globalThis.RegExp = Native
  }
  expect(made.length).toBeGreaterThan(40)
  expect(made.flatMap(({ file, regex }) => (isLinear(regex) ? [] : `${file} ${String(regex)}`))).toEqual([])
})

it('finds one that tries the same run of signs from each of its places', () => {
  expect([/[.!]+$/, /(?<![.!])[.!]+$/, /^\s*=/m, /^[^\S\n]*=/m, /\{\{.*?\}\}/g].map(isLinear)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
})

function makesExpressions(file: string): boolean {
  return !/\.(?:test|contract)\.ts$/.test(file) && /\bnew RegExp\(/.test(readFileSync(join(root, file), 'utf8'))
}

function expressionsIn(file: string): readonly { readonly file: string; readonly regex: RegExp }[] {
  const found: { file: string; regex: RegExp }[] = []
  const left: unknown[] = [parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' })]
  for (let node = left.pop(); left.length > 0 || node !== undefined; node = left.pop()) {
    if (typeof node !== 'object' || node === null) continue
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } }
    if (regex === undefined) left.push(...(Object.values(node) as unknown[]))
    else if (/[+*]|\{\d+,/.test(regex.pattern)) found.push({ file, regex: new RegExp(regex.pattern, regex.flags) })
  }
  return found
}

function isLinear(regex: RegExp): boolean {
  for (const piece of piecesOf(regex)) {
    for (const [before, after] of [
      ['x', '\u0001'],
      ['\n', '\n\u0001'],
    ]) {
      const text = (times: number) => before + piece.repeat(Math.ceil(400 / piece.length) * times) + after
      const once = stepsOver(regex, text(1))
      // Sixteen times as many would be the square.
      if (once > 2000 && stepsOver(regex, text(4)) > 7 * once) return false
    }
  }
  return true
}

/** The steps of finding all that an expression finds. */
function stepsOver({ source, flags }: RegExp, text: string): number {
  const regex = new RegExp(source, flags)
  let steps = 0
  while (steps < most) {
    const from = regex.lastIndex
    try {
      steps += regexSteps(regex, text)
    } catch {
      return most
    }
    const found = regex.exec(text)
    if (found === null || !regex.global) return steps
    if (regex.lastIndex === from) regex.lastIndex += 1
  }
  return steps
}

const most = 2 ** 25

/** Texts that parts of an expression match, of which a text that repeats them may need many tries. */
function piecesOf({ source, flags }: RegExp): readonly string[] {
  const pieces = new Set<string>()
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const add = (piece: string) => {
    if (piece !== '' && piece.length < 30) pieces.add(piece)
  }
  visitRegExpAST(new RegExpParser().parsePattern(source, 0, source.length, mode), {
    onAlternativeEnter({ elements }) {
      for (let from = 0; from < elements.length; from += 1) {
        for (let to = from + 1; to <= Math.min(elements.length, from + 8); to += 1) {
          add(textFor(elements.slice(from, to)))
        }
      }
    },
    onQuantifierEnter({ element }) {
      for (const text of textsFor(element)) add(text)
    },
    onCharacterClassEnter(signs) {
      for (const text of textsFor(signs)) add(text)
    },
  })
  return [...pieces].slice(0, 60)
}

function textFor(elements: readonly AST.Element[]): string {
  return elements.map((element) => textsFor(element)[0] ?? '').join('')
}

/** Some texts that an element matches, more or less. */
function textsFor(element: AST.Element | AST.CharacterClassElement): readonly string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)]
    case 'CharacterClassRange':
      return [String.fromCodePoint(element.min.value)]
    case 'CharacterSet':
      return signsOf(element)
    case 'CharacterClass':
      return element.negate
        ? ['x', ' ', '1', '.', '\n'].filter((sign) => !element.elements.flatMap(textsFor).includes(sign)).slice(0, 3)
        : element.elements.flatMap(textsFor).slice(0, 6)
    case 'Quantifier':
      return textsFor(element.element)
        .slice(0, 3)
        .map((text) => text.repeat(Math.min(Math.max(element.min, 1), 5)))
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.slice(0, 6).map(({ elements }) => textFor(elements))
    default:
      return []
  }
}

function signsOf(set: AST.CharacterSet): readonly string[] {
  if (set.kind === 'any') return ['x', ' ']
  if (set.kind === 'digit') return [set.negate ? 'x' : '1']
  if (set.kind === 'space') return set.negate ? ['x'] : [' ', '\n']
  if (set.kind === 'word') return set.negate ? ['.'] : ['a', '1']
  if (set.kind !== 'property') return []
  return [set.negate || (set.value ?? set.key).startsWith('N') ? '1' : 'a']
}
