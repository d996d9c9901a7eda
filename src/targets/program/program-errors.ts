import { EvalError, message } from '../../core/index.ts'
import { excerpt } from '../excerpt.ts'

export function garbage(
  program: string,
  { line, lastWords }: { readonly line: string; readonly lastWords: string },
): EvalError {
  const values = { program, line: excerpt(line, 200), lastWords }
  const sentence =
    lastWords === ''
      ? message('{program} printed a line that is not an answer: {line}', values)
      : message(
          '{program} printed a line that is not an answer: {line}. Its error output ends with: {lastWords}',
          values,
        )
  return new EvalError('agent', sentence, {
    hint: message(
      'Answer with one line of JSON, with the conversation when the program is shared; print logs to stderr',
    ),
  })
}

/** With two equal keys the intended value is unknown. */
export function keyTwice(program: string, text: string): EvalError {
  return new EvalError(
    'agent',
    message('{program} answered with an object that has a key twice: {text}', { program, text: excerpt(text, 200) }),
    { hint: message('Only the last one would count. Answer with each key once.') },
  )
}

export function unasked(program: string, line: string): EvalError {
  return new EvalError(
    'agent',
    message('{program} printed a line that nobody had asked for: {line}', { program, line: excerpt(line, 200) }),
    { hint: message('Answer every message with exactly one line; print logs to stderr') },
  )
}

export function slowStart(program: string, limitMs: number): EvalError {
  const values = { program, seconds: limitMs / 1000 }
  return new EvalError('timeout', message('{program} did not answer within {seconds} s of its first message', values), {
    hint: message('Raise startTimeoutMs, or see why the program does not start'),
  })
}

export function answeredTooMuch(program: string, limit: number): EvalError {
  return new EvalError('agent', message('{program} answered with more than {limit} bytes', { program, limit }), {
    hint: message('Answer with less, or raise maxReplyBytes'),
  })
}

export function stopped(program: string): EvalError {
  return new EvalError('cancelled', message('{program} was stopped', { program }))
}
