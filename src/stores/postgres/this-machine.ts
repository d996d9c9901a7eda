import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Where the numbers of processes mean what they mean to us: a machine since it was started, or a container on it. */
export function thisMachine(): { readonly id: string; readonly host: string } {
  const host = hostname()
  const started = readIfThere(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const processes = readIfThere(() => readlinkSync('/proc/self/ns/pid'))
  return { id: [host, started, processes].join(' '), host }
}

// Other systems than Linux have neither.
function readIfThere(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
