import { evaluateExpression } from './evaluate-expression.ts'
import { type ReviewTool, ToolFailure } from './review-tool.ts'

/** The expression is parsed and computed, never run as code. */
export function calculator(): ReviewTool {
  return {
    name: 'calculator',
    description:
      'Computes an arithmetic expression: + - * / % (remainder) ^ ( ), and abs, ceil, floor, max, min, round, sqrt, sum.',
    parameters: {
      type: 'object',
      properties: { expression: { type: 'string', description: 'Such as (12 + 3.5) * max(2, 4)' } },
      required: ['expression'],
      additionalProperties: false,
    },
    async use({ expression }) {
      if (typeof expression !== 'string') throw new ToolFailure('expression has to be a text.')
      return String(evaluateExpression(expression))
    },
  }
}
