import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

/**
 * A public name with the comment at its declaration, the name that it has there, its file, and the source from there on;
 * `entry` is the first one that exports it.
 */
export type PublicName = {
  readonly name: string
  readonly entry: string
  readonly isType: boolean
  readonly comment: string
  readonly declared: string
  readonly source: string
  readonly file: string
}

export function publicNames(): readonly PublicName[] {
  const found = new Map<string, PublicName>()
  for (const [entry, conditions] of Object.entries(packageJson.exports)) {
    if (typeof conditions === 'string') continue
    const file = join(root, conditions['shinsa-source'])
    for (const [name, { isType }] of exportedFrom(readFileSync(file, 'utf8'))) {
      const { place, ...declaration } = declarationOf(name, file)
      if (!found.has(place)) found.set(place, { name, entry: `shinsa${entry.slice(1)}`, isType, ...declaration })
    }
  }
  return [...found.values()]
}

/** The text in front of the tags. */
export function descriptionIn(comment: string): string {
  return /^(?:(?!^@)[^])*/m.exec(comment)?.[0].trim() ?? ''
}

export function examplesIn(comment: string): readonly string[] {
  return [...comment.matchAll(/^@example\s((?:(?!^@\w)[^])*)/gm)].map(([, code = '']) => code.trim())
}

type Exported = { readonly name: string; readonly from: string; readonly isType: boolean }

/** What `export { … } from '…'` hands on, by the name that it has here. */
function exportedFrom(text: string): ReadonlyMap<string, Exported> {
  const lists = [...text.matchAll(/^export (type )?\{([^}]*)\} from '([^']+)'/gm)]
  return new Map(
    lists.flatMap(([, type, list = '', from = '']) =>
      list.split(',').flatMap((part) => {
        const [name = '', as = name] = part.trim().split(' as ')
        return name === '' ? [] : [[as, { name, from, isType: type !== undefined }] as const]
      }),
    ),
  )
}

type Declaration = Pick<PublicName, 'comment' | 'declared' | 'source' | 'file'> & { readonly place: string }

function declarationOf(name: string, file: string): Declaration {
  const declaration = declarationIn(name, file)
  if (declaration === undefined) throw new Error(`${file} does not declare ${name}`)
  return declaration
}

function declarationIn(name: string, file: string): Declaration | undefined {
  const text = readFileSync(file, 'utf8')
  const there = exportedFrom(text).get(name)
  if (there !== undefined) return declarationIn(there.name, join(dirname(file), there.from))
  const declared = (kinds: string) =>
    new RegExp(`^(?:/\\*\\*((?:(?!\\*/)[^])*)\\*/\n)?export (?:async )?(?:${kinds})\\*? ${name}\\b`, 'm').exec(text)
  // A schema and its type share a name, and the comment stands at the schema.
  const declaration = declared('function|const|class|interface') ?? declared('type')
  if (declaration === null) {
    const wholes = text.matchAll(/^export (?:type )?\* from '([^']+)'/gm)
    return wholes
      .map(([, from = '']) => declarationIn(name, join(dirname(file), from)))
      .find((found) => found !== undefined)
  }
  const [whole, comment = ''] = declaration
  const source = text.slice(declaration.index + whole.indexOf('export ', comment.length))
  return {
    place: `${file} ${name}`,
    comment: comment.replaceAll(/^ *\* ?/gm, '').trim(),
    declared: name,
    source,
    file: text,
  }
}
