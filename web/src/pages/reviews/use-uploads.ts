import { useState } from 'react'
import { message } from '../../../../src/core/basics/message.ts'
import { ApiError, callApi } from '../../source/call-api.ts'
import { base64Of } from '../../source/base64-of.ts'

// As the server says it, without sending it all first.
const mostMegabytes = 25

type Uploads = {
  /** The one that is on its way. */
  readonly sending: { readonly name: string; readonly at: number; readonly of: number } | undefined
  readonly errors: readonly unknown[]
  readonly upload: (files: readonly File[]) => Promise<void>
}

/** Hands documents over one after another; one that is refused keeps no other back. */
export function useUploads(brought: (documentIds: readonly string[]) => void): Uploads {
  const [sending, setSending] = useState<Uploads['sending']>()
  const [errors, setErrors] = useState<readonly unknown[]>([])

  async function upload(files: readonly File[]): Promise<void> {
    const failed: unknown[] = []
    const kept: string[] = []
    for (const [index, file] of files.entries()) {
      setSending({ name: file.name, at: index + 1, of: files.length })
      try {
        kept.push(await send(file))
      } catch (error) {
        failed.push(error)
      }
    }
    setSending(undefined)
    setErrors(failed)
    if (kept.length > 0) brought(kept)
  }

  return { sending, errors, upload }
}

async function send(file: File): Promise<string> {
  const size = Math.ceil((file.size / (1024 * 1024)) * 10) / 10
  if (size > mostMegabytes) {
    const values = { file: file.name, size, limit: mostMegabytes }
    const sentence = message('{file} has {size} MB; at most {limit} MB are read', values)
    throw new ApiError('refused', { code: 'format', sentence })
  }
  const { documentId } = await callApi('uploadDocument', { body: { name: file.name, content: await base64Of(file) } })
  return documentId
}
