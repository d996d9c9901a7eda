import { useState } from 'react'
import type { TracePlace } from '../../../../../src/core/invocation.ts'
import { CopyButton } from '../../../components/value/copy-button.tsx'
import { rememberedText } from '../../../remembered.ts'
import { useAllWords } from '../../../words/language.tsx'
import { spanAddress } from './span-address.ts'

const template = rememberedText('trace-link')

/** Where the spans of an exchange are: their ids, and the way to them in the reader's own tool for traces. */
export function SpanPlace({ of }: { readonly of: TracePlace }) {
  const { words } = useAllWords()
  const [link, setLink] = useState(template.read)
  const address = spanAddress(link, of)
  return (
    <details className="trace-spans">
      <summary className="small">{words.trace.spans}</summary>
      {(['traceId', 'spanId'] as const).map((name) => (
        <p key={name} className="row small">
          <span className="soft">{words.trace[name]}</span> <code className="foreign">{of[name]}</code>
          <CopyButton text={() => of[name]} />
        </p>
      ))}
      {address !== undefined && (
        <p>
          <a href={address} target="_blank" rel="noopener noreferrer">
            {words.trace.openSpans} <span aria-hidden="true">↗</span>
          </a>
        </p>
      )}
      <label className="stack small">
        {words.trace.spanLink}
        <input
          type="text"
          value={link}
          placeholder="http://localhost:16686/trace/{traceId}?uiFind={spanId}"
          spellCheck={false}
          aria-invalid={link !== '' && address === undefined}
          onChange={({ target: { value } }) => {
            setLink(value)
            template.write(value)
          }}
        />
      </label>
      <p className="soft small">{words.trace.spansAbout}</p>
    </details>
  )
}
