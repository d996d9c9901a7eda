import { basename } from 'node:path'
import { isObject } from '../../core/basics/is-object.ts'
import type { Message } from '../../core/index.ts'
import { message } from '../../core/index.ts'
import { codeText } from './code-text.ts'
import type { Helper } from './eval-helpers.ts'
import { helpersText } from './eval-helpers.ts'
import type { Converted } from './promptfoo-assertion.ts'
import { convertAssertion, weighed } from './promptfoo-assertion.ts'
import { toldBy } from './promptfoo-messages.ts'
import { readPromptfooConfig } from './promptfoo-config.ts'
import type { PromptfooConfig, PromptfooPrompt } from './promptfoo-config.ts'
import { combinations } from './promptfoo-template.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * A config of promptfoo as an evaluation in code, one for each prompt. `lost` names what has no counterpart, with its tests.
 *
 * @throws {EvalError} `format` with the file
 */
export async function convertPromptfoo(
  document: Fields,
  { file, cwd }: { readonly file: string; readonly cwd: string },
): Promise<{ readonly text: string; readonly lost: readonly Message[] }> {
  const lost: Message[] = []
  const config = await readPromptfooConfig(document, { file, cwd, lost: (loss) => lost.push(loss) })
  const losses = new LossesByKind()
  const written = config.prompts.map((prompt) => evaluationOf(prompt, config.tests, losses))
  const helpers = written.flatMap((one) => one.helpers)
  const judges = written.some((one) => one.hasReference)
  const name = config.description ?? basename(file).replace(/\.\w+$/, '')
  const text = [
    `// Converted from ${basename(file)} of promptfoo.`,
    `import { evaluation } from 'shinsa/testing'`,
    ...(judges ? [`import { finalResponseMatch } from 'shinsa/metrics'`] : []),
    helpersText(helpers),
    ...written.map((one, at) =>
      exported(name, one, { at, of: written.length, prompt: config.prompts[at]?.name ?? '' }),
    ),
  ].join('\n')
  return { text, lost: [...lost, ...losses.messages(), ...idleKeys(document), ...agentLoss(config)] }
}

/** Settings that change what is measured; others are about how promptfoo runs. */
function idleKeys(document: Fields): readonly Message[] {
  return ['derivedMetrics', 'redteam', 'extensions', 'nunjucksFilters']
    .filter((key) => key in document)
    .map((key) => message('{key} of the config is left out', { key }))
}

function agentLoss({ providers }: PromptfooConfig): readonly Message[] {
  const named = providers.filter((one) => one !== '')
  if (named.length === 0) return []
  return [
    message('who is asked is not taken over ({providers}): name the agent with --target', {
      providers: named.join(', '),
    }),
  ]
}

type Written = {
  readonly cases: readonly string[]
  readonly helpers: readonly Helper[]
  readonly hasReference: boolean
}

function exported(
  name: string,
  { cases, hasReference }: Written,
  { at, of, prompt }: { readonly at: number; readonly of: number; readonly prompt: string },
): string {
  const called = codeText(of === 1 ? name : `${name}: ${prompt}`)
  const metrics = hasReference ? '  metrics: [finalResponseMatch()],\n' : ''
  const begin = of === 1 ? 'export default' : `export const prompt${at + 1} =`
  return `${begin} evaluation(${called}, {\n${metrics}  cases: [\n${cases.join('')}  ],\n})\n`
}

function evaluationOf(prompt: PromptfooPrompt, tests: readonly Fields[], losses: LossesByKind): Written {
  const made = tests.flatMap((test, index) => {
    const all = combinations(isObject(test['vars']) ? test['vars'] : {})
    return all.map((vars, at) => {
      const id = all.length === 1 ? `test-${index + 1}` : `test-${index + 1}-${at + 1}`
      return caseOf({ ...test, vars }, { id, prompt, losses })
    })
  })
  return {
    cases: made.map(({ text }) => text),
    helpers: made.flatMap(({ helpers }) => helpers),
    hasReference: made.some(({ hasReference }) => hasReference),
  }
}

const testKeys = new Set(['vars', 'assert', 'options', 'description', 'threshold', 'metadata'])

type Place = { readonly id: string; readonly prompt: PromptfooPrompt; readonly losses: LossesByKind }

function caseOf(test: Fields, { id, prompt, losses }: Place) {
  const vars = isObject(test['vars']) ? test['vars'] : {}
  for (const key of Object.keys(test)) if (!testKeys.has(key)) losses.add('setting', key, id)
  for (const key of Object.keys(isObject(test['options']) ? test['options'] : {})) {
    if (!['prefix', 'suffix', 'transform'].includes(key)) losses.add('setting', `options.${key}`, id)
  }
  const { checks, rubrics, references, helpers } = assertionsOf(test, vars, { id, losses })
  const description = typeof test['description'] === 'string' ? [['description', test['description']] as const] : []
  const metadata = Object.fromEntries([...description, ...Object.entries(vars)])
  const fields = [
    `id: ${codeText(id)}`,
    `ask: ${codeText(asked(test, vars, { id, prompt, losses }))}`,
    ...(references.length === 0 ? [] : [`answer: ${codeText(references.length === 1 ? references[0] : references)}`]),
    ...(Object.keys(metadata).length === 0 ? [] : [`metadata: ${codeText(metadata)}`]),
    ...(rubrics.length === 0 ? [] : [`rubric: ${codeText(rubrics)}`]),
    ...(checks.length === 0 ? [] : [`check: {\n${checks.map(checkText).join('')}      }`]),
  ]
  return {
    text: `    {\n${fields.map((field) => `      ${field},\n`).join('')}    },\n`,
    helpers,
    hasReference: references.length > 0,
  }
}

function checkText([name, expression]: readonly [string, string]): string {
  // The variables are the case's metadata.
  const heard = expression.includes('{ vars }') ? '(output, { evalCase: { metadata: vars } })' : '(output)'
  return `        ${codeText(name)}: ${heard} => ${expression},\n`
}

/** What the agent is told: the prompt with its variables, or what the variables say where there is none. */
function asked(test: Fields, vars: Fields, { id, prompt, losses }: Place): string | readonly string[] {
  const { prefix = '', suffix = '' } = isObject(test['options']) ? test['options'] : {}
  if (prompt.text === undefined) {
    const values = Object.values(vars)
    return values.length === 1 ? String(values[0]) : codeText(vars)
  }
  const { turns, lost, logic } = toldBy(`${String(prefix)}${prompt.text}${String(suffix)}`, vars)
  for (const one of logic) losses.add('template', one, id)
  for (const one of lost) losses.add('message', one, id)
  const [only = '', ...others] = turns
  return others.length === 0 ? only : turns
}

function assertionsOf(test: Fields, vars: Fields, { id, losses }: Pick<Place, 'id' | 'losses'>) {
  const assertions = Array.isArray(test['assert']) ? test['assert'].filter(isObject) : []
  const hasTransform = isObject(test['options']) && 'transform' in test['options']
  const converted = assertions.map((assertion): Converted => {
    const type = typeof assertion['type'] === 'string' ? assertion['type'] : 'equals'
    return hasTransform ? { kind: 'lost', type: `${type} (transform)` } : convertAssertion(assertion, vars)
  })
  for (const one of converted) {
    if (one.kind === 'lost') losses.add('assertion', one.type, id)
    if (one.kind === 'rubric' && one.hasThreshold) losses.add('graded', '', id)
  }
  const checks = converted.flatMap((one) => (one.kind === 'check' ? [one] : []))
  const texts = (kind: 'rubric' | 'reference') =>
    converted.flatMap((one) => (one.kind === kind && 'texts' in one ? one.texts : []))
  const helpers = checks.flatMap((one) => one.helpers)
  const { threshold } = test
  if (typeof threshold !== 'number') {
    const counting = checks.filter(({ weight }) => weight > 0)
    for (const one of checks) if (one.weight === 0) losses.add('shown', one.name, id)
    return { checks: byName(counting), rubrics: texts('rubric'), references: texts('reference'), helpers }
  }
  if (checks.length < converted.length) losses.add('threshold', String(threshold), id)
  const share = checks.length === 0 ? undefined : weighed(checks, threshold)
  return {
    checks: share === undefined ? [] : ([[`threshold: ${threshold}`, share.expression]] as const),
    rubrics: texts('rubric'),
    references: texts('reference'),
    helpers: share?.helpers ?? [],
  }
}

/** Each by a name of its own. */
function byName(checks: readonly Extract<Converted, { kind: 'check' }>[]): readonly (readonly [string, string])[] {
  const seen = new Map<string, number>()
  return checks.map(({ name, expression }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return [count === 1 ? name : `${name} (${count})`, expression] as const
  })
}

type LossKind = 'assertion' | 'shown' | 'setting' | 'graded' | 'template' | 'message' | 'threshold'

/** What was not taken over, each kind of it once with the tests that have it. */
class LossesByKind {
  readonly #found = new Map<string, { readonly kind: LossKind; readonly what: string; readonly ids: Set<string> }>()

  add(kind: LossKind, what: string, id: string): void {
    const key = `${kind} ${what}`
    const found = this.#found.get(key) ?? { kind, what, ids: new Set<string>() }
    found.ids.add(id)
    this.#found.set(key, found)
  }

  messages(): readonly Message[] {
    return [...this.#found.values()].map(({ kind, what, ids }) => lossSentence(kind, what, [...ids]))
  }
}

function lossSentence(kind: LossKind, what: string, ids: readonly string[]): Message {
  const tests = ids.length <= 5 ? ids.join(', ') : `${ids.slice(0, 5).join(', ')} … (${ids.length})`
  switch (kind) {
    case 'assertion':
      return message('the assertion {what} has no counterpart and is left out: {tests}', { what, tests })
    case 'shown':
      return message('{what} has no weight, it is only shown there, and left out: {tests}', { what, tests })
    case 'setting':
      return message('{what} of the test is left out: {tests}', { what, tests })
    case 'graded':
      return message('thresholds of what a judge grades are left out, a rubric holds or does not: {tests}', { tests })
    case 'template':
      return message('{what} in the prompt is not filled in: {tests}', { what, tests })
    case 'message':
      return message('a message of {what} in the prompt is left out, it belongs to the agent: {tests}', { what, tests })
    case 'threshold':
      return message(
        'the threshold {what} counts the checks in code only, what a judge grades has to hold beside it: {tests}',
        {
          what,
          tests,
        },
      )
  }
}
