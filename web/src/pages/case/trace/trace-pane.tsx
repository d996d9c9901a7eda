import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { TraceDetail, TraceRow } from '../../../../../src/server/trace/trace-row.ts'
import { stringifyJson } from '../../../../../src/core/basics/json.ts'
import { Trouble } from '../../../components/state.tsx'
import { CopyButton } from '../../../components/value/copy-button.tsx'
import { type ImageData, InlineImage, imageOf } from '../../../components/value/inline-image.tsx'
import { JsonTree } from '../../../components/value/json-tree.tsx'
import { RichText } from '../../../components/value/rich-text.tsx'
import { rowKinds, spentTexts } from './trace-line.tsx'
import { useAnswer } from '../../../source/use-answer.ts'
import { factLine, formatted, say } from '../../../words/say.ts'

type TracePaneProps = {
  readonly row: TraceRow
  readonly load: () => Promise<TraceDetail>
  readonly link: string
  readonly close: () => void
}

/** A row in full: arguments beside the expected ones, the tool's answer, messages, time and cost. */
export function TracePane({ row, load, link, close }: TracePaneProps) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    pane.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const kind = say(rowKinds[row.kind].name)
  return (
    // Escape also closes it while the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={pane}
      className="trace-pane"
      aria-label={[kind, row.name].join(' ')}
      // It may scroll.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
    >
      <div className="row trace-pane-head">
        <b>
          <span className="soft">{kind}</span> <bdi className="foreign">{row.name}</bdi>
        </b>
        <Link className="value-action" href={link}>
          {say('Link to this row')}
        </Link>
        <button type="button" className="value-action" aria-label={say('Close')} onClick={close}>
          <span aria-hidden="true">✕</span>
        </button>
      </div>
      <Detail known={row.detail} load={load} link={link}>
        <span className="soft small">
          {factLine([row.endedAt !== undefined && formatted.time(row.endedAt * 1000), ...spentTexts(row)])}
        </span>
      </Detail>
    </section>
  )
}

type DetailProps = Pick<TracePaneProps, 'load' | 'link'> & {
  readonly known: TraceDetail | undefined
  readonly children: ReactNode
}

function Detail({ load, link, known, children }: DetailProps) {
  const answer = useAnswer({ queryKey: ['traceRow', link], queryFn: load })
  const [raw, setRaw] = useState(false)
  if (answer.status === 'failed') return <Trouble error={answer.error} />
  const detail = known ?? answer.value
  if (detail === undefined) return <p className="soft">{say('Loading …')}</p>
  const { text, media } = detail
  return (
    <>
      {text === undefined ? (
        <div className="value-head">
          {children}
          <div className="value-actions">
            <button type="button" className="value-action" aria-pressed={raw} onClick={() => setRaw(!raw)}>
              {say('Raw')}
            </button>
            <CopyButton text={() => stringifyJson(detail, 2)} />
          </div>
        </div>
      ) : (
        <RichText text={text}>{children}</RichText>
      )}
      {raw ? <pre className="foreign case-json">{stringifyJson(detail, 2)}</pre> : <Call detail={detail} />}
      {media !== undefined && <MediumView of={media} />}
    </>
  )
}

function Call({ detail: { call, expected, differences = [], response, extra } }: { readonly detail: TraceDetail }) {
  return (
    <>
      <div className="trace-columns">
        {call !== undefined && (
          <Part title={say('Arguments')}>
            {call.malformed === undefined ? <Arguments of={call.args} /> : <RichText text={call.malformed} />}
          </Part>
        )}
        {expected !== undefined && (call === undefined || differences.length > 0) && (
          <Part title={say('Expected arguments')}>
            <Arguments of={expected.args} />
          </Part>
        )}
        {response !== undefined && <Answer of={response.response ?? {}} />}
      </div>
      {differences.length > 0 && (
        <Part title={say('Differences')}>
          <ul className="trace-differences">
            {differences.map((difference) => (
              <li key={difference.path} className="foreign">
                <code>{difference.path}</code>{' '}
                <del>{'expected' in difference ? stringifyJson(difference.expected) : say('nothing')}</del>{' '}
                <ins>{'actual' in difference ? stringifyJson(difference.actual) : say('nothing')}</ins>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {extra !== undefined && <JsonTree value={extra} />}
    </>
  )
}

function Part({ title, children }: { readonly title: string | undefined; readonly children: ReactNode }) {
  return (
    <div className="trace-part">
      {title !== undefined && <p className="soft small">{title}</p>}
      {children}
    </div>
  )
}

function Arguments({ of }: { readonly of: Readonly<Record<string, unknown>> | undefined }) {
  if (of === undefined || Object.keys(of).length === 0) return <p className="soft">{say('no arguments')}</p>
  return <JsonTree value={of} />
}

/** Most tools answer with one text, which may be Markdown or JSON. */
function Answer({ of }: { readonly of: Readonly<Record<string, unknown>> }) {
  const [only, ...others] = Object.values(of)
  const isText = typeof only === 'string' && others.length === 0
  return (
    <Part title={isText ? undefined : say('Answer##of a tool')}>
      {isText ? (
        <RichText text={only}>
          <span className="soft small">{say('Answer##of a tool')}</span>
        </RichText>
      ) : (
        <JsonTree value={of} />
      )}
    </Part>
  )
}

/** Content other than text: images are shown, of others the type and size. */
export function MediumView({ of: { mimeType, data } }: { readonly of: ImageData }) {
  const image = imageOf(mimeType, data)
  if (image !== undefined) return <InlineImage of={image} />
  const kilobytes = Math.max(1, Math.round((data.length * 3) / 4 / 1000))
  return (
    <p className="soft small foreign">
      {mimeType} · {kilobytes} kB
    </p>
  )
}
