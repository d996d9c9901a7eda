import { type HumanLabel, saysSomething } from '../../../../src/core/run/human-label.ts'
import { useFormats } from '../../words/formats.ts'
import { useAllWords } from '../../words/language.tsx'
import { RatingText } from './revealed.tsx'

/** People's verdicts on the result, newest last. */
export function SaidList({ name, said }: { readonly name: string; readonly said: readonly HumanLabel[] }) {
  const { say } = useAllWords()
  const { dateTime } = useFormats()
  if (said.length === 0) return null
  return (
    <ul className="stack" aria-label={name}>
      {said.map((label) => (
        <li key={[label.metric, label.aspect, label.by, label.at].join('/')} className="row">
          {saysSomething(label) ? <RatingText rating={label} /> : <b className="small">{say('Note')}</b>}
          <span className="soft small foreign">
            {[label.by ?? say('No name'), label.metric ?? say('The whole result'), label.aspect, dateTime(label.at)]
              .filter((text) => text !== undefined)
              .join(' · ')}
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
