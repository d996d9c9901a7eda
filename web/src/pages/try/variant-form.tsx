import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import type { RunEstimate } from '../../../../src/server/api/new-run.ts'
import { Trouble } from '../../components/state.tsx'
import { useApi } from '../../source/use-answer.ts'
import { estimatedCost, sizeText } from '../new-run/estimate-card.tsx'
import { Field, NumberField } from '../../components/form/field.tsx'
import { LimitFields, limitsIn } from '../new-run/limit-fields.tsx'
import { type TrialCases, type TrialVariant, changesFrom, isEmpty, play, useTrials } from './trial.ts'
import { useToast } from '../../components/toast.tsx'
import { useDraft } from '../../use-draft.ts'
import { factLine, say } from '../../words/say.ts'

/** Edits the agent's declared settings, shows the cost, and plays the variant. */
export function VariantForm({ trial }: { readonly trial: TrialCases }) {
  const { today: played, variants } = useTrials(trial)
  const [repeat, setRepeat] = useState(1)
  const tell = useToast()
  const { dataset, target, caseIds, today } = trial
  const asked = { dataset, target, caseIds: [...caseIds], repeat, variant: {} }
  const estimate = useApi('estimate', { body: asked })

  async function start(form: FormData): Promise<void> {
    const bounds = { repeat, ...limitsIn(form) }
    const variant = settingsIn(form, today)
    if (isEmpty(changesFrom(today, variant))) return tell(say('Nothing is changed yet'))
    if (played === undefined) await play({ trial, variant: today, name: say('today'), bounds })
    await play({ trial, variant, name: say('variant {number}', { number: variants.length + 1 }), bounds })
  }

  return (
    <ActionForm
      className="card"
      act={start}
      send={say('Play it on {count} {count|case|cases}', { count: caseIds.length })}
      busy={say('Starting …')}
      kind="main"
      disabled={estimate.status !== 'ready'}
    >
      <div className="try-fields">
        {Object.entries(today).map(([name, value]) => (
          <VariedField key={name} name={name} value={value} agent={[dataset, target]} />
        ))}
      </div>
      <div className="row">
        <NumberField label={say('Repeats')} max={20} defaultValue={1} change={(value = 1) => setRepeat(value)} />
        {estimate.value && <Costs estimate={estimate.value} plays={played === undefined ? 2 : 1} />}
      </div>
      {estimate.status === 'failed' && <Trouble error={estimate.error} />}
    </ActionForm>
  )
}

type VariedFieldProps = {
  readonly name: string
  readonly value: TrialVariant[string]
  readonly agent: readonly (string | undefined)[]
}

function VariedField({ name, value, agent }: VariedFieldProps) {
  // A draft belongs to the value that it began with.
  const { text, write } = useDraft(`try.${JSON.stringify([...agent, name, value])}`, String(value))
  const shared = {
    name: `vary ${name}`,
    value: text,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => write(target.value),
  }
  return (
    <Field label={name}>
      {typeof value === 'string' ? (
        <textarea aria-label={name} rows={value.length > 60 ? 4 : 2} {...shared} />
      ) : typeof value === 'boolean' ? (
        <select {...shared}>
          <option>true</option>
          <option>false</option>
        </select>
      ) : (
        <input type="number" step="any" required {...shared} />
      )}
    </Field>
  )
}

function settingsIn(form: FormData, today: TrialVariant): TrialVariant {
  const settings = Object.entries(today).map(([name, before]) => {
    const text = String(form.get(`vary ${name}`))
    return [name, typeof before === 'number' ? Number(text) : typeof before === 'boolean' ? text === 'true' : text]
  })
  return Object.fromEntries(settings)
}

/** Shown before anything is asked; costs need a limit. */
export function Costs({ estimate, plays }: { readonly estimate: RunEstimate; readonly plays: number }) {
  const { cases, repeat, costsMoney } = estimate
  const cost = `${estimatedCost(estimate)}${costsMoney && plays > 1 ? ' × 2' : ''}`
  return (
    <>
      <output className="soft">{factLine([sizeText(cases, repeat * plays), cost])}</output>
      <LimitFields estimate={estimate} />
    </>
  )
}
