import { useEffect, useEffectEvent, useState } from 'react'
import type { TraceDetail } from '../../../../../src/server/trace/trace-row.ts'
import { stringifyJson } from '../../../../../src/core/basics/json.ts'
import { CopyButton } from '../../../components/value/copy-button.tsx'
import { InlineImage, imageOf } from '../../../components/value/inline-image.tsx'
import { JsonTree } from '../../../components/value/json-tree.tsx'
import { RichText } from '../../../components/value/rich-text.tsx'
import { Trouble } from '../../../components/error-state.tsx'
import { useAllWords } from '../../../words/language.tsx'

type TraceDetailProps = { readonly load: () => Promise<TraceDetail>; readonly known: TraceDetail | undefined }

/** A row in full: arguments beside the expected ones, what the tool answered, what was said. */
export function TraceRowDetail({ load, known }: TraceDetailProps) {
  const { words } = useAllWords()
  const [detail, setDetail] = useState(known)
  const [error, setError] = useState<unknown>()
  const [raw, setRaw] = useState(false)
  // It is written anew with every rendering, and asks the same.
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    if (detail !== undefined) return undefined
    let wanted = true
    loadNow().then(
      (loaded) => wanted && setDetail(loaded),
      (problem: unknown) => wanted && setError(problem),
    )
    return () => {
      wanted = false
    }
  }, [detail])
  if (error !== undefined) return <Trouble error={error} />
  if (detail === undefined) return <p className="soft">{words.trace.loading}</p>
  const { text, media } = detail
  return (
    <div className="trace-detail">
      {text === undefined ? (
        <div className="value-actions">
          <button type="button" className="value-action" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            {words.value.raw}
          </button>
          <CopyButton text={() => stringifyJson(detail, 2)} />
        </div>
      ) : (
        <RichText text={text} />
      )}
      {raw ? <pre className="foreign case-json">{stringifyJson(detail, 2)}</pre> : <Call detail={detail} />}
      {media !== undefined && <MediumView of={media} />}
    </div>
  )
}

function Call({ detail: { call, expected, differences = [], response, extra } }: { readonly detail: TraceDetail }) {
  const { words } = useAllWords()
  return (
    <>
      <div className="trace-columns">
        {call !== undefined && (
          <Part title={words.trace.arguments}>
            {call.malformed === undefined ? <Arguments of={call.args} /> : <RichText text={call.malformed} />}
          </Part>
        )}
        {expected !== undefined && (call === undefined || differences.length > 0) && (
          <Part title={words.trace.expectedArguments}>
            <Arguments of={expected.args} />
          </Part>
        )}
        {response !== undefined && (
          <Part title={words.trace.answer}>
            <Answer of={response.response ?? {}} />
          </Part>
        )}
      </div>
      {differences.length > 0 && (
        <Part title={words.trace.differences}>
          <ul className="trace-differences">
            {differences.map((difference) => (
              <li key={difference.path} className="foreign">
                <code>{difference.path}</code>{' '}
                <del>{'expected' in difference ? stringifyJson(difference.expected) : words.case.nothing}</del>{' '}
                <ins>{'actual' in difference ? stringifyJson(difference.actual) : words.case.nothing}</ins>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {extra !== undefined && <JsonTree value={extra} />}
    </>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className="trace-part">
      <p className="soft small">{title}</p>
      {children}
    </div>
  )
}

function Arguments({ of }: { readonly of: Readonly<Record<string, unknown>> | undefined }) {
  const { words } = useAllWords()
  if (of === undefined || Object.keys(of).length === 0) return <p className="soft">{words.trace.noArguments}</p>
  return <JsonTree value={of} />
}

/** Most tools answer with one text, which may be Markdown or JSON itself. */
function Answer({ of }: { readonly of: Readonly<Record<string, unknown>> }) {
  const [only, ...others] = Object.values(of)
  return typeof only === 'string' && others.length === 0 ? <RichText text={only} /> : <JsonTree value={of} />
}

/** What else than words was said: an image shows, of anything else its kind and size. */
export function MediumView({
  of: { mimeType, data },
}: {
  readonly of: { readonly mimeType: string; readonly data: string }
}) {
  const image = imageOf(mimeType, data)
  if (image !== undefined) return <InlineImage of={image} />
  const kilobytes = Math.max(1, Math.round((data.length * 3) / 4 / 1000))
  return (
    <p className="soft small foreign">
      {mimeType} · {kilobytes} kB
    </p>
  )
}
