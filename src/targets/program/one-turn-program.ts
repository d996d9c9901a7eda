import { isObject } from '../../core/basics/is-object.ts'
import { hasKeyTwice } from '../../core/basics/json.ts'
import { message, type EvalError, parsedJson } from '../../core/index.ts'
import { startLineProcess, type LineProcess } from './line-process.ts'
import { answeredTooMuch, garbage, keyTwice, slowStart, stopped, unasked } from './program-errors.ts'
import { lineFor, defaultReplyBytes, type Program, type ProgramOptions } from './program.ts'
import { untilAborted } from '../until-aborted.ts'

export type OneTurnOptions = ProgramOptions & {
  /** True for a review, which may be anywhere in the output; any other answer is one JSON value. */
  readonly isReview: boolean
}

/**
 * Starts a program for one message. Its input ends after that message, and its whole output is the answer.
 *
 * @throws {EvalError} `target` when it cannot be started
 */
export async function startOneTurnProgram(options: OneTurnOptions): Promise<Program> {
  const { maxReplyBytes = defaultReplyBytes, startTimeoutMs, isReview, command, cwd, env } = options
  const answer = Promise.withResolvers<unknown>()
  // It may fail before `ask` is called, which then reports the failure.
  answer.promise.catch(() => undefined)
  const lines: string[] = []
  let size = 0
  let failure: EvalError | undefined
  let onPrinted: (() => void) | undefined
  // Runs until the answer begins, and then until the output is complete.
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
    // Some programs keep running after their input has ended.
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

  // A review stays unchanged, so that its reader sees what a parser would drop.
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

function noAnswer({ program, lastWords }: LineProcess, lines: readonly string[]): EvalError {
  const [first = '', second] = lines
  if (second !== undefined && parsedJson(first) !== undefined) return unasked(program, second)
  return garbage(program, { line: lines.join('\n'), lastWords: lastWords() })
}

/** Milliseconds of silence after which a complete answer counts as final. */
const settleMs = 1000

const answerFirst = message(
  'A case of one turn is one message and then the end of the input: answer before you exit, or set keepInputOpen for the command',
)

type OneTurnProgramAnswer = { readonly value: unknown }

function wholeAnswer(lines: readonly string[], isReview: boolean): OneTurnProgramAnswer | undefined {
  const text = lines.join('\n')
  const value = parsedJson(text)
  if (value === undefined || !isReview) return value === undefined ? undefined : { value }
  // A JSON log may precede a review.
  return isObject(value) && !('result' in value) && !('response' in value) ? undefined : { value: text }
}

function answerIn(lines: readonly string[], isReview: boolean): OneTurnProgramAnswer | undefined {
  const text = lines.join('\n')
  const value = parsedJson(text)
  if (value !== undefined) return { value: isReview ? text : value }
  if (!isReview || !text.includes('{')) return undefined
  // If only one line contains an object, that line is the answer.
  const [object, ...more] = lines.filter((line) => line.includes('{'))
  return { value: object !== undefined && more.length === 0 && isObject(parsedJson(object)) ? object : text }
}
