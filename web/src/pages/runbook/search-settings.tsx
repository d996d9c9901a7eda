import type { RunbookQuestion, RunbookReadiness } from '../../../../src/server/api/runbooks.ts'
import { Card } from '../../components/card.tsx'
import { Slider } from '../../components/form/field.tsx'
import { fill, useAllWords } from '../../words/language.tsx'

export type SearchChoice = Required<Pick<RunbookQuestion, 'top' | 'weights'>>

type RunbookSearchSettingsDetail = {
  readonly status: RunbookReadiness
  /** Undefined for the config's settings. */
  readonly chosen: SearchChoice | undefined
  readonly choose: (search: SearchChoice) => void
}

/** The number of passages per answer, and the weights of words and meaning in the search. */
export function SearchSettings({ status, chosen, choose }: RunbookSearchSettingsDetail) {
  const { words } = useAllWords()
  const texts = words.runbook.search
  const search = chosen ?? asConfigured(status)
  const { top, weights } = search
  return (
    <Card title={texts.title}>
      <Slider
        label={fill(texts.top, { count: top })}
        value={top}
        min={1}
        max={20}
        step={1}
        change={(count) => choose({ ...search, top: count })}
      />
      <Slider
        label={fill(texts.keywords, { keywords: weights.keywords.toFixed(2), vectors: weights.vectors.toFixed(2) })}
        value={weights.keywords}
        step={0.05}
        disabled={status.embedding === undefined}
        change={(keywords) => choose({ ...search, weights: weightsOf(keywords) })}
      />
      <p className="small soft foreign">
        {status.embedding === undefined ? texts.noEmbedding : fill(texts.embedding, { model: status.embedding })}
      </p>
      <p className="small soft">{texts.note}</p>
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
