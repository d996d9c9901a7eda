import { type HumanLabel, saysSomething } from '../../../../src/core/run/human-label.ts'
import { labelAuthor } from './label-list.tsx'
import { RatingText } from './revealed.tsx'
import { factLine, formatted, say } from '../../words/say.ts'

/** People's verdicts on the result, newest last. */
export function SaidList({ name, said }: { readonly name: string; readonly said: readonly HumanLabel[] }) {
  if (said.length === 0) return null
  return (
    <ul className="stack" aria-label={name}>
      {said.map((label) => (
        <li key={[label.metric, label.aspect, label.by, label.at].join('/')} className="row">
          {saysSomething(label) ? <RatingText rating={label} /> : <b className="small">{say('Note')}</b>}
          <span className="soft small foreign">
            {factLine([
              labelAuthor(label),
              label.metric ?? say('The whole result'),
              label.aspect,
              formatted.dateTime(label.at),
            ])}
          </span>
          {label.settles === true && <span className="badge">{say('Settled')}</span>}
          {label.comment !== undefined && <span className="foreign">{label.comment}</span>}
          {label.corrected !== undefined && (
            <span className="foreign">
              {say('Corrected answer')}: {label.corrected}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
