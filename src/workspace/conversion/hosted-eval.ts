import { isObject } from '../../core/basics/is-object.ts'
import { type JsonObject, EvalError, type Message, message } from '../../core/index.ts'
import { hostedDefinitions } from '../../formats/detect-format.ts'

type HostedEvalCriterion = Readonly<Record<string, unknown>> & { readonly threshold: number }

/** Converts the graders of an evaluation hosted by OpenAI or Foundry to criteria, and names each grader that has no counterpart. */
export function hostedEval(document: unknown): HostedEval | undefined {
  const [definition, ...others] = hostedDefinitions(document)
  if (definition === undefined) return undefined
  if (others.length > 0) {
    throw new EvalError('format', message('this list defines {count} evaluations', { count: others.length + 1 }), {
      hint: message('Each has criteria of its own. Keep one in the file.'),
    })
  }
  const criteria: Record<string, HostedEvalCriterion> = {}
  const notes: Message[] = []
  for (const grader of (definition['testing_criteria'] as unknown[]).flatMap((one) => gradersIn(one, notes))) {
    const found = criterionOf(grader)
    const before = found && criteria[found.metric]
    if (found === undefined) notes.push(without(grader))
    else if (before === undefined) criteria[found.metric] = found.criterion
    else if (found.metric === rubricMetric)
      criteria[found.metric] = { ...before, rubrics: [before['rubrics'], found.criterion['rubrics']].flat() }
    else
      notes.push(
        message('the grader {name} is left out: {metric} is there once already', {
          name: nameOf(grader),
          metric: found.metric,
        }),
      )
    if (found !== undefined) notes.push(...notesOf(grader, found.metric))
  }
  return { criteria, notes }
}

export type HostedEval = {
  readonly criteria: Readonly<Record<string, HostedEvalCriterion>>
  readonly notes: readonly Message[]
}
type HostedEvalMatch = { readonly metric: string; readonly criterion: HostedEvalCriterion }

const rubricMetric = 'rubric_based_final_response_quality_v1'

/** A grader that combines others is replaced by these. */
function gradersIn(one: unknown, notes: Message[]): readonly JsonObject[] {
  if (!isObject(one)) return []
  if (one['type'] !== 'multi' || !isObject(one['graders'])) return [one]
  notes.push(
    message('{name}: its graders count each for itself, {formula} is left out', {
      name: nameOf(one),
      formula: text(one['calculate_output']),
    }),
  )
  const named = 'type' in one['graders'] ? [['', one['graders']] as const] : Object.entries(one['graders'])
  return named.filter(([, each]) => isObject(each)).map(([name, each]) => ({ name, ...(each as JsonObject) }))
}

function criterionOf(grader: JsonObject): HostedEvalMatch | undefined {
  switch (grader['type']) {
    case 'string_check':
      return stringCheck(grader)
    case 'text_similarity': {
      const metric = similarities[text(grader['evaluation_metric'])]
      return metric === undefined || !isAboutAnswer(grader)
        ? undefined
        : {
            metric,
            criterion: { threshold: typeof grader['pass_threshold'] === 'number' ? grader['pass_threshold'] : 1 },
          }
    }
    case 'score_model':
    case 'label_model':
      return { metric: rubricMetric, criterion: { threshold: 1, rubrics: [rubricOf(grader)] } }
    default:
      return undefined
  }
}

const similarities: Readonly<Record<string, string>> = {
  fuzzy_match: 'edit_similarity',
  rouge_1: 'response_match_score',
  rouge_l: 'rouge_l',
}

function stringCheck(grader: JsonObject): HostedEvalMatch | undefined {
  const operation = text(grader['operation'])
  const metric = operation === 'eq' ? 'exact_match' : /^i?like$/.test(operation) ? 'contains' : undefined
  if (metric === undefined || !isAboutAnswer(grader)) return undefined
  const reference = text(grader['reference'])
  const fixed = columnIn(reference) === undefined && { text: reference }
  if (fixed && reference.includes('{{')) return undefined
  return { metric, criterion: { threshold: 1, ...fixed, ...(operation === 'ilike' && { ignore_case: true }) } }
}

function isAboutAnswer({ input }: JsonObject): boolean {
  return /^\s*\{\{\s*sample\.output_text\s*\}\}\s*$/.test(text(input))
}

function columnIn(given: string): string | undefined {
  return /^\s*\{\{\s*item\.([\w.]+)\s*\}\}\s*$/.exec(given)?.[1]
}

function rubricOf(grader: JsonObject) {
  const said = (Array.isArray(grader['input']) ? (grader['input'] as unknown[]) : []).flatMap((one) =>
    isObject(one) ? [contentOf(one['content'])] : [],
  )
  const labels = Array.isArray(grader['passing_labels'])
    ? (grader['passing_labels'] as unknown[]).map(text).join(', ')
    : ''
  const passes = labels === '' ? '' : `\n\nIt passes with the label: ${labels}`
  return { rubric_id: nameOf(grader), rubric_content: { text_property: `${said.join('\n\n')}${passes}` } }
}

function contentOf(content: unknown): string {
  return [content]
    .flat()
    .map((part) => (isObject(part) ? text(part['text']) : text(part)))
    .join('\n')
}

function notesOf(grader: JsonObject, metric: string): readonly Message[] {
  const name = nameOf(grader)
  if (metric === rubricMetric)
    return [
      message(
        'the prompt of {name} is a rubric now, which holds or does not: its scale, its model and what stands in {braces} need a look',
        { name, braces: '{{ }}' },
      ),
    ]
  const column = columnIn(text(grader['reference']))
  return column === undefined
    ? []
    : [
        message('{name} compares with the column {column}: it has to be what is expected (`columns` in the config)', {
          name,
          column,
        }),
      ]
}

function without(grader: JsonObject): Message {
  const kind = [grader['type'], grader['operation'] ?? grader['evaluation_metric']]
    .filter((part) => part !== undefined)
    .map(text)
    .join(' ')
  return message('the grader {name} ({kind}) has no counterpart: a check in an evaluation in code', {
    name: nameOf(grader),
    kind,
  })
}

function nameOf(grader: JsonObject): string {
  return text(grader['name']) || text(grader['type'])
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
