import type { ReactNode } from 'react'
import { Histogram } from '../../../charts/histogram.tsx'
import { type Bins, isChosen, placeIn, rangeOver } from './bins.ts'
import type { Counted } from './picture-data.ts'
import { useCondition } from './use-condition.ts'
import { sayFirst as say } from '../../../words/say.ts'

type PictureFrame = {
  readonly title: string
  /** The title where the figures say the rest. */
  readonly short?: string | undefined
  /** The title's tooltip. */
  readonly hint?: string
  readonly figures: ReactNode
  readonly wide?: true
  readonly children: ReactNode
}

/** A small picture with a title. */
export function Picture({ title, short = title, hint = title, figures, wide, children }: PictureFrame) {
  return (
    <section className="picture" data-wide={wide} aria-label={title}>
      <div className="picture-head">
        <h3 className="foreign" title={hint}>
          {short}
        </h3>
        {figures !== undefined && <div className="picture-figures">{figures}</div>}
      </div>
      {children}
    </section>
  )
}

type PictureDrawing = {
  /** The parameter by which the picture filters the table. */
  readonly field: string
  readonly title: string
  readonly bins: Bins
  readonly columns: readonly Counted[]
  readonly threshold?: number | undefined
  /** Formats a value of the field. */
  readonly show: (value: number) => string
}

/** A histogram of results; selecting a range filters the table. */
export function Distribution({ field, title, bins, columns, threshold, show }: PictureDrawing) {
  const { wanted, change } = useCondition(field)
  const ranges = wanted.filter((one) => typeof one !== 'string')
  const rangeText = (at: number) => {
    const [low = 0, high] = [bins.edges[at], bins.edges[at + 1]]
    return high === undefined
      ? say('{low} and more', { low: show(low) })
      : say('{low} to {high}', { low: show(low), high: show(high) })
  }
  const spoken = ({ passed, failed, plain }: Counted, at: number) =>
    say(
      plain > 0 || passed + failed === 0
        ? '{range}: {count} {count|result|results}'
        : '{range}: {count} {count|result|results}, {passed} passed, {failed} failed',
      {
        range: rangeText(at),
        count: passed + failed + plain,
        passed,
        failed,
      },
    )
  return (
    <Histogram
      label={say('{name}: choose a range', { name: title })}
      line={threshold === undefined ? undefined : placeIn(bins, threshold)}
      columns={columns.map((column, at) => ({
        parts: [
          { kind: 'plain', count: column.plain },
          { kind: 'failed', count: column.failed },
          { kind: 'passed', count: column.passed },
        ],
        spoken: spoken(column, at),
        chosen: isChosen(bins, at, ranges),
      }))}
      choose={(range) => change(range === undefined ? [] : [rangeOver(bins, ...range)])}
    />
  )
}
