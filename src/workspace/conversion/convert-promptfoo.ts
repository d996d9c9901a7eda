import { basename, dirname } from 'node:path'
import { isObject } from '../../core/basics/is-object.ts'
import { type JsonObject, type JsonPath, type Message, message } from '../../core/index.ts'
import { codeText } from './code-text.ts'
import { helpersText } from './eval-helpers.ts'
import { type Converted, convertAssertion, weighed } from './promptfoo-assertion.ts'
import { type CodeFiles, codeFiles } from './promptfoo-code.ts'
import { toldBy } from './promptfoo-messages.ts'
import { type PromptfooConfig, promptfooFields, readPromptfooConfig } from './promptfoo-config.ts'
import { filesBeside } from './promptfoo-files.ts'
import { LossesByKind } from './promptfoo-losses.ts'
import { type PromptfooPlaces, placesIn } from './promptfoo-places.ts'
import type { PromptfooPrompt } from './promptfoo-prompts.ts'
import { filledVariables, fillPrompt } from './promptfoo-template.ts'

type Conversion = {
  readonly file: string
  readonly cwd: string
  /** Where the evaluation will be written; imports of the config's code are relative to it. */
  readonly output: string | undefined
  readonly lineOf?: ((path: JsonPath) => number | undefined) | undefined
}

/**
 * A config of promptfoo as an evaluation in code, one for each prompt. `lost` names what has no counterpart, with its tests.
 *
 * @throws {EvalError} `format` with the file
 */
export async function convertPromptfoo(document: JsonObject, { file, cwd, output, lineOf }: Conversion) {
  const lost: Message[] = []
  const beside = filesBeside(file, cwd)
  const files = codeFiles(beside.named, output === undefined ? cwd : dirname(output))
  const places = placesIn()
  places.add(document, file, lineOf)
  const config = await readPromptfooConfig(document, { file, files: beside, places, lost: (loss) => lost.push(loss) })
  const losses = new LossesByKind()
  const written = config.prompts
    .map((prompt) => ({ prompt: prompt.name, ...evaluationOf(prompt, config, { files, losses, places }) }))
    .filter(({ cases }) => cases.length > 0)
  const judges = written.some((one) => one.hasReference)
  const name = config.description ?? basename(file).replace(/\.\w+$/, '')
  const evaluations = written.map((one, at) => exported(name, one, { at, of: written.length })).join('\n')
  const text = [
    `// Converted from ${basename(file)} of promptfoo.`,
    `import { evaluation } from 'shinsa/testing'`,
    ...(judges ? [`import { finalResponseMatch } from 'shinsa/metrics'`] : []),
    ...files.imports(),
    helpersText(evaluations),
    evaluations,
  ].join('\n')
  const idle = idleKeys(document, (key) => lineOf?.([key]), basename(file))
  return { text, lost: [...lost, ...losses.messages(), ...idle, ...agentLoss(config)] }
}

/** Returns the settings that change what is measured or where results go; the others only say how promptfoo runs. */
function idleKeys(document: JsonObject, lineOf: (key: string) => number | undefined, file: string): readonly Message[] {
  const idle = [
    'derivedMetrics',
    'redteam',
    'extensions',
    'nunjucksFilters',
    'outputPath',
    'evaluateOptions',
    'tracing',
  ]
  return idle
    .filter((key) => key in document)
    .map((key) => {
      const line = lineOf(key)
      return message('{key} of the config is left out', { key: line === undefined ? key : `${key} (${file}:${line})` })
    })
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

type ConvertPromptfooText = { readonly cases: readonly string[]; readonly hasReference: boolean }

function exported(
  name: string,
  { prompt, cases, hasReference }: ConvertPromptfooText & { readonly prompt: string },
  { at, of }: { readonly at: number; readonly of: number },
): string {
  const called = codeText(of === 1 ? name : `${name}: ${prompt}`)
  const metrics = hasReference ? '  metrics: [finalResponseMatch()],\n' : ''
  const begin = of === 1 ? 'export default' : `export const prompt${at + 1} =`
  return `${begin} evaluation(${called}, {\n${metrics}  cases: [\n${cases.join('')}  ],\n})\n`
}

type Lose = (kind: Parameters<LossesByKind['add']>[0], what: string, from?: JsonObject) => void

function evaluationOf(
  prompt: PromptfooPrompt,
  { tests, env }: PromptfooConfig,
  {
    files,
    losses,
    places,
  }: { readonly files: CodeFiles; readonly losses: LossesByKind; readonly places: PromptfooPlaces },
): ConvertPromptfooText {
  const made = tests.flatMap((variants, index) =>
    variants.flatMap((test, at) => {
      if (!isFor(prompt, test['prompts'])) return []
      const id = variants.length === 1 ? `test-${index + 1}` : `test-${index + 1}-${at + 1}`
      const lose: Lose = (kind, what, from = test) =>
        losses.add(kind, what, { id, place: () => places.of(from) ?? places.of(test) })
      return caseOf(test, { id, prompt, env, files, lose })
    }),
  )
  return { cases: made.map(({ text }) => text), hasReference: made.some(({ hasReference }) => hasReference) }
}

/** A test may name by their labels the prompts that it is for. */
function isFor({ name, text }: PromptfooPrompt, wanted: unknown): boolean {
  const labels = (Array.isArray(wanted) ? wanted : [wanted]).filter((one) => typeof one === 'string')
  if (labels.length === 0) return true
  return labels.some((label) =>
    label.endsWith('*')
      ? name.startsWith(label.slice(0, -1))
      : [name, text].includes(label) || name.startsWith(`${label}:`),
  )
}

const testKeys = new Set(['vars', 'assert', 'options', 'description', 'threshold', 'metadata', 'prompts'])
const testOptions = new Set([
  'prefix',
  'suffix',
  'transform',
  'postprocess',
  'disableVarExpansion',
  'disableDefaultAsserts',
])

const assertionKeys = new Set(['type', 'value', 'threshold', 'weight', 'metric', 'transform', 'config', 'assert'])

type ConvertPromptfooContext = {
  readonly id: string
  readonly prompt: PromptfooPrompt
  readonly env: JsonObject
  readonly files: CodeFiles
  readonly lose: Lose
}

function caseOf(test: JsonObject, context: ConvertPromptfooContext) {
  const { id, env, lose } = context
  const vars = filledVariables(promptfooFields(test['vars']), env)
  for (const value of Object.values(vars))
    for (const one of fillPrompt(String(value), { env, ...vars }).logic) lose('template', one)
  for (const key of Object.keys(test)) if (!testKeys.has(key)) lose('setting', key)
  for (const key of Object.keys(promptfooFields(test['options'])))
    if (!testOptions.has(key)) lose('setting', `options.${key}`)
  const { checks, rubrics, references } = assertionsOf(test, { env, ...vars }, context)
  const description = typeof test['description'] === 'string' ? { description: test['description'] } : {}
  const metadata = { ...description, ...promptfooFields(test['metadata']), ...vars }
  const fields = [
    `id: ${codeText(id)}`,
    `ask: ${codeText(asked(test, vars, context))}`,
    ...(references.length === 0 ? [] : [`answer: ${codeText(references.length === 1 ? references[0] : references)}`]),
    ...(Object.keys(metadata).length === 0 ? [] : [`metadata: ${codeText(metadata)}`]),
    ...(rubrics.length === 0 ? [] : [`rubric: ${codeText(rubrics)}`]),
    ...(checks.length === 0 ? [] : [`check: {\n${checks.map(checkText).join('')}      }`]),
  ]
  return {
    text: `    {\n${fields.map((field) => `      ${field},\n`).join('')}    },\n`,
    hasReference: references.length > 0,
  }
}

function checkText([name, expression]: readonly [string, string]): string {
  const heard = expression.includes('context.') ? 'output, context' : 'output'
  const async = expression.includes('await ') ? 'async ' : ''
  return `        ${codeText(name)}: ${async}(${heard}) => ${expression},\n`
}

/** Returns what the agent is asked: the prompt with its variables, or the variables' values where there is no prompt. */
function asked(
  test: JsonObject,
  vars: JsonObject,
  { prompt, env, lose }: ConvertPromptfooContext,
): string | readonly string[] {
  const { prefix = '', suffix = '' } = promptfooFields(test['options'])
  if (prompt.text === undefined) {
    const values = Object.values(vars)
    return values.length === 1 ? String(values[0]) : codeText(vars)
  }
  const { turns, lost, logic } = toldBy(`${String(prefix)}${prompt.text}${String(suffix)}`, { env, ...vars })
  for (const one of logic) lose('template', one)
  for (const one of lost) lose('message', one)
  const [only = '', ...others] = turns
  return others.length === 0 ? only : turns
}

function assertionsOf(test: JsonObject, vars: JsonObject, { files, lose }: ConvertPromptfooContext) {
  const { threshold } = test
  const options = promptfooFields(test['options'])
  const transform = options['transform'] ?? options['postprocess']
  const assertions = Array.isArray(test['assert']) ? test['assert'].filter(isObject) : []
  const converted = assertions.map((assertion): Converted => {
    const one = convertAssertion(assertion, { vars, files, transform })
    if (one.kind === 'lost') lose('assertion', one.type, assertion)
    else
      for (const key of Object.keys(assertion)) if (!assertionKeys.has(key)) lose('setting', `assert.${key}`, assertion)
    if ((one.kind === 'rubric' || one.kind === 'reference') && one.hasThreshold) lose('graded', '', assertion)
    if (one.kind === 'check' && one.weight === 0 && typeof threshold !== 'number') lose('shown', one.name, assertion)
    return one
  })
  const checks = converted.flatMap((one) => (one.kind === 'check' ? [one] : []))
  const rubrics = converted.flatMap((one): readonly RubricText[] => {
    if (one.kind !== 'rubric') return []
    return one.texts.map((property) => (one.metric === undefined ? property : { id: one.metric, property }))
  })
  const references = converted.flatMap((one) => (one.kind === 'reference' ? one.texts : []))
  if (typeof threshold !== 'number') {
    return { checks: byName(checks.filter(({ weight }) => weight > 0)), rubrics: ownIds(rubrics), references }
  }
  if (checks.length < converted.length) lose('threshold', String(threshold))
  const share: readonly (readonly [string, string])[] =
    checks.length === 0 ? [] : [[`threshold: ${threshold}`, weighed(checks, threshold).expression]]
  return { checks: share, rubrics: ownIds(rubrics), references }
}

type RubricText = string | { readonly id: string; readonly property: string }

function ownIds(rubrics: readonly RubricText[]): readonly RubricText[] {
  const ids = rubrics.flatMap((one) => (typeof one === 'string' ? [] : [one.id]))
  return rubrics.map((one) =>
    typeof one === 'string' || ids.indexOf(one.id) === ids.lastIndexOf(one.id) ? one : one.property,
  )
}

/** Gives each check a name of its own. */
function byName(checks: readonly Extract<Converted, { kind: 'check' }>[]): readonly (readonly [string, string])[] {
  const seen = new Map<string, number>()
  return checks.map(({ name, expression }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return [count === 1 ? name : `${name} (${count})`, expression] as const
  })
}
