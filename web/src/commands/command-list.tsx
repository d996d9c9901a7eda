import './command-list.css'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../components/dialog.tsx'
import type { PageRoute } from '../page-route.ts'
import { matchingCommands } from './matching-commands.ts'
import { type OfferedCommand, offeredCommands } from './offered-commands.ts'
import { useRunSource } from '../source/run-source.ts'
import { useRuns } from '../source/use-runs.ts'
import { sayFirst as say } from '../words/say.ts'

type CommandListProps = {
  readonly routes: readonly PageRoute[]
  readonly close: () => void
}

const mostListed = 50

/** Finds runs, pages and commands of the current page by name. */
export function CommandList({ routes, close }: CommandListProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  // Whether Enter was pressed before there were results.
  const [entered, setEntered] = useState(false)
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const { commands, areRunsKnown } = useCommands(routes)
  const matches = matchingCommands(commands, typed)
  const found = matches.slice(0, mostListed)
  const current = Math.min(at, found.length - 1)

  function run(command: OfferedCommand | undefined): void {
    if (command === undefined) return
    close()
    command.act()
  }

  // Enter applies to the first result, once there is one.
  const runFirst = useEffectEvent(() => run(found[0]))
  const isAwaited = entered && (areRunsKnown || found.length > 0)
  useEffect(() => {
    if (isAwaited) runFirst()
  }, [isAwaited])

  const steps: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt((current + 1) % Math.max(found.length, 1)),
    ArrowUp: () => setAt((current + found.length - 1) % Math.max(found.length, 1)),
    Enter: () => (found.length === 0 ? setEntered(true) : run(found[current])),
  }
  return (
    <Dialog open close={close} title={say('Go to anything by its name')} first={field}>
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[current] === undefined ? undefined : `${id}-${current}`}
        aria-label={say('Run, page, metric or action')}
        placeholder={say('Run, page, metric or action')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is typed right after the key that opens the list is meant for it
        autoFocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setEntered(false)
          setAt(0)
        }}
        onKeyDown={(event) => {
          const step = steps[event.key]
          if (step === undefined || event.nativeEvent.isComposing) return
          event.preventDefault()
          step()
        }}
      />
      <div id={id} role="listbox" aria-label={say('Go to anything by its name')} className="command-list">
        {found.map((command, index) => (
          <div
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            ref={(element) => {
              if (index === current) element?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => run(command)}
            onKeyDown={({ key }) => key === 'Enter' && run(command)}
          >
            <span className="foreign">{command.text}</span> <span className="soft small">{command.kind}</span>
          </div>
        ))}
      </div>
      <Rest matches={matches.length} />
    </Dialog>
  )
}

function Rest({ matches }: { readonly matches: number }) {
  if (matches > 0 && matches <= mostListed) return null
  return (
    <p className="soft">
      {matches === 0 ? say('Nothing has that name.') : say('{count} more', { count: matches - mostListed })}
    </p>
  )
}

/** Commands of the current page first, then pages, then runs, newest first. */
function useCommands(routes: readonly PageRoute[]) {
  const source = useRunSource()
  const [, go] = useLocation()
  const runs = useRuns()
  const pages = routes
    .filter(({ inNavigation, needs }) => inNavigation !== undefined && (needs === undefined || source.offers[needs]))
    .map((route) => ({
      id: route.path,
      text: say(route.title),
      kind: say('Page##of the app'),
      act: () => go(route.path),
    }))
  const known = runs.value?.runs ?? []
  const commands: readonly OfferedCommand[] = [
    ...offeredCommands(),
    ...pages,
    ...known.map(({ runId, name, dataset, target }) => ({
      id: runId,
      text: `${name ?? runId} · ${dataset} · ${target}`,
      kind: say('Run'),
      act: () => go(`/runs/${runId}`),
    })),
  ]
  return { commands, areRunsKnown: runs.status !== 'loading' }
}
