import type { RunEstimate } from '../../../../src/server/api/new-run.ts'
import { say } from '../../words/say.ts'

type LimitFieldsProps = { readonly estimate: RunEstimate; readonly limit?: number | undefined }

/** A cost limit, and a consent to models without a known price: the form fields `limit` and `unlimited`. */
export function LimitFields({ estimate: { costsMoney, unlimited }, limit }: LimitFieldsProps) {
  if (!costsMoney) return null
  return (
    <>
      <label className="row">
        {say('Limit in US dollars')}
        <input name="limit" type="number" min={0} step="any" required defaultValue={limit} />
      </label>
      {unlimited.length > 0 && (
        <label className="row">
          <input type="checkbox" name="unlimited" required />
          <span>
            {say('Start although the price of {models} is unknown, so that no limit can stop it', {
              models: unlimited.join(', '),
            })}
          </span>
        </label>
      )}
    </>
  )
}

/** Reads these fields. */
export function limitsIn(form: FormData): {
  readonly maxCost: number | undefined
  readonly unlimited: true | undefined
} {
  const limit = Number(form.get('limit') ?? 0)
  return { maxCost: limit > 0 ? limit : undefined, unlimited: form.has('unlimited') || undefined }
}
