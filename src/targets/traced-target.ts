import { EvalError, message, textOf, type EvalCase, type Failure, type Invocation, type Target } from '../core/index.ts'
import { replay } from './replay.ts'

export type TracedExchanges = {
  readonly id: string
  /** Names by which a case can refer to it: its own, and the case's name if the spans contain it. */
  readonly names: readonly string[]
  readonly invocations: readonly Invocation[]
  readonly failure?: Failure
}

type TracedTargetOptions = {
  readonly name: string
  readonly conversations: readonly TracedExchanges[]
}

/**
 * Makes a target of an agent's traces. A case gets the conversation with its id, or one with exactly the same user
 * messages, of which any may be the right one. Several traces of one id are used in turn, starting over at the end.
 */
export function tracedTarget({ name, conversations }: TracedTargetOptions): Target {
  const byName = grouped(conversations, ({ names }) => names)
  const byWords = grouped(conversations, ({ invocations }) => [wordsOf(invocations)])
  return {
    name,
    continues: true,
    recorded: true,
    recordedTurns: async () => conversations.reduce((turns, { invocations }) => turns + invocations.length, 0),
    async open(evalCase, { signal, history = [], repeat = 0 }) {
      signal.throwIfAborted()
      const named = byName.get(evalCase.id) ?? []
      const found = named[repeat % Math.max(1, named.length)] ?? sameWords(evalCase, byWords)
      return replay(evalCase, { ...found, invocations: found.invocations.slice(history.length) })
    },
  }
}

function grouped(
  conversations: readonly TracedExchanges[],
  keysOf: (conversation: TracedExchanges) => readonly string[],
): ReadonlyMap<string, readonly TracedExchanges[]> {
  const groups = new Map<string, TracedExchanges[]>()
  for (const conversation of conversations) {
    for (const key of new Set(keysOf(conversation))) groups.set(key, [...(groups.get(key) ?? []), conversation])
  }
  return groups
}

function sameWords(evalCase: EvalCase, byWords: ReadonlyMap<string, readonly TracedExchanges[]>): TracedExchanges {
  const [first, ...others] =
    evalCase.conversation === undefined ? [] : (byWords.get(wordsOf(evalCase.conversation)) ?? [])
  if (first === undefined) throw notTraced(evalCase)
  if (others.length > 0) throw notTold(evalCase, [first, ...others])
  return first
}

function wordsOf(invocations: readonly Invocation[]): string {
  const words = invocations.map(({ userContent }) =>
    (textOf(userContent) ?? '').normalize('NFC').trim().replace(/\s+/g, ' '),
  )
  return JSON.stringify(words)
}

// A missing trace is not the agent's fault, so the case is not evaluated.
function notTraced({ id }: EvalCase): EvalError {
  return new EvalError(
    'environment',
    message('No traced conversation has the id of case {case}, and in none the user says the same', { case: id }),
    {
      hint: message(
        'Spans may name their case: OTEL_RESOURCE_ATTRIBUTES=shinsa.case.id={case}. `shinsa convert TRACES --to case-lines` makes cases that fit.',
        { case: id },
      ),
    },
  )
}

const shown = 5

function notTold({ id }: EvalCase, found: readonly TracedExchanges[]): EvalError {
  const ids = found.slice(0, shown).map((one) => one.id)
  return new EvalError(
    'environment',
    message('In {n} traced conversations the user says the same as in case {case}: {ids}', {
      n: found.length,
      case: id,
      ids: [...ids, ...(found.length > shown ? ['…'] : [])].join(', '),
    }),
    { hint: message('Give the case the id of the one that is meant.') },
  )
}
