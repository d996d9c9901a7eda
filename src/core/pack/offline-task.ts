import type { InstructionLanguage } from '../judge.ts'
import type { Message } from '../basics/message.ts'

/** The result of code without a language model: a value, or why there is none. `looked` is kept in the reply. */
export type Finding<Value> =
  | { readonly value: Value; readonly looked?: unknown }
  | { readonly abstained: Message; readonly looked?: unknown }

/** Answers the questions of one task without a language model, from the question's subject. */
export type OfflineTask = (subject: unknown, language: InstructionLanguage) => Promise<Finding<unknown>>
