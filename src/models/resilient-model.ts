import type { Account, ModelRole } from '../core/index.ts'
import type { CallAccount, LanguageModel, Model } from './language-model.ts'

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
  const { openModel } = await import('./open-model.ts')
  const resilient = await resilience(role, options)
  return resilient(await openModel(name, { environment: options.environment }))
}

export async function resilience(role: ModelRole, options: ResilientOptions) {
  const { account, environment, random, pace, timeoutMs, patienceMs } = options
  const [
    { adaptiveLimit },
    { withModelAccount: withAccount },
    { withPace },
    { withModelRetries: withRetries },
    { withModelTimeout: withTimeout },
  ] = await Promise.all([
    import('./pace/adaptive-limit.ts'),
    import('./with-account.ts'),
    import('./pace/with-pace.ts'),
    import('./with-retries.ts'),
    import('./with-timeout.ts'),
  ])
  const quotaOf = account?.paceOf && (await import('./pace/quota-of.ts')).quotaOf
  return <Request, Reply extends CallAccount>(model: Model<Request, Reply>): Model<Request, Reply> => {
    const limited = withTimeout(model, timeoutMs)
    const accounted = account === undefined ? limited : withAccount(limited, account, role)
    const shared = quotaOf && account?.paceOf?.(quotaOf(model, environment))
    return withRetries(withPace(accounted, shared ?? adaptiveLimit({ start: pace })), { random, patienceMs })
  }
}
