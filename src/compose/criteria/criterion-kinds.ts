import { type JsonObject, type Origin, message } from '../../core/index.ts'
import { defaulted, nullable, object, required } from '../../formats/kit/foreign-object.ts'
import { report } from '../../formats/kit/foreign-reading.ts'
import {
  type Codec,
  valueExcerpt,
  flag,
  jsonObject,
  list,
  number,
  numberOf,
  readForeign,
  string,
  wholeNumber,
} from '../../formats/kit/foreign-value.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { withDefaults } from '../../formats/kit/foreign-options.ts'

export type CriterionKind = keyof typeof kinds

/**
 * Checks the options of one kind of criterion and fills in ADK's defaults. Keys are returned in snake_case. Unknown
 * keys stay unchanged, because ADK keeps them for the author of the metric.
 *
 * @throws {EvalError} when an option has the wrong type or a judge option is unknown
 */
export function parseCriterion(
  kind: CriterionKind,
  criterion: unknown,
  origin: Origin = { file: 'criterion' },
): JsonObject {
  const codec: Codec<BaseCriterion> = kinds[kind]
  return readForeign(codec, criterion, origin)
}

export type BaseCriterion = JsonObject & { readonly threshold: number }

const MATCH_TYPES = ['EXACT', 'IN_ORDER', 'ANY_ORDER'] as const

/** Accepts names in any case and with any separator, and ADK's numbers. */
const matchType: Codec<string> = {
  read: (value, reading) => {
    const known: readonly string[] = MATCH_TYPES
    const name = typeof value === 'string' ? value.trim().toUpperCase().replaceAll(/[- ]/g, '_') : ''
    if (known.includes(name)) return name
    const byNumber = typeof value === 'number' ? known[value] : undefined
    if (byNumber !== undefined) return byNumber
    return report(
      reading,
      (place) => message('{place}: there is no match type {actual}', { place, actual: valueExcerpt(value) }),
      { hint: { known } },
    )
  },
  write: (value) => value,
}

// Criteria keep the keys of the file, since they may be options of a metric that we do not know.
const rubric = object(
  {
    rubric_id: required('rubric_id', string),
    rubric_content: required(
      'rubric_content',
      object({ text_property: required('text_property', string) }, { unknown: 'reject' }),
    ),
    description: nullable('description', string),
    type: nullable('type', string),
  },
  { unknown: 'reject' },
)

const judgeModelOptions = withDefaults(
  object(
    {
      judge_model: defaulted('judge_model', string, 'gemini-2.5-flash'),
      judge_model_config: nullable('judge_model_config', jsonObject),
      num_samples: defaulted('num_samples', wholeNumber(1), 5),
    },
    { unknown: 'reject', keepIn: 'others', alsoKeeps: { parallelism_limit: wholeNumber(1) } },
  ),
)

const judgeDefaults = { judge_model: 'gemini-2.5-flash', judge_model_config: null, num_samples: 5 }

/** As in pydantic, `true` is 1 and `false` is 0. */
const threshold: Codec<number> = {
  read: (value, reading) => number.read(typeof value === 'boolean' ? Number(value) : value, reading),
  write: number.write,
}

const base = {
  threshold: required('threshold', threshold),
  include_intermediate_responses_in_final: defaulted('include_intermediate_responses_in_final', flag, false),
}
const judged = { ...base, judge_model_options: defaulted('judge_model_options', judgeModelOptions, judgeDefaults) }

/** ADK's switch, and one more value of our own. */
const ignoredArguments: Codec<boolean | string> = {
  read: (value, reading) => (value === 'unless-stated' ? value : flag.read(value, reading)),
  write: (value) => value,
}

const rest = { unknown: 'keep', keepIn: 'others' } as const

const kinds = {
  base: withDefaults(object(base, rest)),
  'tool-trajectory': withDefaults(
    object(
      { ...base, match_type: defaulted('match_type', matchType, 'EXACT') },
      { ...rest, alsoKeeps: { ignore_args: ignoredArguments } },
    ),
  ),
  'llm-judge': withDefaults(object(judged, rest)),
  rubrics: withDefaults(object({ ...judged, rubrics: defaulted('rubrics', list(rubric), []) }, rest)),
  hallucinations: withDefaults(
    object(
      { ...judged, evaluate_intermediate_nl_responses: defaulted('evaluate_intermediate_nl_responses', flag, false) },
      rest,
    ),
  ),
  'user-simulator': withDefaults(
    object({ ...judged, stop_signal: defaulted('stop_signal', string, '</finished>') }, rest),
  ),
} satisfies Record<string, Codec<BaseCriterion>>

/** A number is short for `{ threshold }`. */
export const adkCriterion: Codec<BaseCriterion> = {
  read: (value, reading) => {
    if (typeof value === 'boolean' || numberOf(value) !== undefined) {
      return kinds.base.read({ threshold: value }, reading)
    }
    if (isObject(value)) return kinds.base.read(value, reading)
    return report(reading, (place) =>
      message('{place}: expected a threshold or an object with one, got {actual}', {
        place,
        actual: valueExcerpt(value),
      }),
    )
  },
  write: (criterion) => criterion,
}
