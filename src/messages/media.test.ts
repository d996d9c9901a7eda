import { expect, it } from 'vitest'
import { isBase64, ordinaryMedia } from './media.ts'

it.each([
  ['image/png', 'iVBO-_8=', 'image/png'],
  ['image/png', 'iVBO-_8', 'image/png'],
  ['image/png', 'iVBO\n+/8=', 'image/png'],
  ['image/png', 'data:image/png;base64,iVBO-_8=', 'image/png'],
  ['', 'data:image/gif;name=a.gif;base64,iVBO+/8=', 'image/gif'],
  ['', 'iVBO+/8=', ''],
])('is ordinary Base64: %j %j', (mimeType, data, type) => {
  expect(ordinaryMedia({ mimeType, data })).toEqual({ mimeType: type, data: 'iVBO+/8=' })
})

it('stays what it is where it is none', () => {
  const media = { mimeType: 'image/png', data: 'no picture!' }
  expect(ordinaryMedia(media)).toEqual(media)
  expect(isBase64('no picture!')).toBe(false)
  expect(isBase64('iVBO+/8=')).toBe(true)
})
