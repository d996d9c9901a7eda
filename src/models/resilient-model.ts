import type { Account, ModelRole } from '../core/index.ts'
import type { CallAccount, LanguageModel, Model } from './language-model.ts'
import { openModel } from './open-model.ts'
import { adaptiveLimit } from './pace/adaptive-limit.ts'
import { quotaOf } from './pace/quota-of.ts'
import { withPace } from './pace/with-pace.ts'
import { withModelAccount } from './with-account.ts'
import { withModelRetries } from './with-retries.ts'
import { withModelTimeout } from './with-timeout.ts'

export type ResilientOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly account?: Account | undefined
  /** The number of concurrent calls at the start; the limit then adapts. */
  readonly pace?: number | undefined
  /** Milliseconds that one reply may take. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds for which an overloaded model is retried. */
  readonly patienceMs?: number | undefined
  /** Uniform in [0, 1). */
  readonly random: () => number
}

/** Opens a model by name with time limit, account, pace and the only layer of retries. */
export async function openResilientModel(
  name: string,
  role: ModelRole,
  options: ResilientOptions,
): Promise<LanguageModel> {
  const resilient = resilience(role, options)
  return resilient(await openModel(name, { environment: options.environment }))
}

export function resilience(role: ModelRole, options: ResilientOptions) {
  const { account, environment, random, pace, timeoutMs, patienceMs } = options
  return <Request, Reply extends CallAccount>(model: Model<Request, Reply>): Model<Request, Reply> => {
    const limited = withModelTimeout(model, timeoutMs)
    const accounted = account === undefined ? limited : withModelAccount(limited, account, role)
    const shared = account?.paceOf?.(quotaOf(model, environment))
    return withModelRetries(withPace(accounted, shared ?? adaptiveLimit({ start: pace })), { random, patienceMs })
  }
}
