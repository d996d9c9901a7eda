import type {
  EvidenceCounts,
  EvidenceKind,
  Message,
  MetricSummary,
  RunSummary,
  StoppedEarly,
  VerdictCounts,
} from '../core/index.ts'
import { message } from '../core/basics/message.ts'
import { evidenceKinds } from '../core/invocation.ts'
import { count } from './number-format.ts'
import { compact } from '../core/basics/compact.ts'

/** Counts results that failed, broke, were cut off or are missing; zero counts are left out. */
export function troubleSentences(summary: RunSummary): readonly Message[] {
  const { failed, error, notSelected = 0 } = summary.results
  const { turnLimits = 0 } = summary
  return compact([
    failed > 0 && failuresSentence(failed),
    error > 0 && agentErrorsSentence(error),
    turnLimits > 0 &&
      message('{count} cut off at the limit of turns of the simulated user', { count: count(turnLimits) }),
    ...cutSentences(summary),
    notSelected > 0 && notSelectedSentence(notSelected),
    summary.unfinished > 0 &&
      (summary.stoppedEarly === undefined
        ? message('{count} not run: the run was stopped', { count: count(summary.unfinished) })
        : decidedEarlySentence(summary.stoppedEarly, summary.unfinished)),
  ])
}

function cutSentences({ evidence }: RunSummary): readonly Message[] {
  const { length = 0, 'content-filter': filtered = 0, error = 0 } = evidence?.cut ?? {}
  return [
    ...(length > 0 ? [message('{count} {count|answer|answers} cut by length', { count: count(length) })] : []),
    ...(filtered > 0 ? [message('{count} {count|answer|answers} cut by a filter', { count: count(filtered) })] : []),
    ...(error > 0 ? [message('{count} {count|answer|answers} cut by an error', { count: count(error) })] : []),
  ]
}

/** Counts the results left out because the comparison or the gate was decided early. */
export function decidedEarlySentence({ rules }: StoppedEarly, unfinished: number): Message {
  return rules.some(({ outcome }) => outcome !== undefined)
    ? message('{count} not run: the comparison was decided early', { count: count(unfinished) })
    : message('{count} not run: the gate was decided early', { count: count(unfinished) })
}

/** Counts results that a metric should have scored and did not; those it does not apply to are left out. */
export function missingScores(metric: MetricSummary): readonly Message[] {
  const { agentErrors: broke = 0, reportedInPart = 0 } = metric
  return [
    ...(broke > 0 ? [agentErrorsSentence(broke)] : []),
    ...(reportedInPart > 0 ? [message('{count} reported only in part', { count: count(reportedInPart) })] : []),
    ...(metric.notEvaluated > 0 ? [notEvaluatedSentence(metric.notEvaluated)] : []),
    ...(metric.error > 0 ? [message('{errors} {errors|error|errors}', { errors: count(metric.error) })] : []),
  ]
}

export function failuresSentence(failed: number): Message {
  return message('{failed} failed', { failed: count(failed) })
}

export function agentErrorsSentence(errors: number): Message {
  return message('{count} agent {count|error|errors}', { count: count(errors) })
}

export function notEvaluatedSentence(results: number): Message {
  return message('{count} not evaluated', { count: count(results) })
}

function notSelectedSentence(cases: number): Message {
  return message('{count} {count|case|cases} of the dataset not selected', { count: count(cases) })
}

/** Tells what a pass rate leaves out, beside it in a table or a sentence. */
export function leftOutSentences({ notEvaluated, notSelected = 0 }: VerdictCounts): readonly Message[] {
  return compact([
    notEvaluated > 0 && notEvaluatedSentence(notEvaluated),
    notSelected > 0 && notSelectedSentence(notSelected),
  ])
}

export function notApplicableSentence(results: number): Message {
  return message('{count} not applicable', { count: count(results) })
}

type Speaker = {
  readonly say: (sentence: Message) => string
  readonly list: (sentences: readonly Message[]) => string
}

const kindNames: Readonly<Record<EvidenceKind, Message>> = {
  toolCalls: message('tool calls'),
  instructions: message('instructions'),
  toolDeclarations: message('tool declarations'),
  usage: message('tokens'),
  cost: message('cost'),
  finishReason: message('finish reason'),
  state: message('state'),
}

/** Says in one line what is known of a run's exchanges and how; empty without finished exchanges. */
export function evidenceSentence({ evidence }: Pick<RunSummary, 'evidence'>, style: Speaker): string {
  if (evidence === undefined || evidence.exchanges === 0) return ''
  const isKnown = (kind: EvidenceKind) => (evidence.reported[kind] ?? 0) + (evidence.observed[kind] ?? 0) > 0
  const known = evidenceKinds.filter(isKnown).map((kind) => knownSentence(kind, evidence, style))
  const unknown = evidenceKinds.filter((kind) => !isKnown(kind)).map((kind) => kindNames[kind])
  const values = { count: count(evidence.exchanges), known: style.list(known), unknown: style.list(unknown) }
  if (known.length === 0)
    return style.say(message('Of {count} {count|exchange|exchanges} nothing but the answer is known', values))
  return style.say(
    unknown.length === 0
      ? message('Known of {count} {count|exchange|exchanges}: {known}', values)
      : message('Known of {count} {count|exchange|exchanges}: {known}; unknown: {unknown}', values),
  )
}

function knownSentence(kind: EvidenceKind, evidence: EvidenceCounts, style: Speaker): Message {
  const { exchanges, listeners } = evidence
  const [reported, observed] = [evidence.reported[kind] ?? 0, evidence.observed[kind] ?? 0]
  const values = {
    kind: style.say(kindNames[kind]),
    known: count(reported + observed),
    listener: listeners.join(', '),
  }
  if (observed === 0) {
    return reported === exchanges ? message('{kind} reported', values) : message('{kind} reported in {known}', values)
  }
  if (reported > 0) return message('{kind} reported or observed ({listener}) in {known}', values)
  return observed === exchanges
    ? message('{kind} observed ({listener})', values)
    : message('{kind} observed ({listener}) in {known}', values)
}
