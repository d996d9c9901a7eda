import type { EvidenceCounts, EvidenceKind, Message, RunSummary } from '../core/index.ts'
import { evidenceKinds, message } from '../core/index.ts'
import { count } from './number-format.ts'
import type { Style } from './style.ts'

const names: Readonly<Record<EvidenceKind, Message>> = {
  toolCalls: message('tool calls'),
  instructions: message('instructions'),
  toolDeclarations: message('tool declarations'),
  usage: message('tokens'),
  cost: message('cost'),
  finishReason: message('finish reason'),
  state: message('state'),
}

/** What is known of a run's exchanges, and how it became known, in one line; empty where no exchange was finished. */
export function evidenceSentence({ evidence }: Pick<RunSummary, 'evidence'>, style: Style): string {
  if (evidence === undefined || evidence.exchanges === 0) return ''
  const isKnown = (kind: EvidenceKind) => (evidence.reported[kind] ?? 0) + (evidence.observed[kind] ?? 0) > 0
  const known = evidenceKinds.filter(isKnown).map((kind) => knownSentence(kind, evidence, style))
  const unknown = evidenceKinds.filter((kind) => !isKnown(kind)).map((kind) => names[kind])
  const values = { count: count(evidence.exchanges), known: style.list(known), unknown: style.list(unknown) }
  if (known.length === 0)
    return style.say(message('Of {count} {count|exchange|exchanges} nothing but the answer is known', values))
  return style.say(
    unknown.length === 0
      ? message('Known of {count} {count|exchange|exchanges}: {known}', values)
      : message('Known of {count} {count|exchange|exchanges}: {known}; unknown: {unknown}', values),
  )
}

function knownSentence(kind: EvidenceKind, evidence: EvidenceCounts, style: Style): Message {
  const { exchanges, listeners } = evidence
  const [reported, observed] = [evidence.reported[kind] ?? 0, evidence.observed[kind] ?? 0]
  const values = {
    kind: style.say(names[kind]),
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
