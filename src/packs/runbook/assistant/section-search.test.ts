import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEmbeddingModel, withModelRetries, type EmbeddingModel } from '../../../models/index.ts'
import { indexWords } from '../../../documents/index.ts'
import { buildRunbookIndex, openRunbookIndex } from './index.ts'
import { sectionSearch } from './section-search.ts'

const now = () => new Date('2026-11-22T00:00:00Z')

const things = [/laptop|computer|notebook/i, /evidence|proof|image/i, /password|secret/i]

function vectorOf(text: string): readonly number[] {
  return [0.2, ...things.map((thing) => (thing.test(text) ? 1 : 0))]
}

/** Speaks OpenAI's /embeddings; texts lie near each other when they are about the same of these things. */
async function startEmbeddings() {
  const batches: (readonly string[])[] = []
  const failures: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { input: string[] } // what the SDK sends
      batches.push(input)
      const status = failures.shift() ?? 200
      response.writeHead(status, { 'content-type': 'application/json' }).end(
        JSON.stringify(
          status === 200
            ? {
                object: 'list',
                model: 'm',
                data: input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
                usage: { prompt_tokens: 10 * input.length, total_tokens: 10 * input.length },
              }
            : { error: { message: 'not now' } },
        ),
      )
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return {
    batches,
    failures,
    url: `http://127.0.0.1:${port}/v1`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

let room: string
let folder: string
let at: string
let server: Awaited<ReturnType<typeof startEmbeddings>>
let embedding: EmbeddingModel
beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), 'shinsa-runbooks-'))
  folder = join(room, 'runbooks')
  at = join(room, 'index')
  await mkdir(folder)
  await writeFile(join(folder, 'a.md'), '# Isolation\nUnplug the laptop.')
  await writeFile(join(folder, 'b.md'), '# Keeping\nTake a memory image.')
  server = await startEmbeddings()
  embedding = await openEmbeddingModel(`openai-compatible:m@${server.url}`, { environment: {} })
})
afterEach(async () => {
  await server.close()
  await rm(room, { recursive: true })
})

const build = () => buildRunbookIndex(folder, { at, now, embedding })

describe('searching runbooks by meaning', () => {
  it('finds what is said in none of the words of the question', async () => {
    const words = await buildRunbookIndex(folder, { at, now })
    expect([words.embeddedBy, await words.search('proof')]).toEqual([undefined, []])
    const index = await build()
    const found = await index.search('proof')
    expect(found.map(({ file, relevance, score }) => [file, relevance > 0.3, score])).toEqual([['b.md', true, 0.5]])
    expect(index.embeddedBy).toBe('openai-compatible/m')
  })

  it('finds what a long section says at its end, behind all that a model reads at once', async () => {
    await writeFile(join(folder, 'a.md'), `# Isolation\n${'Unplug the laptop. '.repeat(100)}\nWrite the secret down.`)
    const index = await build()
    expect((await index.search('password')).map(({ file, score }) => [file, score])).toEqual([['a.md', 0.5]])
    const texts = server.batches.flat().filter((text) => text.startsWith('Isolation\n'))
    expect(texts.map(({ length }) => length <= 900)).toEqual([true, true, true])
    expect(texts.some((text) => text.includes('laptop') && text.endsWith('Write the secret down.'))).toBe(true)
  })

  it('searches more sections than a call has arguments', async () => {
    const passage = { text: '', file: 'a.md', heading: '', headings: [], pages: [1, 1], updatedAt: '' } as const
    const sections = Array.from({ length: 200_000 }, (_, index) => ({ ...passage, id: `a.md#${index}` }))
    const model: EmbeddingModel = { ...embedding, generate: async () => ({ vectors: [[1, 0]], calls: 0 }) }
    const vectors = sections.map((_, index) => [Float32Array.of(index === 150_000 ? 1 : 0, 0)])
    const found = await sectionSearch((number) => sections[number], indexWords([]), { model, vectors })('proof')
    expect(found.map(({ id }) => id)).toEqual(['a.md#150000'])
  })

  it('counts words and meaning as it is told', async () => {
    const index = await build()
    const firstOf = async (keywords: number, vectors: number) =>
      (await index.search('unplug the notebook and take proof and an image', { weights: { keywords, vectors } })).map(
        ({ file, score }) => [file, Number(score.toFixed(2))],
      )
    expect((await firstOf(1, 0))[0]?.[1]).toBe(1)
    expect(await firstOf(0, 1)).toHaveLength(2)
    await expect(index.search('proof', { weights: { keywords: 0, vectors: 0 } })).rejects.toThrow('not both 0')
    await expect(index.search('proof', { weights: { keywords: -1, vectors: 2 } })).rejects.toThrow('0 or more')
  })

  it('embeds a section once, until it changes, and counts what that took', async () => {
    expect((await build()).usage).toMatchObject({ inputTokens: 20 })
    expect(server.batches).toHaveLength(1)
    expect((await build()).usage).toBeUndefined()
    await writeFile(join(folder, 'b.md'), '# Keeping\nTake a disk image.')
    expect((await build()).usage).toMatchObject({ inputTokens: 10 })
    expect(server.batches).toEqual([expect.any(Array), ['Keeping\nTake a disk image.']])
  })

  it('asks in batches, and does not pay again for what a failed build had', async () => {
    for (let number = 0; number < 200; number += 1) {
      await writeFile(join(folder, `${number}.md`), `# Section ${number}\nText.`)
    }
    server.failures.push(200, 200, 500)
    await expect(build()).rejects.toThrow('not now')
    expect(server.batches.map(({ length }) => length)).toEqual([96, 96, 10])
    const { usage } = await build()
    expect(usage).toMatchObject({ inputTokens: 100 })
  })

  it('does not pay again after a change of the index or of Node.js', async () => {
    await build()
    const markOf = async (file: string) => (await readFile(join(at, file), 'latin1')).split(', CRC-32')[0]
    const mark = await markOf('vectors')
    expect(mark).toBe('shinsa vectors 1')
    expect(await markOf('index')).not.toBe(mark)
    await rm(join(at, 'index'))
    expect((await build()).usage).toBeUndefined()
  })

  it('asks again through the same retries as language models', async () => {
    const resilient = { ...withModelRetries(embedding, { sleep: () => Promise.resolve() }), most: embedding.most }
    server.failures.push(503, 429)
    const index = await buildRunbookIndex(folder, { at, now, embedding: resilient })
    expect([index.sections, server.batches.length]).toEqual([2, 3])
  })

  it('says so when the index has no embeddings of the model', async () => {
    await buildRunbookIndex(folder, { at, now })
    await expect(openRunbookIndex(folder, { at, embedding })).rejects.toThrow(
      'has no embeddings of openai-compatible/m',
    )
    await build()
    const opened = await openRunbookIndex(folder, { at, embedding })
    expect((await opened.search('proof'))[0]?.file).toBe('b.md')
    expect((await openRunbookIndex(folder, { at })).embeddedBy).toBeUndefined()
  })

  it('refuses a provider that has none', async () => {
    await expect(openEmbeddingModel('anthropic/claude-x', { environment: { ANTHROPIC_API_KEY: 'k' } })).rejects.toThrow(
      'Anthropic has no embedding models',
    )
  })
})
