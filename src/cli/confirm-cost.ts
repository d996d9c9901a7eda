import { type Message, EvalError, message } from '../core/index.ts'
import { estimateCost, unpricedModels, type CostEstimate } from '../compose/cost/estimate-cost.ts'
import type { PreparedRun } from '../compose/prepared-run.ts'
import { type Language, translate } from '../i18n/index.ts'
import type { Terminal } from './command.ts'
import { printWarnings } from './print-message.ts'

/**
 * Prints the cost of the run's model calls and asks before they cost anything.
 *
 * @throws {EvalError} `cancelled` when the answer is no, `usage` when nobody can answer and no flag allows it
 */
export async function confirmCost(
  prepared: readonly PreparedRun[],
  allowed: { readonly yes: boolean; readonly limited: boolean },
  terminal: Terminal,
): Promise<void> {
  for (const run of prepared) {
    printWarnings(run, terminal)
    const estimates = await estimateCost(run)
    for (const estimate of estimates)
      terminal.stderr(`${joined([callsSentence(estimate), priceSentence(estimate)], terminal.language)}\n`)
    const unlimited = allowed.limited && !allowed.yes ? await unlimitedSentence(run) : undefined
    if (unlimited !== undefined) {
      throw new EvalError('usage', unlimited, {
        hint: message('Add --yes to go on without a limit, or name a model whose price is known.'),
      })
    }
    if (estimates.every(({ dollars: price }) => price === 0) || allowed.yes || allowed.limited) continue
    const { askPermission } = await import('./ask-permission.ts')
    await askPermission(terminal, costsMoney)
  }
}

/** Does the same for calls of one model outside of a run. */
export async function confirmCalls(
  { calls, ...price }: { readonly calls: Message } & Pick<CostEstimate, 'tokens' | 'dollars'>,
  { yes }: { readonly yes: boolean },
  terminal: Terminal,
): Promise<void> {
  const { stderr, language } = terminal
  stderr(`${joined([calls, priceSentence(price)], language)}\n`)
  if (price.dollars === 0 || yes) return
  const { askPermission } = await import('./ask-permission.ts')
  await askPermission(terminal, {
    sentence: message('this costs money, and nobody is there to be asked'),
    hint: message('Allow it with --yes.'),
  })
}

const costsMoney = {
  sentence: message('this run costs money, and nobody is there to be asked'),
  hint: message('Allow it with --yes, or up to a limit with --max-cost DOLLARS.'),
}

/** Names the models that a cost limit cannot hold, because their price is unknown. */
export async function unlimitedSentence(run: PreparedRun): Promise<Message | undefined> {
  const models = await unpricedModels(run)
  if (models.length === 0) return undefined
  return message('--max-cost cannot limit {models}: the price is not known', { models: models.join(', ') })
}

function joined(sentences: readonly Message[], language: Language): string {
  return sentences.map((sentence) => translate(sentence, language)).join(language === 'ja' ? '、' : ', ')
}

function callsSentence({ role, most, ...estimate }: CostEstimate): Message {
  const values = { models: estimate.models.join(', '), calls: estimate.calls, most: most ?? 0 }
  if (role === 'agent') return message('The agent’s own {models}: about {calls} {calls|call|calls}', values)
  if (role === 'environment') return message('Simulated tools by {models}: about {calls} {calls|call|calls}', values)
  if (most === undefined) {
    return role === 'judge'
      ? message('Judging by {models}: about {calls} {calls|call|calls}', values)
      : message('Simulated users by {models}: about {calls} {calls|call|calls}', values)
  }
  return role === 'judge'
    ? message('Judging by {models}: at most {most} {most|call|calls}, usually {calls}', values)
    : message('Simulated users by {models}: at most {most} {most|call|calls}, usually {calls}', values)
}

function priceSentence({ tokens, dollars: price }: Pick<CostEstimate, 'tokens' | 'dollars'>): Message {
  return price === undefined
    ? message('about {tokens} tokens; the price is not known here', { tokens })
    : message('about {tokens} tokens, about ${price}', { tokens, price: price.toFixed(price < 1 ? 4 : 2) })
}
