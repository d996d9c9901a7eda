/** What a document says of itself in front of its text. */
type FrontMatter = { readonly title: string | undefined; readonly tags: readonly string[] }

export type DividedFrontMatter = FrontMatter & { readonly rest: string }

/** Divides a document from its front matter, YAML between `---` or TOML between `+++`. What in it cannot be read says nothing. */
export async function divideFrontMatter(text: string): Promise<DividedFrontMatter> {
  const [whole, mark, written = ''] =
    /^\ufeff?(---|\+\+\+)[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n\1[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  if (whole === undefined) return { title: undefined, tags: [], rest: text }
  return { ...(mark === '---' ? await fromYaml(written) : fromToml(written)), rest: text.slice(whole.length) }
}

async function fromYaml(written: string): Promise<FrontMatter> {
  const { LineCounter, parseDocument } = await import('yaml')
  const document = parseDocument(written, { logLevel: 'silent', lineCounter: new LineCounter(), uniqueKeys: false })
  if (document.errors.length > 0) return fromToml(written)
  const said: unknown = document.toJS({ maxAliasCount: 100 })
  if (typeof said !== 'object' || said === null) return { title: undefined, tags: [] }
  const entries = new Map(Object.entries(said).map(([key, value]) => [key.toLowerCase(), value as unknown]))
  const title = entries.get('title')
  return {
    title: typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined,
    tags: ['tags', 'keywords', 'categories'].flatMap((key) => wordsOf(entries.get(key))),
  }
}

function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(/[,、]/).map((word) => word.trim())
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
}

/** The title alone, which stands there in the same way in anything. */
function fromToml(written: string): FrontMatter {
  const [, title = ''] = /^title[ \t]*[=:][ \t]*["'「]?([^\n"'」]{1,300})/m.exec(written) ?? []
  return { title: title.trim() === '' ? undefined : title.trim(), tags: [] }
}
