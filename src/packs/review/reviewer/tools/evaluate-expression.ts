import { ToolFailure } from './review-tool.ts'

const longest = 1000

/**
 * Computes an arithmetic expression, rounded to 15 significant digits, so that 0.1 + 0.2 is 0.3.
 *
 * @throws {ToolFailure} where it is none, or has no finite value
 */
export function evaluateExpression(expression: string): number {
  if (expression.length > longest) throw new ToolFailure(`An expression has at most ${longest} characters.`)
  const tokens = tokensOf(expression)
  let next = 0
  const value = sum()
  if (next < tokens.length) throw unexpected()
  if (!Number.isFinite(value)) throw new ToolFailure('The expression has no finite value.')
  return Number(value.toPrecision(15))

  function sum(): number {
    let total = product()
    for (;;) {
      if (take('+')) total += product()
      else if (take('-')) total -= product()
      else return total
    }
  }

  function product(): number {
    let result = signed()
    for (;;) {
      if (take('*')) result *= signed()
      else if (take('/')) result /= signed()
      else if (take('%')) result %= signed()
      else return result
    }
  }

  // A power binds more tightly than a sign, and to the right: -2^2 is -4, and 2^3^2 is 2^9.
  function signed(): number {
    if (take('-')) return -signed()
    if (take('+')) return signed()
    const base = single()
    return take('^') ? base ** signed() : base
  }

  function single(): number {
    const token = tokens[next]
    if (token === undefined) throw unexpected()
    if (take('(')) {
      const inner = sum()
      expect(')')
      return inner
    }
    const compute = functions.get(token)
    if (compute === undefined && !/^[\d.]/.test(token)) throw unexpected()
    next += 1
    return compute === undefined ? Number(token) : compute(...argumentsInBrackets())
  }

  function argumentsInBrackets(): readonly number[] {
    expect('(')
    const values = [sum()]
    while (take(',')) values.push(sum())
    expect(')')
    return values
  }

  function take(token: string): boolean {
    if (tokens[next] !== token) return false
    next += 1
    return true
  }

  function expect(token: string): void {
    if (!take(token)) throw unexpected()
  }

  function unexpected(): ToolFailure {
    const token = tokens[next]
    return new ToolFailure(token === undefined ? 'The expression ends too early.' : `${token} has no place here.`)
  }
}

const functions: ReadonlyMap<string, (...values: readonly number[]) => number> = new Map([
  ['abs', (value = Number.NaN) => Math.abs(value)],
  ['ceil', (value = Number.NaN) => Math.ceil(value)],
  ['floor', (value = Number.NaN) => Math.floor(value)],
  ['max', (...values: readonly number[]) => Math.max(...values)],
  ['min', (...values: readonly number[]) => Math.min(...values)],
  ['round', (value = Number.NaN, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits],
  ['sqrt', (value = Number.NaN) => Math.sqrt(value)],
  ['sum', (...values: readonly number[]) => values.reduce((total, value) => total + value, 0)],
])

function tokensOf(expression: string): readonly string[] {
  const plain = expression
    .normalize('NFKC')
    .replaceAll('**', '^')
    .replaceAll(/[×✕·]/g, '*')
    .replaceAll('÷', '/')
    .replaceAll(/[−‒–]/g, '-')
  const tokens: string[] = []
  const pattern = /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+|[a-z]+|[-+*/%^(),])|(\S))/gy
  for (const [, token, other] of plain.matchAll(pattern)) {
    if (token === undefined) throw new ToolFailure(`${other} is no part of an arithmetic expression.`)
    tokens.push(token)
  }
  return tokens
}
