import { isObject } from '../../core/basics/is-object.ts'
import { hasKeyTwice } from '../../core/basics/json.ts'
import { message, type EvalError } from '../../core/index.ts'
import { startLineProcess, type LineProcess } from './line-process.ts'
import { parsedJson } from './parsed-json.ts'
import { answeredTooMuch, garbage, keyTwice, slowStart, stopped, unasked } from './program-errors.ts'
import { lineFor, defaultReplyBytes, type Program, type ProgramOptions } from './program.ts'
import { untilAborted } from '../until-aborted.ts'

export type OneTurnOptions = ProgramOptions & {
  /** Whether a review is asked for, which may stand anywhere in what is printed; any other answer is one JSON value. */
  readonly isReview: boolean
}

/**
 * A program for one message: it gets that and then the end of its input, and all that it prints is its answer.
 *
 * @throws {EvalError} `target`, when it cannot be started
 */
export async function startOneTurnProgram(options: OneTurnOptions): Promise<Program> {
  const { maxReplyBytes = defaultReplyBytes, startTimeoutMs, isReview, command, cwd, env } = options
  const answer = Promise.withResolvers<unknown>()
  // It may fail before anybody asks; whoever asks then hears of it.
  answer.promise.catch(() => undefined)
  const lines: string[] = []
  let size = 0
  let failure: EvalError | undefined
  let onPrinted: (() => void) | undefined
  // Until the first answer begins, and then until nothing more follows.
  let timer: NodeJS.Timeout | undefined

  const child = await startLineProcess({
    command,
    cwd,
    env,
    maxLineBytes: maxReplyBytes,
    endHint: answerFirst,
    onLine: receive,
    onFailure: over,
    onEnd(ending) {
      over(ending, answerIn(lines, isReview) ?? (lines.length === 0 ? ending : notAnAnswer()))
    },
  })

  function receive(line: string): void {
    onPrinted?.()
    clearTimeout(timer)
    lines.push(line)
    size += Buffer.byteLength(line) + 1
    if (size > maxReplyBytes + 1) return child.fail(answeredTooMuch(child.program, maxReplyBytes))
    if (!isReview && lines.length === 1 && !/^[{["\-\dtfn]/.test(line)) return child.failOnceRead(notAnAnswer)
    // Some programs stay although their input has ended.
    timer = setTimeout(() => {
      const whole = wholeAnswer(lines, isReview)
      if (whole !== undefined) settle(whole)
    }, settleMs)
  }

  function over(ending: EvalError, outcome: EvalError | OneTurnProgramAnswer = ending): void {
    clearTimeout(timer)
    failure = ending
    if ('value' in outcome) settle(outcome)
    else answer.reject(outcome)
  }

  // A review is read as it was written, by whoever sees what a parser would drop.
  function settle({ value }: OneTurnProgramAnswer): void {
    const text = lines.join('\n')
    if (!isReview && hasKeyTwice(text, value)) answer.reject(keyTwice(child.program, text))
    else answer.resolve(value)
  }

  function notAnAnswer(): EvalError {
    return noAnswer(child, lines)
  }

  return {
    failed: () => failure !== undefined,
    async ask(request, signal, answered) {
      onPrinted = answered
      if (startTimeoutMs !== undefined && lines.length === 0) {
        timer = setTimeout(() => child.fail(slowStart(child.program, startTimeoutMs)), startTimeoutMs)
      }
      child.send(lineFor(request))
      child.endInput()
      try {
        return await untilAborted(answer.promise, signal)
      } finally {
        clearTimeout(timer)
        if (signal.aborted) child.fail(stopped(child.program))
      }
    },
    endConversation() {},
    async stop() {
      over(stopped(child.program))
      await child.stop()
    },
  }
}

/** What was printed is more than an answer, or none at all. */
function noAnswer({ program, lastWords }: LineProcess, lines: readonly string[]): EvalError {
  const [first = '', second] = lines
  if (second !== undefined && parsedJson(first) !== undefined) return unasked(program, second)
  return garbage(program, { line: lines.join('\n'), lastWords: lastWords() })
}

/** For how long a program that printed a whole answer has to be silent. */
const settleMs = 1000

const answerFirst = message(
  'A case of one turn is one message and then the end of the input: answer before you exit, or set keepInputOpen for the command',
)

type OneTurnProgramAnswer = { readonly value: unknown }

/** All that was printed, as one answer. */
function wholeAnswer(lines: readonly string[], isReview: boolean): OneTurnProgramAnswer | undefined {
  const text = lines.join('\n')
  const value = parsedJson(text)
  if (value === undefined || !isReview) return value === undefined ? undefined : { value }
  // A log in JSON may come before a review.
  return isObject(value) && !('result' in value) && !('response' in value) ? undefined : { value: text }
}

/** What a program answered that prints no more. */
function answerIn(lines: readonly string[], isReview: boolean): OneTurnProgramAnswer | undefined {
  const text = lines.join('\n')
  const value = parsedJson(text)
  if (value !== undefined) return { value: isReview ? text : value }
  if (!isReview || !text.includes('{')) return undefined
  // Beside lines without any object, the only one is the answer, with all that it tells.
  const [object, ...more] = lines.filter((line) => line.includes('{'))
  return { value: object !== undefined && more.length === 0 && isObject(parsedJson(object)) ? object : text }
}
