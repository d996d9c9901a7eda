import type { ReactNode } from 'react'
import { Menu } from './menu.tsx'
import { useAboutServer } from '../source/use-person.ts'
import { sayFirst as say, currentLanguage } from '../words/say.ts'

const formatNames = {
  html: 'Report in one HTML file',
  json: 'JSON##export',
  junit: 'JUnit',
  csv: 'CSV table##export',
  markdown: 'Markdown',
} as const

type ExportLinksProps = {
  readonly path: string
  readonly formats: readonly (keyof typeof formatNames)[]
  readonly query?: Readonly<Record<string, string>>
}

/** Links to download something in several formats. */
export function ExportLinks({ path, formats, query = {} }: ExportLinksProps) {
  return formats.map((format) => (
    <li key={format}>
      <a href={`${path}?${new URLSearchParams({ ...query, format, language: currentLanguage() })}`} download>
        {say(formatNames[format])}
      </a>
    </li>
  ))
}

/** A menu of downloads; nothing where the server offers none. */
export function ExportMenu({ children }: { readonly children: ReactNode }) {
  if (useAboutServer()?.capabilities.includes('export') !== true) return null
  return (
    <Menu text={say('Export')}>
      <ul aria-label={say('Export')}>{children}</ul>
    </Menu>
  )
}
