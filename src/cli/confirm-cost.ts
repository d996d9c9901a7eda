import { createInterface } from 'node:readline/promises'
import { EvalError, message } from '../core/index.ts'
import { estimateJudging } from '../config/estimate-judging.ts'
import type { JudgingEstimate } from '../config/estimate-judging.ts'
import type { PreparedRun } from '../config/prepare-run.ts'
import { translate } from '../i18n/index.ts'
import type { Terminal } from './command.ts'
import { tellWarnings } from './tell-warnings.ts'

/**
 * Says what judging will take, and asks before it costs anything.
 *
 * @throws {EvalError} `cancelled` when the answer is no, `usage` when there is nobody to ask and nothing that allows it
 */
export async function confirmCost(
  prepared: readonly PreparedRun[],
  allowed: { readonly yes: boolean; readonly limited: boolean },
  terminal: Terminal,
): Promise<void> {
  for (const run of prepared) {
    tellWarnings(run, terminal)
    const estimate = await estimateJudging(run)
    if (estimate === undefined) continue
    terminal.stderr(`${translate(sentenceOf(estimate), terminal.language)}\n`)
    if (allowed.limited && !allowed.yes && estimate.dollars === undefined) throw unlimited(estimate)
    if (estimate.dollars === 0 || allowed.yes || allowed.limited) continue
    await askPermission(terminal)
  }
}

function unlimited({ judges }: JudgingEstimate): EvalError {
  return new EvalError(
    'usage',
    message('--max-cost cannot limit {judges}: the price is not known', { judges: judges.join(', ') }),
    {
      hint: message('Add --yes to go on without a limit, or name a judge whose price is known.'),
    },
  )
}

/** An amount from a flag. @throws {EvalError} `usage` */
export function dollars(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const amount = Number(text)
  if (text.trim() !== '' && Number.isFinite(amount) && amount > 0) return amount
  throw new EvalError(
    'usage',
    message('--max-cost takes an amount in US dollars, not {text}', { text: JSON.stringify(text) }),
  )
}

function sentenceOf({ judges, calls, inputTokens, outputTokens, dollars: price }: JudgingEstimate) {
  const values = { judges: judges.join(', '), calls, tokens: inputTokens + outputTokens }
  return price === undefined
    ? message('Judging by {judges}: at most {calls} calls, about {tokens} tokens; its price is not known here', values)
    : message('Judging by {judges}: at most {calls} calls, about {tokens} tokens, about ${price}', {
        ...values,
        price: price.toFixed(price < 1 ? 4 : 2),
      })
}

async function askPermission({ isInteractive, language, signal }: Terminal): Promise<void> {
  if (!isInteractive || process.stdin.isTTY !== true) {
    throw new EvalError('usage', message('this run costs money, and nobody is there to be asked'), {
      hint: message('Allow it with --yes, or up to a limit with --max-cost DOLLARS.'),
    })
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await asking.question(`${translate(message('Go on? [y/N]'), language)} `, { signal })
    if (!/^\s*(y|yes|はい)\s*$/i.test(answer)) throw new EvalError('cancelled', message('not started'))
  } finally {
    asking.close()
  }
}
