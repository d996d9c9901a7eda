import { useEffect } from 'react'

/** A command that can be found by name. */
export type OfferedCommand = {
  readonly id: string
  readonly text: string
  /** The kind of command, shown beside it. */
  readonly kind: string
  readonly act: () => void
}

let offered: readonly OfferedCommand[] = []

/** Offers commands of the current page in the command list. */
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
