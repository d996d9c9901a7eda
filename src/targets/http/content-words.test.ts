import { describe, expect, it } from 'vitest'
import { contentWords } from './content-words.ts'

const picture = { extra: { file_data: { file_uri: 'https://example.com/a.png', mime_type: 'image/png' } } }
const pdf = { extra: { file_data: { file_uri: 'https://example.com/a.pdf', mime_type: 'application/pdf' } } }

describe('a file at an address', () => {
  it('is sent in the words of the chat API where it is a picture', () => {
    expect(contentWords.openai({ parts: [{ text: 'see' }, picture] })).toEqual([
      { type: 'text', text: 'see' },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
    ])
  })

  it('is said where the chat API takes none, instead of asking without it', () => {
    expect(() => contentWords.openai({ parts: [pdf] })).toThrow(
      'The agent takes no application/pdf from an address: https://example.com/a.pdf',
    )
  })

  it('is sent in the words of Anthropic where it is a picture or a PDF', () => {
    expect(contentWords.anthropic({ parts: [picture, pdf] })).toEqual([
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
      { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
    ])
    const sheet = { extra: { file_data: { file_uri: 'https://example.com/a.csv', mime_type: 'text/csv' } } }
    expect(() => contentWords.anthropic({ parts: [sheet] })).toThrow('The agent takes no text/csv from an address')
  })
})
