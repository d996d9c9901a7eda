import { Session } from 'node:inspector/promises'
import { regexSteps } from './regex-steps.ts'

/**
 * What a work does, counted, and so the same on every machine however busy it is: the blocks of code that are run, the steps
 * of regular expressions, and what is read by built-in methods that look at all of a text or a list. Code that was run before
 * this module was imported has no counters: import it first.
 */
export async function countWork(work: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage')
  const restore = countBuiltIns()
  try {
    await work()
  } finally {
    restore()
  }
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const functions = result.filter(({ url }) => isMeasured(url)).flatMap((script) => script.functions)
  if (!functions.some(({ isBlockCoverage }) => isBlockCoverage)) {
    throw new Error('nothing was counted: import test/growth.ts before the code that it measures')
  }
  return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, readByBuiltIns)
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/** The code of the project and its libraries; not Node.js, not the tests and what runs them. */
function isMeasured(url: string): boolean {
  return (
    /^file:|^\//.test(url) &&
    !/\/node_modules\/@?(?:vite|vitest|eslint-community)\/|\/test\/[^/]+\.ts$|\.test\.ts$/.test(url)
  )
}

type Method = (this: unknown, ...given: unknown[]) => unknown

let readByBuiltIns = 0

/** Built-in methods count what they read until what is given back is called. */
function countBuiltIns(): () => void {
  readByBuiltIns = 0
  const restores = [
    replaced(RegExp.prototype, 'exec', countingRegex),
    replaced(
      JSON,
      'parse',
      counting((_self, [text]) => String(text).length),
    ),
    ...wholeTexts.map((name) => replaced(String.prototype, name, countingLength)),
    ...wholeLists.map((name) => replaced(Array.prototype, name, countingLength)),
    ...[String.prototype, Array.prototype].flatMap((of) => [
      replaced(of, Symbol.iterator, countingLength),
      replaced(of, 'indexOf', countingSearch),
      replaced(of, 'includes', countingSearch),
      replaced(of, 'lastIndexOf', countingSearchBack),
    ]),
    replaced(Array.prototype, 'slice', countingResult),
  ]
  return () => {
    for (const restore of restores) restore()
  }
}

const wholeTexts = 'normalize replaceAll split toLowerCase toUpperCase trim trimEnd trimStart'.split(' ')
const wholeLists = 'concat join reverse shift sort splice toReversed toSorted toSpliced unshift with'.split(' ')

type Sized = { readonly length: number }

const countingLength = counting((self) => (self as Sized).length)
const countingResult = counting((_self, _given, result) => (result as Sized).length)

/** From the place that is given to the one that is found, or to the end. */
const countingSearch = counting((self, [wanted, from]) => {
  const { length } = self as Sized
  const begin = Math.min(Math.max(Number(from ?? 0), 0), length)
  const found = Reflect.apply(typeof self === 'string' ? textIndexOf : listIndexOf, self, [wanted, begin]) as number
  return (found < 0 ? length : found + 1) - begin
})

const countingSearchBack = counting((self, [, from], found) => {
  const { length } = self as Sized
  return Math.min(Number(from ?? length), length) - Math.max(found as number, 0)
})

const { indexOf: textIndexOf } = String.prototype
const { indexOf: listIndexOf } = Array.prototype

function counting(read: (self: unknown, given: readonly unknown[], result: unknown) => number) {
  return (original: Method): Method =>
    function (...given) {
      const result = original.apply(this, given)
      readByBuiltIns += read(this, given, result)
      return result
    }
}

function countingRegex(exec: Method): Method {
  return function (text) {
    const regex = this as RegExp
    const from = regex.global || regex.sticky ? regex.lastIndex : 0
    readByBuiltIns += regexSteps(regex, String(text))
    const match = exec.call(regex, text) as RegExpExecArray | null
    if (match !== null) readByBuiltIns += match.index + match[0].length - from
    return match
  }
}

function replaced(of: object, name: PropertyKey, by: (original: Method) => Method): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(of, name)
  if (typeof descriptor?.value !== 'function') throw new Error(`there is no ${String(name)}`)
  Object.defineProperty(of, name, { ...descriptor, value: by(descriptor.value) })
  return () => void Object.defineProperty(of, name, descriptor)
}
