import type { Message } from '../../../src/core/basics/message.ts'
import { sayFirst as say } from '../words/say.ts'

type SentencesProps = {
  readonly of: readonly Message[]
  readonly label?: string
  readonly className?: string
}

/** Messages of the server, one per line. */
export function Sentences({ of, label, className }: SentencesProps) {
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
