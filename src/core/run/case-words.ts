import type { EvalCase } from '../eval-case.ts'
import { type Invocation, responseTextOf, textOf } from '../invocation.ts'

/** A text found in a case: the field that contains it and that field's text. */
export type CaseWords = { readonly where: 'id' | 'question' | 'answer'; readonly text: string }

type SpokenCase = { readonly evalCase: EvalCase; readonly invocations: readonly Invocation[] }

/** Returns the first field of a case that contains a text: its id, a question or an answer. Case is ignored. */
export function wordsOfCase({ evalCase, invocations }: SpokenCase, text: string): CaseWords | undefined {
  const sought = text.toLowerCase()
  const asked = invocations.length > 0 ? invocations : (evalCase.conversation ?? [])
  const all: readonly CaseWords[] = [
    { where: 'id', text: evalCase.id },
    ...asked.map(({ userContent }) => ({ where: 'question' as const, text: textOf(userContent) ?? '' })),
    ...invocations.map((invocation) => ({ where: 'answer' as const, text: responseTextOf(invocation) ?? '' })),
  ]
  return all.find((words) => words.text.toLowerCase().includes(sought))
}
