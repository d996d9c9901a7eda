import type { Part } from '../core/index.ts'

type Media = NonNullable<Part['media']>

/**
 * A picture or file in ordinary Base64, whatever it was written in: the letters of URLs, as Python writes bytes, without
 * its end, in lines, or as a `data:` URL, whose type is taken where nothing else says one.
 */
export function ordinaryMedia<Given extends Media>(given: Given): Given {
  const [, type = '', data = given.data] = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/is.exec(given.data) ?? []
  const mimeType = given.mimeType === '' ? type : given.mimeType
  const letters = data.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/[=]+$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(letters)) return { ...given, mimeType }
  const ordinary = letters.padEnd(Math.ceil(letters.length / 4) * 4, '=')
  return mimeType === given.mimeType && ordinary === given.data ? given : { ...given, mimeType, data: ordinary }
}

/** Whether these are letters of Base64, as a picture or a file that can be sent has them. */
export function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
}
