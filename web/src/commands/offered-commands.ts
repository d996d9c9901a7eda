import { useEffect } from 'react'

/** Something that can be done by its name. */
export type OfferedCommand = {
  readonly id: string
  readonly text: string
  /** What kind of thing it is, said beside it. */
  readonly kind: string
  readonly act: () => void
}

let offered: readonly OfferedCommand[] = []

/** What the page that is shown can do, for whoever asks by name. */
export function useOfferedCommands(commands: readonly OfferedCommand[]): void {
  useEffect(() => {
    offered = commands
    return () => {
      offered = []
    }
  }, [commands])
}

export function offeredCommands(): readonly OfferedCommand[] {
  return offered
}
