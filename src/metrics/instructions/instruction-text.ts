import type { Instruction, InstructionLanguage } from '../../core/index.ts'

type InLanguages = { readonly [Language in InstructionLanguage]: string }

/**
 * The words put to a judge. Whoever changes them raises `version`, so that verdicts can be told apart; both languages
 * say the same. Evidence is referred to by its labels, in backticks.
 */
export type InstructionText = InLanguages & {
  readonly id: string
  readonly version: number
  /** The form of reply that ADK's parser reads, asked for in place of the answer's schema. */
  readonly adkReply?: InLanguages
}

/** The instruction in one language; with `adkReply` it ends by asking for ADK's form of reply, and says so in its id. */
export function instruct(
  text: InstructionText,
  language: InstructionLanguage,
  options: { adkReply?: boolean } = {},
): Instruction {
  const { id, version } = text
  if (options.adkReply !== true || text.adkReply === undefined) return { id, version, text: text[language] }
  return { id: `${id}-adk`, version, text: `${text[language]}\n\n${text.adkReply[language]}` }
}
