import { oneLine } from '../workspace/visible-text.ts'
import type { Message } from '../core/index.ts'
import { message } from '../core/index.ts'
import type { PreparedRun } from '../compose/prepare-run.ts'
import { translate } from '../i18n/index.ts'
import type { Terminal } from './command.ts'

/** Says which agent each run asks, before anything else is said, and beside what a program may read. */
export function tellAgents(
  prepared: readonly PreparedRun[],
  { stderr, language }: Pick<Terminal, 'stderr' | 'language'>,
): void {
  for (const one of prepared) stderr(`${oneLine(translate(sentenceOf(one, prepared.length > 1), language))}\n`)
}

function sentenceOf({ plan, shippedInstead }: PreparedRun, several: boolean): Message {
  const values = { target: plan.target.name, dataset: plan.dataset.name ?? plan.dataset.id }
  if (several && shippedInstead) {
    return message('agent for {dataset}: {target}, which ships; the config’s target is for other datasets', values)
  }
  if (shippedInstead) return message('agent: {target}, which ships; the config’s target is for other datasets', values)
  return several ? message('agent for {dataset}: {target}', values) : message('agent: {target}', values)
}
