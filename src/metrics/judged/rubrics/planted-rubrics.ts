import type { Message, Rubric } from '../../../core/index.ts'
import { obeyedReason, randomFor, shuffled } from '../decoys/decoys.ts'
import { impossibleRubric } from '../decoys/impossible-rubric.ts'
import type { RubricForm } from './rubric-form.ts'
import type { RubricVerdict } from './rubric-reply.ts'

type RubricSubject<Value> = {
  readonly rubrics: readonly Rubric[]
  readonly form: RubricForm<Value>
  readonly material: Readonly<Record<string, string | undefined>>
}

type PlantedRubrics<Value> = {
  readonly rubrics: readonly Rubric[]
  readonly form: RubricForm<Value>
  readonly screened: (value: Value) => { readonly value: Value } | { readonly obeyed: Message }
}

/** Adds to each rubric a decoy that the material cannot fulfil. The order is random, and the ids give nothing away. */
export function plantedRubrics<Value>({ rubrics, form, material }: RubricSubject<Value>): PlantedRubrics<Value> {
  const texts = Object.values(material).flatMap((text) => text ?? [])
  const random = randomFor(...texts, ...rubrics.map(({ property }) => property))
  const whole = texts.join('\n')
  const asked = shuffled(
    rubrics.flatMap((rubric) => [
      { rubric, isDecoy: false, property: rubric.property },
      { rubric, isDecoy: true, property: impossibleRubric(rubric.property, whole, random).property },
    ]),
    random,
  ).map((one, index) => ({ ...one, id: String(index + 1) }))
  const realOf = (id: string) => asked.find((one) => one.id === id && !one.isDecoy)?.rubric.id

  function screened(value: Value): { readonly value: Value } | { readonly obeyed: Message } {
    const verdicts = form.verdictsOf(value)
    for (const { id, rubric, property } of asked.filter(({ isDecoy }) => isDecoy)) {
      const real = verdicts.filter((verdict) => realOf(verdict.id) === rubric.id)
      const planted = verdicts.filter((verdict) => verdict.id === id)
      if (real.some(isPass) && (planted.length === 0 || planted.some(isPass)))
        return { obeyed: obeyedReason({ judged: rubric.property, decoy: property, planted }) }
    }
    return { value: form.renamed(value, realOf) }
  }

  const { details } = form
  return {
    rubrics: asked.map(({ id, rubric, property }) => ({ ...rubric, id, property })),
    form: details === undefined ? form : { ...form, details: (id) => details(detailedOf(id)) },
    screened,
  }

  function detailedOf(id: string): string {
    return asked.find((one) => one.id === id)?.rubric.id ?? id
  }
}

/** A decoy passes with half of the scale or more, because what it asks for is not there at all. */
function isPass({ score }: RubricVerdict): boolean {
  return score !== null && score > 0.5
}
