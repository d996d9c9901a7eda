import { type Message, message } from '../../core/index.ts'

/** A remark about a row for the user; each kind is printed once with the number of affected cases. */
export type RowNote = keyof typeof sentences

const sentences = {
  system: (n: number) =>
    message('{n} {n|case|cases}: what system messages say stands before the question, since the agent has its own', {
      n,
    }),
  between: (n: number) =>
    message(
      '{n} {n|case|cases}: answers between the questions are kept in "prompt_messages" and not expected, the agent gives its own',
      { n },
    ),
  begun: (n: number) =>
    message('{n} {n|case|cases}: the answer that the prompt ends with is kept in "prompt_messages" and not said', {
      n,
    }),
  history: (n: number) =>
    message(
      '{n} {n|case|cases}: what was said before the question is said in turns before it; the answers there are not expected, the agent gives its own',
      { n },
    ),
  expectations: (n: number) =>
    message('{n} {n|case|cases}: facts and guidelines that are expected are kept as metadata and not scored', { n }),
  historyUnread: (n: number) =>
    message('{n} {n|case|cases}: what was said before cannot be read and is not said, so the question is asked alone', {
      n,
    }),
  tools: (n: number) =>
    message('{n} {n|case|cases}: calls and results of tools in the prompt are kept in "prompt_messages" and not said', {
      n,
    }),
  media: (n: number) =>
    message('{n} {n|case|cases}: pictures and files that lie elsewhere are named and not sent', { n }),
  choices: (n: number) =>
    message('{n} {n|case|cases}: the choices stand below the question, and a letter or its text is a right answer', {
      n,
    }),
  noChoice: (n: number) =>
    message('{n} {n|case|cases}: the choices are kept as metadata, since what is expected is none of them', { n }),
  sandbox: (n: number) =>
    message('{n} {n|case|cases}: files, setup and sandbox are kept as metadata and not carried out', { n }),
  callDetails: (n: number) => message('{n} {n|case|cases}: of expected tools the names and arguments are kept', { n }),
  guessed: (n: number) =>
    message('{n} {n|case|cases}: which fields are asked and expected was told from their names', { n }),
  object: (n: number) =>
    message(
      '{n} {n|case|cases}: what is expected is an object, and its JSON text is the right answer; what its keys mean is not carried out',
      { n },
    ),
  onlyField: (n: number) =>
    message(
      '{n} {n|case|cases}: what is asked is the only field of an object, and what is expected is that of another where there is one',
      { n },
    ),
  askedInJson: (n: number) =>
    message('{n} {n|case|cases}: what is asked is an object or a list, and the agent is sent its JSON text', { n }),
  outcome: (n: number) => message('{n} {n|case|cases}: the expected outcome is a rubric, which needs a judge', { n }),
  opening: (n: number) =>
    message('{n} {n|case|cases}: the scenario says no first message, so the simulated user begins with its text', {
      n,
    }),
  voice: (n: number) =>
    message('{n} {n|case|cases}: how the simulated caller sounds is left out, users write here', { n }),
} satisfies Readonly<Record<string, (n: number) => Message>>

export function noteMessages(counts: ReadonlyMap<RowNote, number>): readonly Message[] {
  return [...counts].map(([note, n]) => sentences[note](n))
}

/** Reports how many items were left out because they are archived in their store. */
export function archivedMessages(n: number): readonly Message[] {
  return n === 0 ? [] : [message('{n} {n|item is|items are} archived and left out', { n })]
}
