import type { Instruction, InstructionLanguage } from '../../core/index.ts'

type InLanguages = { readonly [Language in InstructionLanguage]: string }

/**
 * An instruction to a judge in both languages, which say the same. Raise `version` with every change, so that verdicts
 * can be told apart. Labels of evidence are in backticks.
 */
export type InstructionText = InLanguages & {
  readonly id: string
  readonly version: number
  /** Asks for the form of reply that ADK's parser reads, in place of the answer's schema. */
  readonly adkReply?: InLanguages
}

/** Returns the instruction in one language. With `adkReply` it asks for ADK's form of reply, and its id says so. */
export function instruct(
  text: InstructionText,
  language: InstructionLanguage,
  options: { adkReply?: boolean } = {},
): Instruction {
  const { id, version } = text
  if (options.adkReply !== true || text.adkReply === undefined) return { id, version, text: text[language] }
  return { id: `${id}-adk`, version, text: `${text[language]}\n\n${text.adkReply[language]}` }
}
