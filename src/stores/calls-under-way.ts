import { closeSync, ftruncateSync, openSync, readFileSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { type CallsUnderWay, parseJson, stringifyJson } from '../core/index.ts'
import { isProcessAlive } from '../files/is-process-alive.ts'

export const RoleOfCall = z.enum(['judge', 'user', 'environment', 'agent'])

const Line = z.union([z.tuple([z.number(), RoleOfCall, z.number()]), z.tuple([z.number()])])

/**
 * Records pending calls in one file for each run and process, beside the store's file. Writes do not wait for the disk,
 * because what the system has taken survives the end of the process.
 */
export function callsUnderWay(store: string, runId: string): CallsUnderWay {
  const start = `${basename(store)}-calls-${runId}-`
  const own = join(dirname(store), `${start}${process.pid}`)
  let file: number | undefined
  let [last, open] = [0, 0]

  function write(line: z.infer<typeof Line>): void {
    writeSync((file ??= openSync(own, 'a', 0o600)), `${stringifyJson(line)}\n`)
  }

  return {
    async begun(role, dollars) {
      const id = (last += 1)
      open += 1
      write([id, role, dollars])
      return () => {
        open -= 1
        // A call that ends after the file was closed has already been counted as interrupted.
        if (file === undefined) return
        if (open === 0) ftruncateSync(file, 0)
        else write([id])
      }
    },

    close() {
      if (file === undefined) return
      closeSync(file)
      file = undefined
      rmSync(own, { force: true })
    },

    async cut() {
      const left = filesLike(dirname(store), start).filter((name) => !isProcessAlive(Number(name.slice(start.length))))
      return left.flatMap((name) => {
        const path = join(dirname(store), name)
        const calls = unendedIn(readFileSync(path, 'utf8'))
        rmSync(path, { force: true })
        return calls.map(([, role, mayCost]) => ({ role, cost: { calls: 1, unpriced: 1, mayCost } }))
      })
    },
  }
}

function filesLike(folder: string, start: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith(start))
}

/** The process may have died while writing the last line, so it is dropped. */
function unendedIn(text: string) {
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => Line.parse(parseJson(line)))
  const ended = new Set(lines.flatMap((line) => (line.length === 1 ? line : [])))
  return lines.flatMap((line) => (line.length === 1 || ended.has(line[0]) ? [] : [line]))
}
