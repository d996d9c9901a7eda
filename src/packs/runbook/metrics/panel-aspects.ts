import { type InstructionLanguage, EvalError, message } from '../../../core/index.ts'

/** One text for both languages, or one for each. */
export type PanelWords = string | { readonly [Language in InstructionLanguage]: string }

/**
 * Describes one thing that a panel scores from 0 to 100.
 *
 * @example
 * const warmth: Aspect = {
 *   id: 'warmth',
 *   name: { en: 'Warmth', ja: '温かさ' },
 *   question: 'Does the answer take the customer seriously?',
 *   anchors: { 100: 'warm and specific', 50: 'polite and general', 0: 'curt or rude' },
 * }
 */
export type Aspect = {
  readonly id: string
  /** The name in reports and in the question to the judge. */
  readonly name: PanelWords
  readonly question: PanelWords
  /** Descriptions of what 100, 50 and 0 points mean. */
  readonly anchors: { readonly 100: PanelWords; readonly 50: PanelWords; readonly 0: PanelWords }
  /** Weight in the mean, above 0 (default 1). */
  readonly weight?: number
  /** The aspect does not apply to an answer that rightly refuses; see `strict`. */
  readonly notOfRefusals?: boolean
}

export function inWords(words: PanelWords, language: InstructionLanguage): string {
  return typeof words === 'string' ? words : words[language]
}

/**
 * Rejects a panel that no judge could fill: one without aspects, with two of the same name or id, or with a weight that
 * is not above 0.
 *
 * @throws {EvalError} `config`
 */
export function assertAspects(panel: string, aspects: readonly Aspect[]): void {
  const languages = ['en', 'ja'] as const
  const keys = [
    aspects.map(({ id }) => id),
    ...languages.map((language) => aspects.map(({ name }) => inWords(name, language))),
  ]
  const twice = keys.flatMap((names) =>
    names.filter((name, index) => name.trim() === '' || names.indexOf(name) !== index),
  )[0]
  if (aspects.length === 0) throw new EvalError('config', message('The panel {panel} has no aspects', { panel }))
  if (twice !== undefined) {
    throw new EvalError(
      'config',
      message('The panel {panel} has two aspects with the name "{name}"', { panel, name: twice }),
      {
        hint: message('Each needs an id and a name of its own, in every language.'),
      },
    )
  }
  const weightless = aspects.find(({ weight = 1 }) => !(weight > 0 && Number.isFinite(weight)))
  if (weightless === undefined) return
  const { id } = weightless
  throw new EvalError('config', message('The panel {panel} gives {id} a weight that is not above 0', { panel, id }))
}
