import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentReviews } from '../../workspace/documents/document-reviews.ts'
import { openDataset } from '../../compose/datasets.ts'
import { type EvalCase, type RunStore, parseJson } from '../../core/index.ts'
import { openAnswerCache } from '../../compose/run-store.ts'
import { openSqliteStore } from '../../stores/index.ts'
import { summariseReview } from '../../statistics/index.ts'
import { sampleRun } from '../../../test/fixtures/sample-run.ts'
import type { Front } from '../access.ts'
import { serve } from '../serve.ts'

const fixtures = fileURLToPath(new URL('../../../examples/document-review', import.meta.url))
const english = readFileSync(join(fixtures, 'en/fixtures/floor_plan_safety_reports.pdf'))
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let project: string
let store: RunStore
let stopping: AbortController
let url: string

beforeEach(async () => {
  project = mkdtempSync(join(tmpdir(), 'shinsa-reviews-'))
  mkdirSync(join(project, '.git'))
  mkdirSync(join(project, 'page'))
  writeFileSync(join(project, 'page', 'index.html'), '<!doctype html>')
  store = openSqliteStore(join(project, 'runs.db'))
  stopping = new AbortController()
  url = await serveReviews()
})

afterEach(async () => {
  stopping.abort()
  await store.close()
  rmSync(project, { recursive: true, force: true })
})

async function serveReviews(front: Front = {}): Promise<string> {
  const dependencies = {
    environment: {},
    version: '1.2.3',
    openStore: () => store,
    openCache: () => openAnswerCache(join(project, 'cache.db')),
    now: () => new Date(),
    random: Math.random,
    sleep: async () => undefined,
  }
  const reviews = documentReviews({ cwd: project, project }, dependencies)
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    front,
    store,
    page: join(project, 'page'),
    stopping: stopping.signal,
    capabilities: { version: '1.2.3', project: 'tea', isAlive: () => false, reviews },
    report: (error) => {
      throw error
    },
  })
  return served.url
}

async function ask(method: string, path: string, body?: unknown) {
  const response = await fetch(new URL(path, url), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- read by tests, which say what they expect
  return { status: response.status, said: parseJson(await response.text()) as any }
}

const upload = async (name: string, bytes: Uint8Array) =>
  ask('POST', 'api/reviews/documents', { name, content: Buffer.from(bytes).toString('base64') })

const typeOf = async (name: string, bytes: Uint8Array) => (await upload(name, bytes)).said.mimeType

const english60 = {
  checkName: 'Battery',
  checkDescription: 'Verify that the emergency lighting of Building A lasts at least 60 minutes on battery.',
  languageName: 'English',
}

async function reviewed() {
  const { documentId } = (await upload('report.pdf', english)).said
  const { said } = await ask('POST', 'api/reviews', { documentIds: [documentId], ...english60 })
  return { documentId: documentId as string, review: said }
}

describe('a document that somebody brings', () => {
  it('is kept under an id, and comes back as it was, to be saved and not opened', async () => {
    const { status, said } = await upload('点検 report (1).pdf', english)
    expect([status, said]).toMatchObject([200, { name: '点検 report (1).pdf', mimeType: 'application/pdf', pages: 6 }])
    const response = await fetch(new URL(`api/reviews/documents/${said.documentId}/file`, url))
    expect(Buffer.from(await response.arrayBuffer()).equals(english)).toBe(true)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%E7%82%B9%E6%A4%9C%20report%20%281%29.pdf",
    )
    const { pages } = (await ask('GET', `api/reviews/documents/${said.documentId}/pages`)).said
    expect(pages).toHaveLength(6)
    expect(pages[0].text).toContain('Building A')
    expect(readdirSync(join(project, '.shinsa/reviews/documents'))).toEqual([
      `${said.documentId}.json`,
      `${said.documentId}.pdf`,
    ])
  })

  it('may be a page of somebody else, whose scripts nobody runs: it is saved and not opened', async () => {
    const { said } = await upload('page.html', Buffer.from('<h1>Exits</h1><script>steal()</script><p>Two doors.</p>'))
    const { headers } = await fetch(new URL(`api/reviews/documents/${said.documentId}/file`, url))
    expect(['content-type', 'content-disposition', 'x-content-type-options'].map((name) => headers.get(name))).toEqual([
      'text/html',
      "attachment; filename*=UTF-8''page.html",
      'nosniff',
    ])
    const { pages } = (await ask('GET', `api/reviews/documents/${said.documentId}/pages`)).said
    expect(pages[0].text).toMatch(/^[^]*Exits[^]*Two doors\.\s*$/)
    expect(pages[0].text).not.toContain('steal')
  })

  it('is one document when it comes twice', async () => {
    await upload('report.pdf', english)
    await upload('report.pdf', english)
    expect((await ask('GET', 'api/reviews/documents')).said.documents).toHaveLength(1)
  })

  it('is known by what is in it: images and texts too', async () => {
    expect(await typeOf('plan.png', png)).toBe('image/png')
    expect(await typeOf('plan.jpg', png)).toBe('image/png')
    expect(await typeOf('notes.md', Buffer.from('# Notes'))).toBe('text/markdown')
    expect(await typeOf('notes.txt', Buffer.from('避難経路を確認した。'))).toBe('text/plain')
    expect(await typeOf('notes.txt', english)).toBe('application/pdf')
  })

  it.each([
    '../secret.pdf',
    'a/b.pdf',
    'a\\b.pdf',
    '.env',
    'x\0.pdf',
    '',
    `${'x'.repeat(201)}.pdf`,
    'gpj\u202efdp.pdf',
  ])('has a name and no path: %j is refused', async (name) => {
    expect((await upload(name, english)).status).toBe(400)
    expect((await ask('GET', 'api/reviews/documents')).said.documents).toEqual([])
  })

  it('is refused in words when it cannot be read, by its own name and no path of ours', async () => {
    const refusal = async (name: string, bytes: Uint8Array) => {
      const { status, said } = await upload(name, bytes)
      expect(status).toBe(400)
      expect(JSON.stringify(said)).not.toContain(project)
      return said.sentence
    }
    expect(await refusal('locked.pdf', await lockedPdf())).toEqual({
      text: '{file} is protected with a password',
      values: { file: 'locked.pdf' },
    })
    expect((await refusal('cut.pdf', Buffer.from('%PDF-1.7 and nothing more'))).text).toBe('{file} is broken: {reason}')
    expect((await refusal('fake.pdf', Buffer.from('hello'))).text).toContain('does not begin like one')
    expect((await refusal('drawing.svg', Buffer.from('<svg/>'))).text).toBe('{file} is of no kind that can be read')
    expect((await refusal('empty.txt', Buffer.from(''))).text).toBe('{file} is empty')
    expect((await refusal('binary.txt', Buffer.from([0, 1, 2, 255]))).text).toContain('is not text')
    expect((await refusal('large.txt', Buffer.alloc(26 * 1024 * 1024, 'a'))).text).toContain('at most {limit} MB')
    expect(readdirSync(project)).not.toContain('.shinsa')
  })

  it('goes with its reviews when it is removed', async () => {
    const { documentId } = await reviewed()
    expect((await ask('DELETE', `api/reviews/documents/${documentId}`)).status).toBe(200)
    expect((await ask('GET', 'api/reviews')).said.reviews).toEqual([])
    expect(readdirSync(join(project, '.shinsa/reviews/documents'))).toEqual([])
  })
})

describe('ids that are none', () => {
  it.each([
    ['GET', 'api/reviews/documents/none/pages'],
    ['GET', 'api/reviews/documents/none/file'],
    ['DELETE', 'api/reviews/documents/none'],
    ['GET', 'api/reviews/documents/.hidden/file'],
    ['POST', 'api/reviews/none/case'],
    ['GET', 'api/runs/none/cases/x/0/documents/0/file'],
  ])('%s %s is refused in words', async (method, path) => {
    const { status, said } = await ask(method, path)
    expect([status, said.code]).toEqual([400, 'usage'])
  })

  it('name no run whose documents could be asked for', async () => {
    for (const path of ['documents', 'documents/0/file']) {
      const { status, said } = await ask('GET', `api/runs/none/cases/0/0/${path}`)
      expect([status, said.sentence.text]).toEqual([404, 'there is no run {run}'])
    }
  })

  it('name no document of a review and no review to decide on', async () => {
    expect((await ask('POST', 'api/reviews', { documentIds: ['none'], ...english60 })).status).toBe(400)
    expect((await ask('PUT', 'api/reviews/none/override', { verdict: 'pass' })).status).toBe(400)
  })
})

describe('a review', () => {
  it('has verdict, confidence, evidence, and its quotes where they stand on the page', async () => {
    const { documentId, review } = await reviewed()
    expect(review.reviewer).toBe('document-reviewer:embedded')
    expect(review.review).toMatchObject({ result: 'pass', evidenceStatus: 'sufficient' })
    expect(review.review.confidence).toBe(0.8)
    const { pages } = (await ask('GET', `api/reviews/documents/${documentId}/pages`)).said
    expect(review.quotes.length).toBeGreaterThan(0)
    for (const { status, places } of review.quotes) {
      expect(status).toBe('verified')
      for (const { page, start, end, text } of places) expect(pages[page - 1].text.slice(start, end)).toBe(text)
    }
    expect((await ask('GET', 'api/reviews')).said.reviews).toEqual([review])
  })

  it('is made by the reviewer of the project, where it has one, and lies are found out', async () => {
    writeFileSync(
      join(project, 'shinsa.config.mjs'),
      `export default { targets: { 'document-reviewer': () => JSON.stringify({
        result: 'pass', confidence: 0.99, explanation: 'All fine.', citations: ['the roof is made of gold'],
      }) } }`,
    )
    const { review } = await reviewed()
    expect(review.review.confidence).toBe(0.99)
    expect(review.quotes).toMatchObject([{ quote: 'the roof is made of gold', status: 'not-found' }])
  })

  it('without a verdict waits for a person, with the passages that come nearest', async () => {
    const { documentId } = (await upload('report.pdf', english)).said
    const check = {
      checkName: 'Inspection',
      checkDescription: 'The inspection of the building was carried out with due care.',
      languageName: 'English',
    }
    const { status, said } = await ask('POST', 'api/reviews', { documentIds: [documentId], ...check })
    expect(status).toBe(200)
    expect(said.review).toMatchObject({ result: 'not_evaluated' })
    expect(said.review).not.toHaveProperty('confidence')
    expect(said.quotes.map((one: { status: string }) => one.status)).toContain('verified')
    expect((await ask('GET', 'api/reviews')).said.reviews).toEqual([said])
    const path = `api/reviews/${said.reviewId}`
    await ask('PUT', `${path}/override`, { verdict: 'pass' })
    expect((await ask('POST', `${path}/case`)).status).toBe(200)
    expect(await savedCases()).toMatchObject([
      { review: { expected: 'pass' }, metadata: { decision: 'decided', reviewed: { result: 'not_evaluated' } } },
    ])
  })

  it('that is none is an error of the reviewer, and is not kept', async () => {
    writeFileSync(
      join(project, 'shinsa.config.mjs'),
      `export default { targets: { 'document-reviewer': () => 'I would rather not say' } }`,
    )
    const { review } = await reviewed()
    expect([review.code, review.sentence.text]).toEqual([
      'agent',
      'invalid output: the answer has no JSON object with a result',
    ])
    expect((await ask('GET', 'api/reviews')).said.reviews).toEqual([])
  })
})

describe('what a person decides', () => {
  it('bears the name that the proxy says, whatever the request says', async () => {
    const { review } = await reviewed()
    const path = `api/reviews/${review.reviewId}/override`
    expect((await ask('PUT', path, { verdict: 'fail', by: 'mallory' })).said.override.by).toBeUndefined()
    const response = await fetch(new URL(path, await serveReviews({ personHeader: 'Remote-User' })), {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'remote-user': 'hana' },
      body: JSON.stringify({ verdict: 'pass', by: 'mallory' }),
    })
    expect(await response.json()).toMatchObject({ override: { verdict: 'pass', by: 'hana' } })
  })

  it('keeps each decision that a later one replaced, also of two at once', async () => {
    const { review } = await reviewed()
    const path = `api/reviews/${review.reviewId}/override`
    const { said: first } = await ask('PUT', path, { verdict: 'fail', comment: 'an old figure' })
    expect(first.earlier).toBeUndefined()
    await Promise.all(['pass', 'fail'].map(async (verdict) => ask('PUT', path, { verdict })))
    const [{ override, earlier }] = (await ask('GET', 'api/reviews')).said.reviews
    expect(earlier[0]).toEqual(first.override)
    expect(earlier).toHaveLength(2)
    expect([earlier[1].verdict, override.verdict].toSorted()).toEqual(['fail', 'pass'])
  })

  it('becomes a test case that a review suite runs, and a changed mind takes its place', async () => {
    const { documentId, review } = await reviewed()
    const path = `api/reviews/${review.reviewId}`
    expect((await ask('POST', `${path}/case`)).said.sentence.text).toBe('nobody has decided on this review yet')
    await ask('PUT', `${path}/override`, { verdict: 'fail', comment: 'It rests on a figure of 2024.' })
    const { said } = await ask('POST', `${path}/case`)
    expect(said).toMatchObject({
      file: 'reviews/suite.json',
      cases: 1,
      review: { savedAs: `review-${review.reviewId}` },
    })
    expect(await savedCases()).toMatchObject([
      {
        id: `review-${review.reviewId}`,
        review: { documents: [`${documentId}.pdf`], expected: 'fail', checkName: 'Battery' },
        metadata: { documents: ['report.pdf'], decision: 'overridden', comment: 'It rests on a figure of 2024.' },
      },
    ])
    expect(readdirSync(join(project, 'reviews/fixtures'))).toEqual([`${documentId}.pdf`])

    const decided = (await ask('PUT', `${path}/override`, { verdict: 'pass' })).said
    expect(decided.savedAs).toBeUndefined()
    await ask('POST', `${path}/case`)
    expect(await savedCases()).toMatchObject([{ review: { expected: 'pass' }, metadata: { decision: 'confirmed' } }])
  })

  it('is not written through a link that leads out of the project', async () => {
    const { review } = await reviewed()
    const outside = mkdtempSync(join(tmpdir(), 'shinsa-outside-'))
    symlinkSync(outside, join(project, 'reviews'))
    await ask('PUT', `api/reviews/${review.reviewId}/override`, { verdict: 'fail' })
    const { status, said } = await ask('POST', `api/reviews/${review.reviewId}/case`)
    expect([status, said.sentence.text]).toEqual([400, '{file} lies outside of the project and is not written'])
    expect(readdirSync(outside)).toEqual([])
    rmSync(outside, { recursive: true })
  })

  it('is added to cases that were written by hand, as they stand there', async () => {
    const byHand = { name: 'mine', _comments: { why: 'kept' }, input: {}, expected_output: { result: 'pass' } }
    mkdirSync(join(project, 'reviews'))
    writeFileSync(join(project, 'reviews/suite.json'), JSON.stringify([byHand]))
    const { review } = await reviewed()
    await ask('PUT', `api/reviews/${review.reviewId}/override`, { verdict: 'pass' })
    await ask('POST', `api/reviews/${review.reviewId}/case`)
    const [first, second] = JSON.parse(readFileSync(join(project, 'reviews/suite.json'), 'utf8')) as unknown[]
    expect(first).toEqual(byHand)
    expect(second).toMatchObject({ name: `review-${review.reviewId}` })
  })

  it('leaves alone what is no suite', async () => {
    mkdirSync(join(project, 'reviews'))
    writeFileSync(join(project, 'reviews/suite.json'), 'mine')
    const { review } = await reviewed()
    await ask('PUT', `api/reviews/${review.reviewId}/override`, { verdict: 'pass' })
    expect((await ask('POST', `api/reviews/${review.reviewId}/case`)).said.sentence.text).toBe(
      '{file} is no list of cases',
    )
    expect(readFileSync(join(project, 'reviews/suite.json'), 'utf8')).toBe('mine')
  })
})

async function savedCases(): Promise<readonly EvalCase[]> {
  return Array.fromAsync((await openDataset(join(project, 'reviews/suite.json'))).dataset.cases())
}

/** A finished run over a hundred violations, all of them found. @returns the threshold that it certifies */
async function runWithCertificate(runId: string, target: string): Promise<number> {
  const { plan, summary } = sampleRun()
  const rows = Array.from({ length: 200 }, (_, index) => {
    const verdict = index % 2 === 0 ? ('fail' as const) : ('pass' as const)
    return { caseId: `case-${index}`, expected: verdict, result: verdict, confidence: 0.9 + (index % 10) / 200 }
  })
  const review = summariseReview(rows, { seed: 1 })
  const promise = review.approvals.find((one) => one.target === 'miss-rate')
  if (promise?.status !== 'certified' || summary === undefined) throw new Error('nothing is certified')
  const of = { ...plan, runId, target: { name: target } }
  await store.append(runId, { type: 'run-start', plan: of, resumed: false, done: 0 })
  await store.append(runId, {
    type: 'run-end',
    status: 'finished',
    summary: { ...summary, sets: { review } },
    durationMs: 1,
  })
  return promise.threshold
}

const lineNow = async () => (await ask('GET', 'api/reviews/reviewer')).said.line

describe('the confidence from which nobody has to look', () => {
  it('is the usual one until a run with the same reviewer says better', async () => {
    expect((await ask('GET', 'api/reviews/reviewer')).said).toEqual({
      name: 'document-reviewer:embedded',
      asksModel: false,
      line: { threshold: 0.85, from: 'default' },
    })
  })

  it('is what a run certified, if it was a run with this reviewer', async () => {
    await runWithCertificate('run-1', 'another-reviewer')
    expect(await lineNow()).toEqual({ threshold: 0.85, from: 'default' })
    const threshold = await runWithCertificate('run-2', 'document-reviewer:embedded')
    expect(await lineNow()).toEqual({ threshold, from: 'certified', runId: 'run-2' })
  })
})

const folder = () => join(project, 'evals', 'fixtures')

async function runOver(documents: readonly string[], from = folder()): Promise<void> {
  const evalCase: EvalCase = {
    id: 'one',
    review: {
      documents: [...documents],
      folder: from,
      checkName: 'c',
      checkDescription: 'd',
      languageName: 'English',
      expected: 'pass',
    },
  }
  const { plan } = sampleRun()
  const run = { ...plan, runId: 'run-1', dataset: { id: 'one', format: 'review-suite', cases: 1 } }
  const answer = JSON.stringify({ result: 'pass', citations: ['Building A', 'made of gold'] })
  const invocation = {
    userContent: { role: 'user', parts: [{ text: 'q' }] },
    finalResponse: { role: 'model', parts: [{ text: answer }] },
  }
  await store.append('run-1', { type: 'run-start', plan: run, resumed: false, done: 0 })
  await store.append('run-1', { type: 'case-start', position: 0, repeat: 0, evalCase })
  await store.append('run-1', { type: 'invocation', position: 0, repeat: 0, index: 0, invocation })
}

describe('the documents of a run', () => {
  beforeEach(() => {
    mkdirSync(folder(), { recursive: true })
    writeFileSync(join(folder(), 'report.pdf'), english)
    writeFileSync(join(project, 'evals', 'secret.txt'), 'secret')
    writeFileSync(join(folder(), '.env'), 'KEY=secret')
  })

  it('come by the case that names them, with the quotes of the reviewer', async () => {
    await runOver(['report.pdf'])
    const { said } = await ask('GET', 'api/runs/run-1/cases/0/0/documents')
    expect(said.documents).toMatchObject([{ documentId: '0', name: 'report.pdf', mimeType: 'application/pdf' }])
    expect(said.quotes).toMatchObject([
      { quote: 'Building A', status: 'verified', places: [{ documentId: '0', page: 1 }] },
      { quote: 'made of gold', status: 'not-found' },
    ])
    const file = await fetch(new URL('api/runs/run-1/cases/0/0/documents/0/file', url))
    expect((await file.arrayBuffer()).byteLength).toBe(english.length)
  })

  it.each(['1', '-1', '00001', 'report.pdf', '__proto__', 'length'])('are no others: %s', async (documentId) => {
    await runOver(['report.pdf'])
    const { status } = await ask('GET', `api/runs/run-1/cases/0/0/documents/${documentId}/file`)
    expect(status).toBe(400)
  })

  it('never lie outside of the project or the folder, and are documents, whatever a case says', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'shinsa-elsewhere-'))
    writeFileSync(join(elsewhere, 'notes.txt'), 'secret')
    try {
      await runOver(['../secret.txt', join(project, 'evals', 'secret.txt'), '.env', 'gone.txt'])
      for (const documentId of ['0', '1', '2', '3']) {
        const { status, said } = await ask('GET', `api/runs/run-1/cases/0/0/documents/${documentId}/file`)
        expect([documentId, status]).toEqual([documentId, 400])
        expect(JSON.stringify(said)).not.toContain('KEY')
        expect(said.sentence.values.file ?? said.sentence.values.name).not.toContain(`${folder()}`)
      }
    } finally {
      rmSync(elsewhere, { recursive: true })
    }
  })

  it('that lie in a folder outside of the project are not given away', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'shinsa-elsewhere-'))
    writeFileSync(join(elsewhere, 'notes.txt'), 'secret')
    try {
      await runOver(['notes.txt'], elsewhere)
      const { status, said } = await ask('GET', 'api/runs/run-1/cases/0/0/documents/0/file')
      expect([status, said.sentence.text]).toEqual([400, '{name} does not lie in this project'])
    } finally {
      rmSync(elsewhere, { recursive: true })
    }
  })
})

async function lockedPdf(): Promise<Uint8Array> {
  const pdf = new Pdf({ userPassword: 'secret' })
  const pieces: Uint8Array[] = []
  pdf.on('data', (piece: Uint8Array) => pieces.push(piece))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  pdf.text('locked')
  pdf.end()
  await ended
  return Buffer.concat(pieces)
}
