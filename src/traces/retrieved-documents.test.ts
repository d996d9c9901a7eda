import { expect, it } from 'vitest'
import { madeSpan } from '../../test/fixtures/made-span.ts'
import { conversationsOf } from './conversations.ts'

const kind = { 'openinference.span.kind': 'RETRIEVER' }

it.each([
  [
    'are known where its span tells them',
    { 'retrieval.documents.0.document.content': 'Fuji is 3776 m high.', 'retrieval.documents.0.document.score': 0.9 },
    [{ id: '1', text: 'Fuji is 3776 m high.' }],
  ],
  [
    'are known as LangChain writes them',
    { 'output.value': '{"documents":[{"page_content":"Fuji is 3776 m high."}]}' },
    [{ id: '1', text: 'Fuji is 3776 m high.' }],
  ],
  ['are none where it found none', { 'output.value': '[]' }, []],
  ['are unknown where it tells none', {}, undefined],
])('documents of a retriever %s', (_, attributes, citations) => {
  const chain = { 'openinference.span.kind': 'CHAIN', 'input.value': 'How high is Fuji?', 'output.value': '3776 m' }
  const spans = [
    madeSpan('chain', [0, 9], chain),
    madeSpan('chat', [3, 8], { 'openinference.span.kind': 'LLM', 'output.value': '3776 m' }, { in: 'chain' }),
    madeSpan('search', [1, 2], { ...kind, ...attributes }, { in: 'chain' }),
  ]
  expect(conversationsOf(spans)[0]?.invocations[0]?.citations).toEqual(citations)
})
