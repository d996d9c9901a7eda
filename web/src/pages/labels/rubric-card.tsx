import type { EvalCase } from '../../../../src/core/eval-case.ts'
import { Card } from '../../components/card.tsx'
import { useAllWords } from '../../words/language.tsx'

/** What a result is judged by, beside it: the rubrics of the case, and what a review had to check. */
export function RubricCard({ evalCase: { rubrics = [], review } }: { readonly evalCase: EvalCase }) {
  const { words } = useAllWords()
  if (rubrics.length === 0 && review === undefined) return null
  return (
    <Card title={words.labels.rubrics}>
      <ul className="labels-rubrics">
        {review !== undefined && (
          <li>
            <b className="foreign">{review.checkName}</b>
            <p className="foreign">{review.checkDescription}</p>
          </li>
        )}
        {rubrics.map(({ id, property, description }) => (
          <li key={id}>
            <p className="foreign">{property}</p>
            {description !== undefined && <p className="soft small foreign">{description}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
