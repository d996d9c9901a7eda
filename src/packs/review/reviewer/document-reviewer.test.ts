import { expect, it } from 'vitest'
import { toEnglish } from '../../../core/index.ts'
import { readDocumentBytes } from '../../../documents/index.ts'
import { documentReviewer, embeddedReviewer } from './index.ts'

it('says of a document that was not read just as it stands that this is so, and in the answer why', async () => {
  const told = await reviewed('<p>Steps</p><iframe src="terms.html"></iframe>')
  expect(told.warned).toEqual(['terms.html: --verbose shows a remark on how it was read'])
  expect(told.response).toMatch(/\n⚠ terms\.html: the document shows other pages in frames; they were not read$/)
  const plain = await reviewed('<p>Steps</p>')
  expect(plain.warned).toEqual([])
  expect(plain.response).not.toContain('⚠')
})

async function reviewed(html: string): Promise<{ readonly response: string; readonly warned: readonly string[] }> {
  const warned: string[] = []
  const agent = documentReviewer({
    reviewer: embeddedReviewer(),
    read: async () => readDocumentBytes(Buffer.from(html), 'terms.html'),
    warn: (sentence) => warned.push(toEnglish(sentence)),
  })
  const task = {
    document_paths: ['terms.html'],
    check_name: 'Warranty',
    check_description: 'The warranty is two years.',
    language_name: 'English',
  }
  const { response } = await agent(JSON.stringify(task), { signal: new AbortController().signal })
  return { response, warned }
}
