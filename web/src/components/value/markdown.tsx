import { Fragment, use, type ReactNode } from 'react'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { InText } from './in-text.ts'
import { useSay } from '../../words/say.ts'

type Root = ReturnType<typeof fromMarkdown>
type MarkdownNode = Root | Root['children'][number]

// Characters; the parser takes quadratic time.
const longestBlock = 8000
const chunkLength = 4000

/**
 * Renders Markdown as elements. HTML stays text, links show their words and address and cannot be followed, images are replaced by
 * their description. Nothing is loaded.
 */
export function markdown(text: string): ReactNode {
  return chunksOf(text).map((chunk, index) => (
    // Chunks have no ids and never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {chunk.length > longestBlock || nested.test(chunk) ? <p>{chunk}</p> : elementsOf(chunk)}
    </Fragment>
  ))
}

/** Nesting that no author writes and that would be slow to parse. */
const nested = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){40}|(?:[*_~[]{1,3}\w){200}|[*_~[\]`]{200}/m

// The extension's own handling of addresses is recursive, and addresses are shown as written anyway.
const extensions = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }))

function elementsOf(chunk: string): ReactNode {
  return childrenOf(fromMarkdown(chunk, { extensions: [gfm()], mdastExtensions: [extensions] }))
}

function childrenOf(node: { readonly children: readonly MarkdownNode[] }): ReactNode {
  // Nodes have no ids and never change places: the text is always parsed as a whole.
  // oxlint-disable-next-line react/no-array-index-key
  return node.children.map((child, index) => <Fragment key={index}>{elementOf(child)}</Fragment>)
}

const tags = {
  paragraph: 'p',
  strong: 'strong',
  emphasis: 'em',
  delete: 's',
  blockquote: 'blockquote',
} as const

function elementOf(node: MarkdownNode): ReactNode {
  if (node.type in tags && 'children' in node) {
    const Tag = tags[node.type as keyof typeof tags]
    return <Tag>{childrenOf(node)}</Tag>
  }
  switch (node.type) {
    // Headings within a text are no headings of the page.
    case 'heading':
      return (
        <p className="markdown-heading" data-level={node.depth}>
          {childrenOf(node)}
        </p>
      )
    case 'list':
      return <List node={node} />
    case 'listItem':
      return <Item node={node} />
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      )
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'table':
      return <Table node={node} />
    case 'link':
      return <Address of={childrenOf(node)} url={node.url} isSame={textOf(node) === node.url} />
    case 'image':
      return <Address of={node.alt ?? ''} url={node.url} isSame={false} />
    case 'text':
      return <Words text={node.value} />
    case 'html':
      return node.value
    default:
      return 'children' in node ? childrenOf(node as { readonly children: readonly MarkdownNode[] }) : writtenAs(node)
  }
}

function Words({ text }: { readonly text: string }) {
  return use(InText)(text)
}

type MarkdownSubject<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { readonly type: Type }>

function List({ node }: { readonly node: MarkdownSubject<'list'> }) {
  return node.ordered === true ? <ol start={node.start ?? 1}>{childrenOf(node)}</ol> : <ul>{childrenOf(node)}</ul>
}

function Item({ node }: { readonly node: MarkdownSubject<'listItem'> }) {
  return (
    <li>
      {typeof node.checked === 'boolean' && (node.checked ? '☑ ' : '☐ ')}
      {childrenOf(node)}
    </li>
  )
}

function Table({ node }: { readonly node: MarkdownSubject<'table'> }) {
  const say = useSay()
  const [head, ...rows] = node.children
  return (
    // It may scroll; it is no landmark, since an answer may have many tables.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="markdown-table" role="group" aria-label={say('Table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, index) => (
              // Cells never change places.
              // oxlint-disable-next-line react/no-array-index-key
              <th key={index}>{childrenOf(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Rows never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              {row.children.map((cell, column) => (
                // Cells never change places.
                // oxlint-disable-next-line react/no-array-index-key
                <td key={column}>{childrenOf(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A link's address, shown but not clickable. */
function Address({ of, url, isSame }: { readonly of: ReactNode; readonly url: string; readonly isSame: boolean }) {
  return (
    <>
      {of}
      {!isSame && <span className="soft"> ({url})</span>}
    </>
  )
}

function textOf(node: MarkdownSubject<'link'>): string {
  return node.children.map((child) => ('value' in child ? child.value : '')).join('')
}

/** References and definitions are shown as written. */
function writtenAs(node: MarkdownNode): string {
  if (node.type === 'definition') return `[${node.label ?? node.identifier}]: ${node.url}`
  if (node.type === 'footnoteReference') return `[^${node.label ?? node.identifier}]`
  if (node.type === 'imageReference') return node.alt ?? node.label ?? ''
  return ''
}

/** Splits a text at blank lines outside of code. */
function chunksOf(text: string): readonly string[] {
  const chunks: string[] = []
  let [chunk, fence] = ['', undefined as string | undefined]
  for (const line of text.replaceAll(/\r\n?/g, '\n').split(/(?<=\n)/)) {
    if (fence === undefined && chunk.length > chunkLength && /^\S/.test(line) && /\n\s*\n$/.test(chunk)) {
      chunks.push(chunk)
      chunk = ''
    }
    chunk += line
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (mark !== undefined) fence = fence === undefined ? mark : line.startsWith(fence) ? undefined : fence
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}
