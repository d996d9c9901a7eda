import './value.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { parsedJson } from '../../../../src/core/basics/json.ts'
import { loadCode } from '../../source/load-code.ts'
import { CopyButton } from './copy-button.tsx'
import { Folded } from './folded.tsx'
import { JsonTree } from './json-tree.tsx'
import { sayFirst as say } from '../../words/say.ts'

type RichTextProps = {
  readonly text: string
  readonly children?: ReactNode
  /** Shown in place of the text, such as the same text with marks. */
  readonly instead?: ReactNode
}

/** Text of an agent, tool or person: JSON as a tree, Markdown rendered, or the source. */
export function RichText({ text, children, instead }: RichTextProps) {
  const [raw, setRaw] = useState(false)
  const json = useMemo(() => jsonIn(text), [text])
  const isRich = json !== undefined || looksLikeMarkdown(text)
  return (
    <div className="value">
      <div className="value-head">
        {children}
        {text !== '' && (
          <div className="value-actions">
            {(isRich || instead !== undefined) && (
              <button type="button" className="value-action" aria-pressed={raw} onClick={() => setRaw(!raw)}>
                {say('Raw')}
              </button>
            )}
            <CopyButton text={() => text} />
          </div>
        )}
      </div>
      {instead !== undefined && !raw ? (
        instead
      ) : raw || !isRich ? (
        <Folded text={text} show={(shown) => <p className="foreign">{shown}</p>} />
      ) : json !== undefined ? (
        <JsonTree value={json.value} />
      ) : (
        <Folded text={text} show={(shown) => <Markdown text={shown} />} />
      )}
    </div>
  )
}

/** The parser comes when the first Markdown does; as it came a text can be read, too. */
export function Markdown({ text }: { readonly text: string }) {
  const { data: parser } = useQuery({
    queryKey: ['markdown'],
    queryFn: async ({ signal }) => loadCode(async () => import('./markdown.tsx'), { signal, onAway: () => undefined }),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const rendered = useMemo(() => parser?.markdown(text), [parser, text])
  return rendered === undefined ? <p className="foreign">{text}</p> : <div className="markdown foreign">{rendered}</div>
}

const signsOfMarkdown =
  /^ {0,3}#{1,6}[ \t]|^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+\S|^ {0,3}(?:```|~~~|>[ \t])|^ *\|.*\|[ \t]*$|\*\*\S|__\S|`[^`\n]+`|!?\[[^\]\n]*\]\(/m

function looksLikeMarkdown(text: string): boolean {
  return signsOfMarkdown.test(text.slice(0, 20_000))
}

/** Returns the value of a text that is a JSON object or array. */
function jsonIn(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[[{]/.test(text.slice(0, 100)) || text.length > 5_000_000) return undefined
  const value = parsedJson(text)
  return typeof value === 'object' && value !== null ? { value } : undefined
}
