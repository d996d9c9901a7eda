import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Identifies the scope of process ids: one boot of a machine, or a container on it. */
export function thisMachine(): { readonly id: string; readonly host: string } {
  const host = hostname()
  const started = readIfThere(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const processes = readIfThere(() => readlinkSync('/proc/self/ns/pid'))
  return { id: [host, started, processes].join(' '), host }
}

// Systems other than Linux have neither file.
function readIfThere(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
