import { hashOfText } from '../watch/file-state.ts'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson, stringifyJson, EvalError, message } from '../../core/index.ts'
import { atomicWrite } from '../../files/index.ts'

/** What the loop must neither see nor change unnoticed. */
const SealedCases = z.object({
  /** The dataset's content when the goal began, base64. */
  dataset: z.string(),
  openIds: z.array(z.string()),
  sealedIds: z.array(z.string()),
  /** The baseline's scores by case id, without cases that could not be evaluated. */
  openBase: z.record(z.string(), z.number()),
  sealedBase: z.record(z.string(), z.number()),
  /** The share of a sealed case's repeats that the baseline has an evaluation of; 1 where it is absent. */
  sealedEvaluated: z.record(z.string(), z.number()).optional(),
  fingerprints: z.record(z.string(), z.string()),
  /** The hash of the trail's last entry. */
  trailHead: z.string(),
})
export type SealedCases = z.infer<typeof SealedCases>

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Keeps the sealed cases encrypted (AES-256-GCM), with the key in the user's config folder, outside of the project. This only
 * prevents accidents: whoever can read the key can read the cases.
 */
export function sealedStore(folder: string, environment: Variables) {
  const file = join(folder, 'sealed')
  const keys = join(
    environment['XDG_CONFIG_HOME'] ?? join(environment['HOME'] ?? homedir(), '.config'),
    'shinsa',
    'improve',
  )

  function keyOf(id: string): Buffer {
    const keyFile = join(keys, `${id}.key`)
    if (existsSync(keyFile)) return readFileSync(keyFile)
    throw new EvalError('config', message('{file}: the key of the sealed cases is not there', { file: keyFile }), {
      hint: message('Begin a new goal with `shinsa improve init`, on the machine where it goes on.'),
    })
  }

  /**
   * Hashes of the content last written, so that restoring an older file, which would bring spent looks back, is noticed. While the
   * file is replaced both hashes are valid, since a process may be killed in between.
   */
  const lastFile = (id: string) => join(keys, `${id}.last`)
  const lastHashes = (id: string) => (existsSync(lastFile(id)) ? readFileSync(lastFile(id), 'utf8').split('\n') : [])

  const lookedFile = join(keys, `${hashOfText(folder)}.looked`)
  const looked = () => (existsSync(lookedFile) ? readFileSync(lookedFile, 'utf8').split('\n') : [])

  return {
    keys,

    /** Counts the cases that an earlier goal of this project has looked at: beginning anew brings no look back. */
    lookedBefore(texts: readonly string[]): number {
      const before = new Set(looked())
      return texts.filter((text) => before.has(hashOfText(text))).length
    },

    async addLooked(texts: readonly string[]): Promise<void> {
      await atomicWrite(lookedFile, [...new Set([...looked(), ...texts.map(hashOfText)])].join('\n'))
    },

    keyOf,

    keyFile: (id: string) => join(keys, `${id}.key`),

    createKey(id: string): void {
      mkdirSync(keys, { recursive: true, mode: 0o700 })
      writeFileSync(join(keys, `${id}.key`), randomBytes(32), { mode: 0o600, flag: 'wx' })
    },

    async write(id: string, sealed: SealedCases): Promise<void> {
      const start = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(id), start)
      const text = Buffer.concat([cipher.update(stringifyJson(sealed), 'utf8'), cipher.final()])
      const bytes = Buffer.concat([start, cipher.getAuthTag(), text])
      const hash = hashOfText(bytes)
      await atomicWrite(lastFile(id), [hash, ...lastHashes(id)].join('\n'))
      await atomicWrite(file, bytes)
      await atomicWrite(lastFile(id), hash)
    },

    /** @returns undefined when the content is not what was last written */
    read(id: string): SealedCases | undefined {
      const key = keyOf(id)
      try {
        const bytes = readFileSync(file)
        if (!lastHashes(id).includes(hashOfText(bytes))) return undefined
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        decipher.setAuthTag(bytes.subarray(12, 28))
        const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
        return SealedCases.parse(parseJson(text))
      } catch {
        // Any failure to decrypt means that the file was changed.
        return undefined
      }
    },
  }
}
