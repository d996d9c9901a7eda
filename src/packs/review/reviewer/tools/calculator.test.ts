import { describe, expect, it } from 'vitest'
import { calculator } from './calculator.ts'

const { signal } = new AbortController()
const compute = (expression: unknown) => calculator().use({ expression }, signal)

describe('calculator', () => {
  it.each([
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['-2^2', '-4'],
    ['2^3^2', '512'],
    ['2 ** 10', '1024'],
    ['0.1 + 0.2', '0.3'],
    ['10 - 4 - 3', '3'],
    ['17 % 5', '2'],
    ['１２×３÷４', '9'],
    ['sum(1, 2, 3) / max(1, 2)', '3'],
    ['round(2.345, 2)', '2.35'],
    ['sqrt(81) + abs(-1)', '10'],
    ['1.5e3 - .5', '1499.5'],
  ])('computes %s', async (expression, value) => expect(await compute(expression)).toBe(value))

  it.each([
    ['process(1)', 'process has no place here.'],
    ['constructor(1)', 'constructor has no place here.'],
    ['"a" + 1', '" is no part of an arithmetic expression.'],
    ['1 +', 'The expression ends too early.'],
    ['(1', 'The expression ends too early.'],
    ['1 2', '2 has no place here.'],
    ['', 'The expression ends too early.'],
    ['1 / 0', 'The expression has no finite value.'],
    ['sqrt(-1)', 'The expression has no finite value.'],
    ['9'.repeat(1001), 'An expression has at most 1000 characters.'],
    [7, 'expression has to be a text.'],
  ])('says why %j is none', async (expression, problem) => {
    await expect(compute(expression)).rejects.toThrow(problem)
  })

  it('survives brackets as deep as an expression can be', async () => {
    expect(await compute(`${'('.repeat(499)}1${')'.repeat(499)}`)).toBe('1')
    expect(await compute(`${'-'.repeat(999)}1`)).toBe('-1')
  })
})
