import type { ComponentProps } from 'react'
import type { RunEstimate } from '../../../../src/server/api/new-run.ts'
import { say } from '../../words/say.ts'

type LimitFieldsProps = { readonly estimate: RunEstimate; readonly limit?: number | undefined }

/** A cost limit, and a consent to models without a known price: the form fields `limit` and `unlimited`. */
export function LimitFields({ estimate, limit }: LimitFieldsProps) {
  if (!estimate.costsMoney) return null
  return (
    <>
      <label className="row">
        {say('Limit in US dollars')}
        <input name="limit" type="number" min={0} step="any" required defaultValue={limit} />
      </label>
      <UnlimitedConsent estimate={estimate} className="row" />
    </>
  )
}

type UnlimitedConsentProps = ComponentProps<'input'> & { readonly estimate: RunEstimate | undefined }

/** Asks before models are called whose price is unknown; nothing where there are none. */
export function UnlimitedConsent({ estimate, className, ...input }: UnlimitedConsentProps) {
  if (estimate?.costsMoney !== true || estimate.unlimited.length === 0) return null
  return (
    <label className={className}>
      <input type="checkbox" name="unlimited" required {...input} />
      <span>
        {say('Start although the price of {models} is unknown, so that no limit can stop it', {
          models: estimate.unlimited.join(', '),
        })}
      </span>
    </label>
  )
}

/** Reads these fields. */
export function limitsIn(form: FormData) {
  const limit = Number(form.get('limit') ?? 0)
  const unlimited = form.has('unlimited') ? (true as const) : undefined
  return { maxCost: limit > 0 ? limit : undefined, unlimited }
}
