import { EvalError, message } from '../../core/index.ts'

/** Splits `python "my agent.py" --fast` into words without a shell; quotes group, a backslash escapes. */
export function splitCommand(text: string): readonly [string, ...string[]] {
  const words = [...text.matchAll(/(?:[^\s"'\\]+|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs)].map(([word]) => unquote(word))
  const [program, ...rest] = words
  if (program === undefined) throw new EvalError('target', message('command: needs a program'))
  return [program, ...rest]
}

function unquote(word: string): string {
  return word.replace(
    /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs,
    (_all, escaped?: string, double?: string, single?: string) =>
      escaped ?? single ?? (double ?? '').replace(/\\(["\\])/g, '$1'),
  )
}
