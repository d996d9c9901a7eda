import { describe, expect, it } from 'vitest'
import type { Part } from '../core/index.ts'
import { functionTarget } from './function-target.ts'
import { withOrdinaryMedia } from '../messages/media.ts'
import { caseNamed } from './target.contract.ts'

const bytes = Buffer.from([0xfb, 0xef, 0xff, 0x3e, 0x3f])
const data = bytes.toString('base64')
const plain = { media: { mimeType: 'image/png', data } }

describe('pictures and files of a user', () => {
  it.each<[string, Part]>([
    ['in ordinary Base64', plain],
    ['in the URL-safe alphabet', { media: { mimeType: 'image/png', data: bytes.toString('base64url') } }],
    ['in lines', { media: { mimeType: 'image/png', data: `${data.slice(0, 4)}\r\n${data.slice(4)}\n` } }],
    ['as a data: URL in the place of the bytes', { media: { mimeType: '', data: `data:image/png;base64,${data}` } }],
    [
      'as a data: URL in the place of an address',
      { extra: { file_data: { file_uri: `data:image/png;base64,${data}` } } },
    ],
  ])('are ordinary Base64 with their type: %s', (_form, part) => {
    expect(withOrdinaryMedia({ role: 'user', parts: [{ text: 'see' }, part] })).toEqual({
      role: 'user',
      parts: [{ text: 'see' }, plain],
    })
  })

  it('may be a data: URL of text', () => {
    const part = { media: { mimeType: '', data: 'data:text/plain;charset=utf-8,caf%C3%A9' } }
    const [read] = withOrdinaryMedia({ parts: [part] }).parts ?? []
    expect(read?.media?.mimeType).toBe('text/plain')
    expect(Buffer.from(read?.media?.data ?? '', 'base64').toString()).toBe('café')
  })

  it('stay as they are where they are none of these', () => {
    const parts = [
      { media: { mimeType: 'image/png', data: 'not Base64 at all!' } },
      { extra: { file_data: { file_uri: 'https://example.com/a.png', mime_type: 'image/png' } } },
    ]
    expect(withOrdinaryMedia({ parts }).parts).toEqual(parts)
  })

  it('reach an agent so', async () => {
    const { signal } = new AbortController()
    const target = functionTarget((_text, { content }) => JSON.stringify(content.parts?.[0]))
    const conversation = await target.open(caseNamed('one'), { signal })
    const part = { media: { mimeType: 'image/png', data: bytes.toString('base64url') } }
    const said = await conversation.say({ role: 'user', parts: [part] }, signal)
    expect(said?.finalResponse?.parts?.[0]?.text).toBe(JSON.stringify(plain))
  })
})
