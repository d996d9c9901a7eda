import { expect, it } from 'vitest'
import { formats } from '../compose/datasets.ts'
import { toEnglish } from '../core/index.ts'
import { readDatasetAs } from './open-dataset.ts'

const read = async (text: string, file: string) => {
  const { dataset, notes = [] } = await readDatasetAs(new TextEncoder().encode(text), file, { formats })
  const cases = await Array.fromAsync(dataset.cases())
  const parts = cases.flatMap(({ conversation = [] }) => conversation.flatMap(({ userContent }) => userContent.parts))
  return { media: parts.flatMap((part) => part?.media ?? []), notes: notes.map(toEnglish) }
}

const caseWith = (id: string, inlineData: object) => ({
  eval_id: id,
  conversation: [{ user_content: { role: 'user', parts: [{ text: 'Colour?' }, { inline_data: inlineData }] } }],
})

const cases = [
  caseWith('letters', { mime_type: 'image/png', data: 'iVBO-_8' }),
  caseWith('address', { data: 'data:image/png;base64,iVBO+/8=' }),
  caseWith('untyped', { data: 'iVBO+/8=' }),
  caseWith('none', { mime_type: 'image/png', data: 'no picture!' }),
]

it.each([
  ['a.evalset.json', JSON.stringify({ eval_set_id: 'a', eval_cases: cases })],
  ['a.jsonl', cases.map((one) => `${JSON.stringify(one)}\n`).join('')],
])('reads pictures as ordinary Base64 and says what they lack: %s', async (file, text) => {
  const { media, notes } = await read(text, file)
  expect(media).toEqual([
    { mimeType: 'image/png', data: 'iVBO+/8=' },
    { mimeType: 'image/png', data: 'iVBO+/8=' },
    { mimeType: '', data: 'iVBO+/8=' },
    { mimeType: 'image/png', data: 'no picture!' },
  ])
  expect(notes).toEqual([
    '1 case: a picture or file has no mime type, so nobody is told what it is',
    '1 case: what stands for a picture or file is no Base64',
  ])
})

it('reads pictures within messages alike', async () => {
  const content = [
    { type: 'text', text: 'Colour?' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO-_8' } },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO+/8=' } },
    { inline_data: { mime_type: 'image/png', data: 'iVBO-_8=' } },
  ]
  const { media } = await read(JSON.stringify([{ input: [{ role: 'user', content }] }]), 'a.json')
  expect(media).toEqual(Array.from({ length: 3 }, () => ({ mimeType: 'image/png', data: 'iVBO+/8=' })))
})
