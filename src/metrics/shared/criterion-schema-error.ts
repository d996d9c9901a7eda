import { z } from 'zod'
import { EvalError, message } from '../../core/index.ts'

export function schemaError(metric: string, error: z.ZodError, schema: z.ZodType): EvalError {
  const issue = error.issues[0]
  return new EvalError(
    'config',
    message('the criterion of {metric} does not fit: {problem}', {
      metric,
      problem: [issue?.path.join('.'), issue?.message].filter((text) => text !== '').join(': '),
    }),
    { hint: message('Its options are: {options}.', { options: ['threshold', ...optionNames(schema)].join(', ') }) },
  )
}

function optionNames(schema: z.ZodType): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
