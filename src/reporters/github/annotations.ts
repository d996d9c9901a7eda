import { type CaseResult, type Run, message } from '../../core/index.ts'
import type { Language } from '../../i18n/index.ts'
import { caseName } from '../case-lines.ts'
import { truncate } from '../display-width.ts'
import { findingsOf } from '../findings.ts'
import { type Style, createStyle, sentenceText } from '../style.ts'
import { leftOutSentences } from '../result-counts.ts'
import { passRateSentence } from '../summary-lines.ts'
import { oneLine } from '../visible-text.ts'

export type AnnotationOptions = {
  readonly language: Language
  /** The dataset's path from the repository's root, with slashes; absent outside of it. */
  readonly file: string | undefined
  /** The first line of each case, from 1. */
  readonly lines: ReadonlyMap<string, number>
}

/**
 * Writes GitHub workflow commands that annotate the dataset, one per line: each case that did not pass, or, when a gate
 * is closed without one, the reason.
 */
export function toAnnotations(run: Run, results: readonly CaseResult[], options: AnnotationOptions): readonly string[] {
  const style = createStyle({ ...options, color: false, columns: 100 })
  const { file, lines } = options
  const ofCases = results.map((result) => {
    const sentences = findingsOf(result).map(({ metric, sentences: said }) => {
      const sentence = sentenceText(said, style)
      return metric === undefined ? sentence : `${oneLine(metric, 100)}: ${sentence}`
    })
    const title = caseName(result, run.plan.repeat, style)
    const place = { file, line: file === undefined ? undefined : lines.get(result.evalCase.id), title }
    return command(levelOf(result, run), place, sentences.slice(0, 5).join('\n'))
  })
  const closed = run.summary !== undefined && !run.summary.gate.passed
  return ofCases.length === 0 && closed ? [ofGate(run, options, style)] : ofCases
}

/** A problem that did not close the gate is a warning. */
function levelOf({ verdict }: CaseResult, { summary }: Run): 'error' | 'warning' {
  if (summary === undefined || summary.gate.passed) return 'warning'
  return verdict !== 'not-evaluated' || summary.gate.rules.includes('not-evaluated') ? 'error' : 'warning'
}

function ofGate(run: Run, { file }: AnnotationOptions, style: Style): string {
  const { summary, plan } = run
  const title = plan.name ?? plan.dataset.name ?? plan.dataset.id
  if (summary === undefined) return command('error', { file, line: undefined, title }, '')
  const reasons = summary.gate.reasons.map((reason) => message('Gate: {reason}', { reason: style.say(reason) }))
  const sentences = [passRateSentence(run, summary), ...leftOutSentences(summary.results), ...reasons].map((sentence) =>
    sentenceText([sentence], style),
  )
  return command('error', { file, line: undefined, title }, sentences.join('\n'))
}

type AnnotationsPlace = {
  readonly file: string | undefined
  readonly line: number | undefined
  readonly title: string
}

/** Escapes foreign text, so that it can neither end the command nor contain one of the older form. */
function command(level: 'error' | 'warning', { file, line, title }: AnnotationsPlace, text: string): string {
  const properties = Object.entries({ file, line, title: truncate(oneLine(title), 200) })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapedProperty(String(value))}`)
  return `::${level} ${properties.join(',')}::${escapedText(truncate(text, 4000))}`
}

function escapedText(text: string): string {
  return text.replaceAll('##[', '## [').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapedProperty(text: string): string {
  return escapedText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
