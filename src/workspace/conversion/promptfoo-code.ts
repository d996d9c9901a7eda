import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { compileFunction } from 'node:vm'
import { codeText } from './code-text.ts'

/** Collects the code files that the converted evaluation imports, each once. */
export type CodeFiles = {
  /** Returns an expression for the function that `file://check.js:name` names; undefined where that is no existing script. */
  readonly functionIn: (reference: string) => string | undefined
  readonly imports: () => readonly string[]
}

/** `named` resolves a reference to files; the evaluation is written into `folder`. */
export function codeFiles(named: (reference: string) => readonly string[], folder: string): CodeFiles {
  const names = new Map<string, string>()
  return {
    functionIn(reference) {
      const [, path, name] = /^file:\/\/(.+?\.[cm]?[jt]s)(?::(\w+))?$/.exec(reference) ?? []
      const [file] = path === undefined ? [] : named(path).filter((one) => existsSync(one))
      if (file === undefined) return undefined
      const module = names.get(file) ?? `code${names.size + 1}`
      names.set(file, module)
      return name === undefined ? `functionOf(${module})` : `functionOf(${module}, ${codeText(name)})`
    },
    imports: () =>
      [...names].map(([file, name]) => `import * as ${name} from ${codeText(specifier(relative(folder, file)))}`),
  }
}

function specifier(path: string): string {
  const url = path.replaceAll('\\', '/')
  return url.startsWith('../') ? url : `./${url}`
}

/** Returns an expression for what an assertion's code says of `output`; undefined where the file is missing or holds no code. */
export function saidByCode(code: string, config: unknown, files: CodeFiles): string | undefined {
  const context =
    config === undefined ? 'contextOf(context.evalCase)' : `contextOf(context.evalCase, ${codeText(config)})`
  const line = code.trimEnd()
  const called = functionFor(code, line.includes('\n') ? line : withReturn(line), files)
  return called === undefined ? undefined : `await tried(() => ${called}(output, ${context}))`
}

/** Returns an expression for `output` after all of these transforms. */
export function changedByCode(transforms: readonly string[], files: CodeFiles): string | undefined {
  const all = transforms.flatMap((code) => {
    const body = code.includes('\n') ? code : `return (${code.trim().replace(/(?<!;);+$/, '')})`
    return functionFor(code, body, files) ?? []
  })
  if (all.length < transforms.length) return undefined
  return all.reduce((output, called) => `await ${called}(${output}, contextOf(context.evalCase))`, 'output')
}

function functionFor(code: string, body: string, files: CodeFiles): string | undefined {
  if (code.startsWith('file://')) return files.functionIn(code)
  if (/^(package|python|exec):/.test(code) || !isBody(body)) return undefined
  const before = body.includes('process.mainModule') ? 'const process = { mainModule: { require } }\n' : ''
  // Scripts may assign variables that they never declared, modules may not.
  const isModule = isBody(`'use strict'; ${body}`) && !setsUndeclared(body)
  return isModule
    ? `((output, context) => {\n${before}${body}\n})`
    : `new Function('output', 'context', ${codeText(body)})`
}

/** Compiles the text as a function's body without calling it. */
function isBody(code: string): boolean {
  try {
    compileFunction(code, ['output', 'context', 'process'])
    return true
  } catch {
    // promptfoo fails on such code as well.
    return false
  }
}

function setsUndeclared(code: string): boolean {
  const names = [
    ...code.matchAll(/(?=[A-Za-z_$])(?<![\w$])(?<=(?:^|[;{}\n]|return )\s*)([A-Za-z_$][\w$]*)\s*=(?![=>])/g),
  ].map(([, name = '']) => name)
  return names.some(
    (name) => !new RegExp(`\\b(?:const|let|var)\\b[^;\\n]{0,2000}\\b${name.replaceAll('$', '\\$')}\\b`).test(code),
  )
}

/** A line of code returns the value of its last expression, also after declarations. */
function withReturn(line: string): string {
  const code = line.trim().replace(/(?<!;);+\s*$/, '')
  if (!/^(const|let|var)\s/.test(code)) return `return ${code}`
  const end = lastStatementEnd(code)
  const last = end < 0 ? '' : code.slice(end + 1).trim()
  return last === '' ? code : `${code.slice(0, end + 1)} return ${last}`
}

/** Returns the index of the last semicolon outside of string literals. */
function lastStatementEnd(code: string): number {
  let quote = ''
  let end = -1
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at] ?? ''
    if (sign === '\\') at += 1
    else if (quote !== '') quote = sign === quote ? '' : quote
    else if (`'"\``.includes(sign)) quote = sign
    else if (sign === ';') end = at
  }
  return end
}
