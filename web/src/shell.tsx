import './shell.css'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { Link, useLocation } from 'wouter'
import { Arrival } from './arrival.tsx'
import { useIsPrinting } from './design/use-is-printing.ts'
import { KeyList } from './components/key-list.tsx'
import type { PageRoute } from './page-route.ts'
import { useKeys } from './pages/labels/use-keys.ts'
import { useRunSource } from './source/run-source.ts'
import { usePerson } from './source/use-person.ts'
import { applyTheme, readTheme, themes, type Theme } from './theme.ts'
import { chooseLanguage } from './words/spoken.ts'
import type { WordsLanguage } from './words/speaking.ts'
import { CommandList } from './commands/command-list.tsx'
import { Button } from './components/button.tsx'
import { sayFirst as say, useLanguage } from './words/say.ts'

/** The frame of every page: navigation, language and theme. */
export function Shell({ routes, children }: { readonly routes: readonly PageRoute[]; readonly children: ReactNode }) {
  const content = useRef<HTMLElement>(null)
  useUnfoldedOnPaper()
  return (
    <div className="shell">
      <Arrival />
      <button type="button" className="skip" onClick={() => content.current?.focus()}>
        {say('Skip to the content')}
      </button>
      <Bar routes={routes} />
      <main ref={content} className="shell-content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function Bar({ routes }: { readonly routes: readonly PageRoute[] }) {
  const { live } = useRunSource()
  // Who looks, where a login before the page says so.
  const person = usePerson()
  const [location] = useLocation()
  // The mobile menu closes when another page opens.
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === location
  return (
    <header className="shell-bar">
      <Link className="shell-name" href="/">
        {say('Shinsa')}
      </Link>
      <Button
        className="button shell-menu"
        aria-expanded={open}
        aria-controls="shell-side"
        onClick={() => setOpenAt(open ? undefined : location)}
      >
        {say('Menu')}
      </Button>
      <div id="shell-side" className="shell-side" data-open={open}>
        <nav aria-label={say('Pages')}>
          {(['evaluating', 'agents'] as const).map((part) => (
            <PagesOf key={part} part={part} routes={routes} location={location} />
          ))}
        </nav>
        {live && person !== undefined && (
          <p className="shell-person soft">
            {say('Signed in')}: <b className="foreign">{person}</b>
          </p>
        )}
        <Preferences />
        <Commands routes={routes} />
        <Keys />
      </div>
    </header>
  )
}

type ShellPart = {
  readonly part: NonNullable<PageRoute['inNavigation']>
  readonly routes: readonly PageRoute[]
  readonly location: string
}

/** Pages for evaluation are listed apart from the shipped agents. */
function PagesOf({ part, routes, location }: ShellPart) {
  const { offers } = useRunSource()
  const pages = routes.filter(
    ({ inNavigation, needs }) => inNavigation === part && (needs === undefined || offers[needs]),
  )
  if (pages.length === 0) return null
  return (
    <>
      {part === 'agents' && (
        <p className="shell-part" id={`pages-${part}`}>
          {say('Agents that ship')}
        </p>
      )}
      <ul className="shell-pages" aria-labelledby={part === 'agents' ? `pages-${part}` : undefined}>
        {pages.map((route) => (
          <li key={route.path}>
            <Link href={route.path} aria-current={isUnder(location, route.path) ? 'page' : undefined}>
              {say(route.title)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Preferences() {
  const language = useLanguage()
  const [theme, setTheme] = useState<Theme>(readTheme)
  useEffect(() => applyTheme(theme), [theme])
  const themeWords = { system: say('As the system'), light: say('Light'), dark: say('Dark') }
  return (
    <div className="shell-preferences">
      <label>
        <span>{say('Language')}</span>
        <select value={language} onChange={({ target }) => void chooseLanguage(target.value as WordsLanguage)}>
          <option value="en" lang="en">
            English
          </option>
          <option value="ja" lang="ja">
            日本語
          </option>
        </select>
      </label>
      <label>
        <span>{say('Colours')}</span>
        <select value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
          {themes.map((name) => (
            <option key={name} value={name}>
              {themeWords[name]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function Keys() {
  const [open, setOpen] = useState(false)
  const keys = [
    [
      ['j', 'k', '↓', '↑'],
      say('to the next and the previous row of a table; on a case to the next and the previous case'),
    ],
    [['Enter'], say('opens the row')],
    [['Home', 'End'], say('to the first and the last row')],
    [
      ['x', 'Shift'],
      say('chooses a case of a run; with Shift all up to it, and Shift on the name of a column adds a second order'),
    ],
    [['/'], say('to the filter of a run’s cases')],
    [['Esc'], say('closes the case beside the table')],
    [['p', 'f'], say('on a case beside the table: it passed or failed in your judgement; the next one opens')],
    [['Ctrl K'], say('Go to anything by its name')],
    [['?'], say('shows these keys')],
  ] as const
  const [location] = useLocation()
  // The labels page has its own keys and help.
  useKeys(location === '/labels' ? {} : { '?': () => setOpen(true) })
  return (
    <>
      <Button className="button shell-keys" onClick={() => setOpen(true)}>
        {say('Keys')}
      </Button>
      <KeyList open={open} close={() => setOpen(false)} keys={keys} />
    </>
  )
}

function isUnder(location: string, path: string): boolean {
  if (path === '/') return location === '/' || location.startsWith('/runs/')
  return location === path || location.startsWith(`${path}/`)
}

/** Expands folded content for printing, except for elements of the class `screen-only`. */
function useUnfoldedOnPaper(): void {
  const isPrinting = useIsPrinting()
  useLayoutEffect(() => {
    if (!isPrinting) return undefined
    const opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')]
    for (const one of opened) one.open = true
    return () => {
      for (const one of opened) one.open = false
    }
  }, [isPrinting])
}

/** Opens the command list with Ctrl-K or a click. */
function Commands({ routes }: { readonly routes: readonly PageRoute[] }) {
  const [open, setOpen] = useState(false)
  useHotkeys(['ctrl+k', 'meta+k'], () => setOpen(true), { useKey: true, preventDefault: true, enableOnFormTags: true })
  return (
    <>
      <Button className="button shell-keys" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        {say('Go to')} <kbd aria-hidden="true">Ctrl K</kbd>
      </Button>
      {open && <CommandList routes={routes} close={() => setOpen(false)} />}
    </>
  )
}
