import { oneLine } from '../workspace/visible-text.ts'
import { type Message, message } from '../core/index.ts'
import type { PreparedRun } from '../compose/prepared-run.ts'
import { translate } from '../i18n/index.ts'
import type { Terminal } from './command.ts'

/** Prints on standard error the agent of each run, and the fields of its dataset that nothing evaluates. */
export function printAgents(
  prepared: readonly PreparedRun[],
  { stderr, language }: Pick<Terminal, 'stderr' | 'language'>,
): void {
  for (const one of prepared) {
    const { seen } = one.target
    const sentences = [
      sentenceOf(one, prepared.length > 1),
      ...(seen === undefined ? [] : [seen]),
      ...chosenSentence(one),
      ...metadataSentences(one),
    ]
    for (const sentence of sentences) stderr(`${oneLine(translate(sentence, language))}\n`)
  }
}

function chosenSentence({ plan: { dataset } }: PreparedRun): readonly Message[] {
  const { cases, total } = dataset
  if (total === undefined) return []
  return [message('{count} of {total} {total|case|cases} of the dataset', { count: cases, total })]
}

const MOST_NAMES = 12

function metadataSentences({ keptAsMetadata: names }: PreparedRun): readonly Message[] {
  if (names.length === 0) return []
  const shown = names.slice(0, MOST_NAMES).join(', ')
  const further = names.length - MOST_NAMES
  return further > 0
    ? [message('kept as metadata, not evaluated: {names} and {further} more', { names: shown, further })]
    : [message('kept as metadata, not evaluated: {names}', { names: shown })]
}

function sentenceOf({ plan, shippedInstead }: PreparedRun, several: boolean): Message {
  const values = { target: plan.target.name, dataset: plan.dataset.name ?? plan.dataset.id }
  if (several && shippedInstead) {
    return message('agent for {dataset}: {target}, which ships; the config’s target is for other datasets', values)
  }
  if (shippedInstead) return message('agent: {target}, which ships; the config’s target is for other datasets', values)
  return several ? message('agent for {dataset}: {target}', values) : message('agent: {target}', values)
}
