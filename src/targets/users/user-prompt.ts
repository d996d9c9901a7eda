import {
  type InstructionLanguage,
  type Invocation,
  type Persona,
  type Scenario,
  EvalError,
  message,
} from '../../core/index.ts'
import type { ModelRequest } from '../../models/language-model.ts'
import { behaviorHeadings, simulatedUserInstructions, simulatedUserRequests } from '../instructions/simulated-user.ts'
import { historyText, speechesOf } from './conversation-history.ts'
import { fenced } from './fence.ts'
import { personaFor } from './personas.ts'

export type UserPromptOptions = {
  /**
   * Instead of ours: a template with `{{ stop_signal }}`, `{{ conversation_plan }}`, `{{ conversation_history }}` and, for
   * scenarios with a persona, `{{ persona }}` or `{{ persona.id }}`, `{{ persona.description }}`, `{{ persona.behaviors }}`.
   */
  readonly customInstructions?: string
  /** Shows the user's model the agent's tool calls, which real users do not see. */
  readonly includeFunctionCalls?: boolean
  readonly stopSignal: string
  readonly language: InstructionLanguage
}

/** @throws {EvalError} `config` for custom instructions that cannot be filled in or lack a placeholder */
export function checkInstructions({ customInstructions, ...options }: UserPromptOptions): void {
  if (customInstructions === undefined) return
  fillPlaceholders(customInstructions, valuesFor({ startingPrompt: '', plan: '' }, [], options))
  const used = placeholdersIn(customInstructions)
  for (const name of ['stop_signal', 'conversation_plan', 'conversation_history']) {
    if (used.includes(name)) continue
    throw new EvalError(
      'config',
      message('the instructions for the simulated user never use {placeholder}', { placeholder: `{{ ${name} }}` }),
    )
  }
}

export function userPrompt(
  scenario: Scenario,
  history: readonly Invocation[],
  options: UserPromptOptions,
): Pick<ModelRequest, 'system' | 'messages'> {
  const { customInstructions, language } = options
  const values = valuesFor(scenario, history, options)
  if (customInstructions === undefined) {
    return {
      system: fillPlaceholders(simulatedUserInstructions[language].text, values),
      messages: [{ role: 'user', text: fillPlaceholders(simulatedUserRequests[language], values) }],
    }
  }
  if (scenario.persona !== undefined) refuseUnusedPersona(customInstructions)
  return { messages: [{ role: 'user', text: fillPlaceholders(customInstructions, values) }] }
}

function valuesFor(
  scenario: Scenario,
  history: readonly Invocation[],
  { stopSignal, language, includeFunctionCalls }: Omit<UserPromptOptions, 'customInstructions'>,
): PlaceholderValues {
  const neutralise = (line: string) => indented(withoutSignal(shortened(line), stopSignal))
  const conversation = historyText(speechesOf(history), { functionCalls: includeFunctionCalls, neutralise })
  return {
    stop_signal: stopSignal,
    conversation_plan: scenario.plan,
    conversation_history: fenced(conversation, 'conversation'),
    persona: personaValues(personaFor(scenario, language), stopSignal, language),
  }
}

function personaValues(persona: Persona, stopSignal: string, language: InstructionLanguage): PlaceholderValues {
  // A persona may come from a dataset, where other braces are plain text.
  const fill = (text: string) => text.replaceAll(/\{\{\s*stop_signal\s*\}\}/g, () => stopSignal)
  const description = fill(persona.description)
  const behaviors = fill(persona.behaviors.map((each) => behaviorText(each, language)).join('\n'))
  return { text: `${description}\n\n${behaviors}`, id: persona.id, description, behaviors }
}

function behaviorText(behavior: Persona['behaviors'][number], language: InstructionLanguage): string {
  const { do: toDo, avoid } = behaviorHeadings[language]
  return [
    `* ${behavior.name}: ${behavior.description}`,
    ...bullets(toDo, behavior.instructions),
    ...bullets(avoid, behavior.violations),
  ].join('\n')
}

function bullets(heading: string, points: readonly string[]): readonly string[] {
  return points.length === 0 ? [] : [`  ${heading}:`, ...points.map((point) => `  - ${point}`)]
}

/** Removes the stop signal in any case, and any signal that its removal would create. */
export function withoutSignal(text: string, stopSignal: string): string {
  const literal = stopSignal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const signal = new RegExp(`[ \\t]?${literal}`, 'giu')
  let rest = text
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replaceAll(signal, '')
  }
  return rest
}

// A very long answer of the agent would make every later turn expensive.
const longestLine = 20_000

function shortened(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).toWellFormed()} […]`
}

// Indented, because a line "user: …" by the agent would look like the user's words.
function indented(line: string): string {
  return line.replaceAll(/\r\n?|[\n\u2028\u2029]/g, '\n  ')
}

/** @throws {EvalError} `format` for custom instructions without a placeholder for the scenario's persona */
export function refuseUnusedPersona(customInstructions: string): void {
  if (placeholdersIn(customInstructions).some((name) => /^persona(\.|$)/.test(name))) return
  throw new EvalError(
    'format',
    message('the scenario has a persona, and the instructions for the simulated user never use {placeholder}', {
      placeholder: '{{ persona }}',
    }),
    { hint: message('Put it into custom_instructions where the model is told who it is.') },
  )
}

/** Values by the name of their placeholder. A group has further names, as in `persona.description`. */
type PlaceholderValues = { readonly [name: string]: string | PlaceholderValues }

/**
 * Fills `{{ name }}` in a template once, so placeholders in a value stay. Templates support nothing else. The name of a
 * group alone means its field `text`.
 *
 * @throws {EvalError} `config` for an unknown name, and for anything that would be code
 */
export function fillPlaceholders(template: string, values: PlaceholderValues): string {
  const code = /\{%(?:(?!\{%)[^])*?%\}|\{#(?:(?!\{#)[^])*?#\}/.exec(template)
  if (code !== null) throw notSupported(code[0], values)
  return template.replaceAll(/\{\{((?:(?!\{\{)[^])*?)\}\}/g, (placeholder: string, path: string) => {
    const value = valueAt(values, path.trim())
    if (value === undefined) throw notSupported(placeholder, values)
    return value
  })
}

function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(/\{\{((?:(?!\{\{)[^])*?)\}\}/g)].map(([, path = '']) => path.trim())
}

function valueAt(values: PlaceholderValues, path: string): string | undefined {
  let value: string | PlaceholderValues | undefined = values
  for (const name of path.split('.')) {
    value = typeof value === 'object' && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return typeof value === 'object' ? valueAt(value, 'text') : value
}

function notSupported(placeholder: string, values: PlaceholderValues): EvalError {
  return new EvalError('config', message('a template cannot have {placeholder} in it', { placeholder }), {
    hint: message('There is: {known}', { known: namesOf(values).join(', ') }),
  })
}

function namesOf(values: PlaceholderValues, before = ''): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value === 'string') return name === 'text' && before !== '' ? [] : `{{ ${before}${name} }}`
    return [`{{ ${before}${name} }}`, ...namesOf(value, `${before}${name}.`)]
  })
}
