import type { Message } from '../../../src/core/basics/message.ts'
import { useWords } from '../words/language.tsx'

type SentencesProps = {
  readonly of: readonly Message[]
  readonly label?: string
  readonly className?: string
}

/** Messages of the server, one per line. */
export function Sentences({ of, label, className }: SentencesProps) {
  const { say } = useWords()
  if (of.length === 0) return null
  return (
    <ul className={className} aria-label={label}>
      {of.map((sentence) => (
        <li key={say(sentence)} className="foreign">
          {say(sentence)}
        </li>
      ))}
    </ul>
  )
}

type ProblemProps = { readonly of: { readonly sentence: Message; readonly hint?: Message | undefined } }

/** A problem and what to do about it. */
export function ProblemText({ of: { sentence, hint } }: ProblemProps) {
  const { say } = useWords()
  return (
    <>
      <p className="foreign">{say(sentence)}</p>
      {hint !== undefined && <p className="soft foreign">{say(hint)}</p>}
    </>
  )
}
