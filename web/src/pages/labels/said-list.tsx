import { type HumanLabel, saysSomething } from '../../../../src/core/run/human-label.ts'
import { useFormats } from '../../words/formats.ts'
import { useAllWords } from '../../words/language.tsx'
import { RatingText } from './revealed.tsx'

/** People's verdicts on the result, newest last. */
export function SaidList({ name, said }: { readonly name: string; readonly said: readonly HumanLabel[] }) {
  const { words } = useAllWords()
  const { dateTime } = useFormats()
  if (said.length === 0) return null
  return (
    <ul className="stack" aria-label={name}>
      {said.map((label) => (
        <li key={[label.metric, label.aspect, label.by, label.at].join('/')} className="row">
          {saysSomething(label) ? <RatingText rating={label} /> : <b className="small">{words.labels.note}</b>}
          <span className="soft small foreign">
            {[label.by ?? words.labels.nobody, label.metric ?? words.labels.whole, label.aspect, dateTime(label.at)]
              .filter((text) => text !== undefined)
              .join(' · ')}
          </span>
          {label.settles === true && <span className="badge">{words.labels.settle.settled}</span>}
          {label.comment !== undefined && <span className="foreign">{label.comment}</span>}
          {label.corrected !== undefined && (
            <span className="foreign">
              {words.labels.correctedAnswer}: {label.corrected}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
