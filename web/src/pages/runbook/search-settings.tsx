import type { RunbookQuestion, RunbookReadiness } from '../../../../src/server/api/runbooks.ts'
import { Card } from '../../components/card.tsx'
import { Slider } from '../../components/form/field.tsx'
import { say } from '../../words/say.ts'

export type SearchChoice = Required<Pick<RunbookQuestion, 'top' | 'weights'>>

type RunbookSearchSettingsDetail = {
  readonly status: RunbookReadiness
  /** Undefined for the config's settings. */
  readonly chosen: SearchChoice | undefined
  readonly choose: (search: SearchChoice) => void
}

/** The number of passages per answer, and the weights of words and meaning in the search. */
export function SearchSettings({ status, chosen, choose }: RunbookSearchSettingsDetail) {
  const search = chosen ?? asConfigured(status)
  const { top, weights } = search
  return (
    <Card title={say('Search')}>
      <Slider
        label={say('Passages: {count}', { count: top })}
        value={top}
        min={1}
        max={20}
        step={1}
        change={(count) => choose({ ...search, top: count })}
      />
      <Slider
        label={say('Words (BM25) {keywords} · meaning (embeddings) {vectors}', {
          keywords: weights.keywords.toFixed(2),
          vectors: weights.vectors.toFixed(2),
        })}
        value={weights.keywords}
        step={0.05}
        disabled={status.embedding === undefined}
        change={(keywords) => choose({ ...search, weights: weightsOf(keywords) })}
      />
      <p className="small soft foreign">
        {status.embedding === undefined
          ? say('Words count alone: no embedding model is named in the config (runbooks.embedding).')
          : say('Embeddings by {model}', { model: status.embedding })}
      </p>
      <p className="small soft">{say('For questions asked here. An evaluation takes the values of the config.')}</p>
    </Card>
  )
}

/** Without embeddings only words count; weights of the config need not add up to 1. */
function asConfigured({ search: { top, weights }, embedding }: RunbookReadiness): SearchChoice {
  const { keywords, vectors } = weights
  return { top, weights: weightsOf(embedding === undefined ? 1 : keywords / (keywords + vectors)) }
}

function weightsOf(keywords: number): SearchChoice['weights'] {
  return { keywords, vectors: Number((1 - keywords).toFixed(6)) }
}
