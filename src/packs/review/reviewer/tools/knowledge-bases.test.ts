import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startProviderServer, type Behaviour } from '../../../../../test/fixtures/providers/provider-server.ts'
import { readDocument } from '../../../../documents/index.ts'
import { bedrockKnowledgeBases } from './bedrock-knowledge-base.ts'
import { folderKnowledgeBases } from './folder-knowledge-base.ts'
import { knowledgeBaseQuery, type KnowledgePassage } from './knowledge-bases.ts'
import { ToolFailure } from './review-tool.ts'

const { signal } = new AbortController()
const passage = (text: string, score: number): KnowledgePassage => ({ text, score, locationType: 'other' })
const bases = ['A', 'B', 'C'].map((knowledgeBaseId) => ({ knowledgeBaseId }))

describe('the tool for knowledge bases', () => {
  it('asks every base, takes five of each at most, and reports those that fail', async () => {
    const tool = knowledgeBaseQuery(bases, async ({ knowledgeBaseId }) => {
      if (knowledgeBaseId === 'A') return [0.9, 0.5, 0.4, 0.3, 0.2, 0.1].map((score) => passage(`A${score}`, score))
      if (knowledgeBaseId === 'B') throw new ToolFailure('it is closed')
      return [passage('C', 0.7)]
    })
    const found = await tool.use({ query: 'battery' }, signal)
    expect(found).toMatchObject({
      errors: [{ knowledgeBaseId: 'B', error: 'it is closed' }],
      passages: ['A0.9', 'C', 'A0.5', 'A0.4', 'A0.3', 'A0.2'].map((text) => ({ text, knowledgeBaseId: text[0] })),
    })
  })

  it('fails when all of them do', async () => {
    const tool = knowledgeBaseQuery(bases, async () => {
      throw new ToolFailure('it is closed')
    })
    await expect(tool.use({ query: 'battery' }, signal)).rejects.toThrow('it is closed')
    await expect(tool.use({ query: ' ' }, signal)).rejects.toThrow('query has to be a text.')
  })
})

describe('a folder as a knowledge base', () => {
  it('finds passages with file and page, in the sources that are named', async () => {
    const folder = newFolder({
      'rules/power.md': '# Batteries\nEmergency lights need a battery for 60 minutes.',
      'old/power.md': '# Batteries\nEmergency lights needed a battery for 30 minutes.',
      'photo.png': 'not looked at',
    })
    const search = folderKnowledgeBases({ folders: { rules: folder }, read: readDocument, otherwise: async () => [] })
    const ask = (dataSourceIds?: string[]) =>
      search({ knowledgeBaseId: 'rules', ...(dataSourceIds && { dataSourceIds }) }, 'emergency battery', {
        top: 5,
        signal,
      })
    expect((await ask()).map(({ location }) => location).toSorted()).toEqual(['old/power.md', 'rules/power.md'])
    expect(await ask(['rules'])).toEqual([
      {
        location: 'rules/power.md',
        locationType: 'file',
        page: 1,
        score: expect.any(Number),
        text: expect.stringContaining('60 minutes'),
      },
    ])
    expect(await search({ knowledgeBaseId: 'constructor' }, 'battery', { top: 5, signal })).toEqual([])
  })

  it('says what cannot be read', async () => {
    const read = { read: readDocument, otherwise: async () => [] }
    const broken = newFolder({ 'a.pdf': '%PDF-1.4 nothing more' })
    const search = folderKnowledgeBases({ folders: { broken, gone: join(broken, 'gone') }, ...read })
    await expect(search({ knowledgeBaseId: 'gone' }, 'x', { top: 5, signal })).rejects.toThrow(/cannot be read: ENOENT/)
    await expect(search({ knowledgeBaseId: 'broken' }, 'x', { top: 5, signal })).rejects.toThrow(
      /^a.pdf cannot be read/,
    )
  })
})

describe('knowledge bases of Amazon Bedrock', () => {
  it('are asked with a signed request and a filter of sources', async () => {
    const results = [
      {
        content: { text: 'Sixty minutes.' },
        location: { type: 'S3', s3Location: { uri: 's3://rules/power.pdf' } },
        score: 0.8,
        metadata: { 'x-amz-bedrock-kb-document-page-number': 4 },
      },
      {
        content: { text: 'More.' },
        location: { type: 'WEB', webLocation: { url: 'https://example.com' } },
        score: 0.1,
      },
    ]
    const { search, server } = await bedrock({ do: 'reply', body: { retrievalResults: results } })
    const base = { knowledgeBaseId: 'KB/1', dataSourceIds: ['DS1'] }
    expect(await search(base, 'battery', { top: 5, signal })).toEqual([
      { location: 's3://rules/power.pdf', locationType: 'S3', page: 4, score: 0.8, text: 'Sixty minutes.' },
      { location: 'https://example.com', locationType: 'URL', score: 0.1, text: 'More.' },
    ])
    const [request] = server.requests
    expect(request?.path).toBe('/knowledgebases/KB%2F1/retrieve')
    expect(request?.headers['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/bedrock\/aws4_request, SignedHeaders=.*, Signature=[\da-f]{64}$/,
    )
    expect(request?.headers['x-amz-security-token']).toBe('token')
    expect(request?.body).toEqual({
      retrievalQuery: { text: 'battery' },
      retrievalConfiguration: {
        vectorSearchConfiguration: {
          numberOfResults: 5,
          filter: { in: { key: 'x-amz-bedrock-kb-data-source-id', value: ['DS1'] } },
        },
      },
    })
  })

  it.each([
    [{ do: 'reply', status: 403, body: { message: 'no access' } }, 'status 403: {"message":"no access"}'],
    [{ do: 'send', text: '<html>' }, 'no JSON'],
    [{ do: 'reply', body: {} }, 'not in its format'],
    [{ do: 'reset' }, 'cannot be reached'],
  ] as const)('say what went wrong: %j', async (behaviour, problem) => {
    const { search } = await bedrock(behaviour)
    await expect(search({ knowledgeBaseId: 'KB' }, 'battery', { top: 5, signal })).rejects.toThrow(problem)
  })
})

async function bedrock(behaviour: Behaviour) {
  const server = await startProviderServer()
  onTestFinished(() => server.close())
  server.behave(behaviour)
  const search = bedrockKnowledgeBases({
    region: 'eu-west-1',
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret',
    sessionToken: 'token',
    endpoint: server.url,
  })
  return { search, server }
}

function newFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-knowledge-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}
