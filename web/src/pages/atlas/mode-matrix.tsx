import type { Estimate } from '../../../../src/core/run/estimate.ts'
import { rate, rateInterval } from '../../../../src/reporters/number-format.ts'
import type { AtlasPage } from '../../../../src/server/api/atlas.ts'
import { Card } from '../../components/card.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { say } from '../../words/say.ts'
import { formatted } from '../../words/formats.ts'

/** Kinds of failure by runs, newest last; darker cells are more frequent. */
export function ModeMatrix({ atlas: { runs, modes } }: { readonly atlas: AtlasPage }) {
  const most = Math.max(...modes.flatMap(({ shares }) => shares.map((share) => share?.value ?? 0)), 0.01)
  if (modes.length === 0)
    return (
      <p className="soft">
        {say('No kinds yet: the failures are few, or have little in common. Read them, and name the first one.')}
      </p>
    )
  return (
    <Card title={say('Kinds by runs')}>
      <PlainTable
        title={say('Kinds by runs')}
        className="atlas-matrix"
        heads={[
          say('Kind'),
          ...runs.map(({ runId, name, createdAt, failures, evaluated }) => (
            <span key={runId} title={formatted.dateTime(createdAt)}>
              <a href={`/runs/${runId}`} className="foreign">
                {name}
              </a>
              <br />
              <span className="soft small">
                {failures} / {evaluated}
              </span>
            </span>
          )),
        ]}
        rows={modes.map(({ name, definition, shares }) => ({
          key: name,
          cells: [
            <span key="name" className="foreign" title={definition}>
              {name}
            </span>,
            ...shares.map((share, index) => <ShareCell key={index} share={share} most={most} />),
          ],
        }))}
      />
      <p className="soft small">
        {say(
          'Shares of all evaluated results with their 95 % intervals; where people read enough failures, as they would have it. Under each run: failures / evaluated.',
        )}
      </p>
    </Card>
  )
}

function ShareCell({ share, most }: { readonly share: Estimate | null; readonly most: number }) {
  if (share === null) return '–'
  const level = share.value === 0 ? 0 : Math.ceil((5 * share.value) / most)
  return (
    <span className="atlas-share" data-level={level}>
      <b>{rate(share)}</b> <span className="small">{rateInterval(share)}</span>
    </span>
  )
}
