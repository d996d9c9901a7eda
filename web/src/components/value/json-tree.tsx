import './value.css'
import { use, useMemo, useState } from 'react'
import { isObject } from '../../../../src/core/basics/is-object.ts'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import { valueSays } from '../../../../src/core/basics/value-says.ts'
import { Folded } from './folded.tsx'
import { SoughtText } from './sought-text.ts'
import { InlineImage, imageIn } from './inline-image.tsx'
import { sayFirst as say } from '../../words/say.ts'

const childrenAtOnce = 100
const openCharacters = 400

/** A JSON tree: objects and arrays fold, long texts are shortened, embedded images are shown. */
export function JsonTree({
  value,
  name,
  level = 0,
}: {
  readonly value: unknown
  readonly name?: string
  readonly level?: number
}) {
  const isList = Array.isArray(value)
  if (!isList && !isObject(value)) return <Leaf name={name} value={value} />
  const children: readonly (readonly [string, unknown])[] = isList
    ? value.map((one: unknown, index) => [String(index), one] as const)
    : Object.entries(value)
  if (children.length === 0) return <Leaf name={name} value={value} />
  // The root needs no line of its own.
  if (name === undefined && level === 0) return <Children of={children} level={0} value={value} />
  return <Branch name={name ?? ''} of={children} value={value} level={level} isList={isList} />
}

type FoldedValue = readonly [name: string, value: unknown, isOpen?: boolean]

/** Values under their names, each of which folds; what is undefined is left out. */
export function FoldedValues({ of }: { readonly of: readonly FoldedValue[] }) {
  return of
    .filter(([, value]) => value !== undefined)
    .map(([name, value, isOpen]) => (
      <details key={name} open={isOpen}>
        <summary>{name}</summary>
        <JsonTree value={value} />
      </details>
    ))
}

type ShownBranch = {
  readonly name: string
  readonly of: readonly (readonly [string, unknown])[]
  readonly value: unknown
  readonly level: number
  readonly isList: boolean
}

function Branch({ name, of, value, level, isList }: ShownBranch) {
  const sought = use(SoughtText)
  const [chosen, setOpen] = useState<boolean>()
  const usual = useMemo(
    () => (level < 2 && of.length <= 20 && isShort(value)) || (sought !== '' && valueSays(value, sought)),
    [level, of.length, value, sought],
  )
  const open = chosen ?? usual
  return (
    <details className="json-branch" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Name of={name} />
        <span className="soft">{isList ? `[${of.length}]` : `{${of.length}}`}</span>
      </summary>
      {open && <Children of={of} level={level + 1} value={value} />}
    </details>
  )
}

function Children({ of, level, value }: Pick<ShownBranch, 'of' | 'level' | 'value'>) {
  const [shown, setShown] = useState(childrenAtOnce)
  const image = imageIn(value)
  return (
    <div className="json-children">
      {image !== undefined && <InlineImage of={image} />}
      {of.slice(0, shown).map(([name, one]) => (
        <JsonTree key={name} name={name} value={one} level={level + 1} />
      ))}
      {of.length > shown && (
        <button type="button" className="value-more" onClick={() => setShown(shown + 10 * childrenAtOnce)}>
          {say('{count} more', { count: (of.length - shown).toLocaleString('en-US') })}
        </button>
      )}
    </div>
  )
}

function Leaf({ name, value }: { readonly name: string | undefined; readonly value: unknown }) {
  const image = imageIn(value)
  return (
    <div className="json-leaf" data-type={value === null ? 'null' : typeof value}>
      {name !== undefined && <Name of={name} />}
      {image !== undefined ? (
        <InlineImage of={image} />
      ) : typeof value === 'string' ? (
        <Folded text={value} show={(text) => <span className="foreign json-value">{text}</span>} />
      ) : (
        <span className="foreign json-value">{value === undefined ? '–' : stringifyJson(value)}</span>
      )}
    </div>
  )
}

function Name({ of }: { readonly of: string }) {
  return <span className="foreign json-name">{of.length > 200 ? `${of.slice(0, 200)}…` : of}</span>
}

/** Whether a value is small enough to be shown expanded; stops counting early. */
function isShort(value: unknown): boolean {
  let left = openCharacters
  const todo: unknown[] = [value]
  while (todo.length > 0 && left > 0) {
    const next = todo.pop()
    left -= typeof next === 'string' ? next.length : 4
    if (typeof next === 'object' && next !== null) todo.push(...Object.values(next).slice(0, openCharacters))
  }
  return left > 0
}
