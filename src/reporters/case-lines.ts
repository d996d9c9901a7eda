import { type CaseResult, type EvalCase, message, textOf } from '../core/index.ts'
import { displayWidth, truncate, truncateMiddle, wrap } from './display-width.ts'
import { evidenceLines } from './evidence-lines.ts'
import { type CaseFinding, findingsOf } from './findings.ts'
import { type Style, sentenceText } from './style.ts'
import { oneLine } from './visible-text.ts'

const maximumLines = 60

export function caseLines(result: CaseResult, repeats: number, style: Style): readonly string[] {
  const cutOff = result.transcript.ending === 'turn-limit'
  return [
    caseHead(result, repeats, style),
    ...(cutOff ? [`  ${style.say(message('! the simulated user reached its limit of turns'))}`] : []),
    ...findingsOf(result).flatMap((finding) => findingLines(finding, style, 2)),
  ]
}

/** Returns the user's first message on one line; undefined when the case has none. */
export function firstMessageOf(evalCase: EvalCase): string | undefined {
  const text =
    evalCase.review?.checkDescription ??
    textOf(evalCase.conversation?.[0]?.userContent) ??
    evalCase.scenario?.startingPrompt
  return text === undefined ? undefined : oneLine(text, 1000)
}

export function caseName(result: CaseResult, repeats: number, style: Style): string {
  const id = oneLine(result.evalCase.id, 400)
  if (repeats < 2) return id
  const values = { caseId: id, repeat: result.repeat + 1, repeats }
  return style.say(message('{caseId} (repeat {repeat} of {repeats})', values))
}

export function findingLines(finding: CaseFinding, style: Style, indent: number): readonly string[] {
  const text = sentenceText(finding.sentences, style)
  const sentence = finding.metric === undefined ? text : `${oneLine(finding.metric, 200)}: ${text}`
  const color = finding.kind === 'failed' ? style.paint.red : style.paint.yellow
  const inner = { ...style, columns: style.columns - indent - 2 }
  return [
    ...wrap(sentence, inner.columns).map((line, index) => ' '.repeat(index === 0 ? indent : indent + 2) + color(line)),
    ...observationLines(finding, inner).map((line) => ' '.repeat(indent + 2) + line),
  ]
}

export function observationLines(finding: CaseFinding, style: Style): readonly string[] {
  const lines = finding.observations.flatMap(({ turn, reason, evidence }) => {
    const head = [turn === undefined ? [] : message('turn {turn}', { turn }), reason ?? []].flat()
    return [
      ...(head.length === 0 ? [] : wrap(sentenceText(head, style), style.columns)),
      ...evidence.flatMap((piece) => evidenceLines(piece, style)),
    ]
  })
  const hint = finding.hint === undefined ? [] : wrap(`→ ${sentenceText([finding.hint], style)}`, style.columns)
  return [...lines.slice(0, maximumLines), ...stackLines(finding), ...hint]
}

/** Each frame gets its own line, so that an editor can open its position. */
function stackLines({ stack = '' }: CaseFinding): readonly string[] {
  return stack === '' ? [] : stack.split('\n').map((frame) => oneLine(frame, 400))
}

export function caseHead(result: CaseResult, repeats: number, style: Style): string {
  const marks = { failed: '✗', error: '!', 'not-evaluated': '?', passed: '✓' } as const
  const name = truncateMiddle(caseName(result, repeats, style), Math.floor(style.columns / 2))
  const head = `${marks[result.verdict]} ${name}`
  const room = style.columns - displayWidth(head) - 4
  const asked = firstMessageOf(result.evalCase)
  return style.paint.bold(head) + (asked === undefined ? '' : `  ${style.paint.dim(`“${truncate(asked, room)}”`)}`)
}
