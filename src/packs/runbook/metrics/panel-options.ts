import { z } from 'zod'
import { type JsonObject, EvalError, message } from '../../../core/index.ts'
import { schemaError } from '../../../metrics/shared/criterion-schema-error.ts'
import type { Aspect } from './panel-aspects.ts'
import { runbookAspects } from './runbook-panel.ts'

const Words = z.union([z.string(), z.strictObject({ en: z.string(), ja: z.string() })])

const OwnAspect = z.strictObject({
  id: z.string().min(1),
  name: Words,
  question: Words,
  anchors: z.strictObject({ 100: Words, 50: Words, 0: Words }),
  weight: z.number().positive().optional(),
  not_of_refusals: z.boolean().optional(),
})

const PanelOptions = z.strictObject({
  aspects: z
    .array(z.union([z.string(), OwnAspect]))
    .min(1)
    .optional(),
  role: Words.optional(),
  strict: z.boolean().optional(),
  evidence: z.enum(['full', 'compat']).optional(),
})

const names = Object.keys(PanelOptions.shape)

type ReadPanelOptions = Omit<z.infer<typeof PanelOptions>, 'aspects'> & { readonly aspects?: readonly Aspect[] }

/**
 * Reads the options of a panel from a criterion.
 *
 * @throws {EvalError} `config` when it does not fit, or names an aspect that there is not
 */
export function panelOptions(metric: string, criterion: JsonObject): ReadPanelOptions {
  const given = Object.fromEntries(Object.entries(criterion).filter(([key]) => names.includes(key)))
  const read = PanelOptions.safeParse(given)
  if (!read.success) throw schemaError(metric, read.error, PanelOptions)
  const { aspects, ...rest } = read.data
  return aspects === undefined ? rest : { ...rest, aspects: aspects.map((aspect) => aspectOf(metric, aspect)) }
}

function aspectOf(metric: string, written: string | z.infer<typeof OwnAspect>): Aspect {
  if (typeof written !== 'string') {
    const { not_of_refusals: notOfRefusals, ...aspect } = written
    return { ...aspect, notOfRefusals }
  }
  const known = runbookAspects.find(({ id, name }) => [id, ...Object.values(name)].includes(written))
  if (known !== undefined) return known
  throw new EvalError('config', message('{metric}: there is no aspect {aspect}', { metric, aspect: written }), {
    hint: message('There are: {names}. One of your own has an id, a name, a question and anchors.', {
      names: runbookAspects.map(({ id }) => id).join(', '),
    }),
  })
}
