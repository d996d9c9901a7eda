import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { CaseRecord, Run } from '../../core/index.ts'
import { hostile, passed, recordOf, sampleRecords, sampleRun, textFrom } from '../../../test/fixtures/sample-run.ts'
import { storeForOthers } from './for-others.ts'
import { htmlReport } from './html-report.ts'

const page = { script: 'page()', style: 'body {}' }

describe('htmlReport', () => {
  it('has the index first, the rows before the script, and then everything else, packed', async () => {
    const text = await reportOf([sampleRun()], sampleRecords)
    expect(idsIn(text)).toEqual([
      'report',
      'rows/20260801-1200-a1b2/0',
      undefined,
      'cases/20260801-1200-a1b2/0',
      'places/20260801-1200-a1b2',
    ])
    expect(unpacked(text, 'rows/20260801-1200-a1b2/0')).toMatchObject({ counted: 5, next: null })
    expect(unpacked(text, 'cases/20260801-1200-a1b2/0')).toMatchObject(
      sampleRecords.map(({ evalCase }) => ({ evalCase: { id: evalCase.id } })),
    )
  })

  it('lets nothing run but its own script, and asks nobody', async () => {
    const text = await reportOf([sampleRun()], sampleRecords)
    expect(/http-equiv="content-security-policy" content="([^"]*)"/.exec(text)?.[1]).toMatchInlineSnapshot(
      `"default-src 'none'; script-src 'sha256-piUNRj01n+hTo+pnthBY6P38CNukLgjZT+mSJ4I5u6U='; style-src 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA='; img-src data:; base-uri 'none'; form-action 'none'"`,
    )
  })

  it('parts long runs, and says where each part begins', async () => {
    const records = Array.from({ length: 2350 }, (_, position) => ({ ...recordOf(passed), position }))
    const text = await reportOf([sampleRun()], records)
    expect(unpacked(text, 'rows/20260801-1200-a1b2/0')).toMatchObject({ next: 1 })
    expect(unpacked(text, 'rows/20260801-1200-a1b2/2')).toMatchObject({ next: null })
    const places = unpacked(text, 'places/20260801-1200-a1b2') as readonly { position: number }[]
    expect(places.map(({ position }) => position)).toEqual(Array.from({ length: 24 }, (_, part) => part * 100))
    expect(unpacked(text, 'cases/20260801-1200-a1b2/23')).toHaveLength(50)
  })

  it('encodes cases into memory that it uses again, however many parts they make', async () => {
    const records = Array.from({ length: 5000 }, (_, position) => ({ ...recordOf(passed), position }))
    const allot = vi.spyOn(Buffer, 'allocUnsafeSlow')
    const encode = vi.spyOn(Buffer, 'from')
    await reportOf([sampleRun()], records)
    // One for rows, one for cases, and one for each of the parts that are compressed meanwhile.
    expect(allot.mock.calls.length).toBeLessThanOrEqual(8)
    expect(encode.mock.calls.length).toBeLessThan(5000 / 100)
    allot.mockRestore()
    encode.mockRestore()
  })

  it('reads each case once', async () => {
    let read = 0
    await reportOf([sampleRun()], sampleRecords, () => (read += 1))
    expect(read).toBe(sampleRecords.length)
  })

  it('copies no case that says nothing of this machine', async () => {
    const { plan, ...run } = sampleRun()
    const told = { ...run, plan: { ...plan, origin: { cwd: '/home/ann', dataset: '/home/ann/tea/set.jsonl' } } }
    const store = { records: samples, record: async () => undefined, scoredCases: () => expect.unreachable() }
    const shown = await Array.fromAsync(storeForOthers(store, [told]).records(plan.runId))
    for (const [index, record] of shown.entries()) expect(record).toBe(sampleRecords[index])
  })

  it('parts large cases earlier', async () => {
    const large = { ...passed, evalCase: { id: 'large', metadata: { text: 'x'.repeat(600_000) } } }
    const records = [0, 1, 2, 3].map((position) => ({ ...recordOf({ ...large, position }), position }))
    const text = await reportOf([sampleRun()], records)
    expect(unpacked(text, 'places/20260801-1200-a1b2')).toEqual([
      { position: 0, repeat: 0 },
      { position: 2, repeat: 0 },
    ])
  })

  it('compares up to six runs, each with each other, and no more than six', async () => {
    const second = sampleRun()
    const other: Run = { ...second, plan: { ...second.plan, runId: 'other' } }
    expect(comparisons(await reportOf([sampleRun(), other], sampleRecords))).toEqual([
      'comparison/20260801-1200-a1b2/other',
      'comparison/other/20260801-1200-a1b2',
    ])
    const runs = Array.from({ length: 7 }, (_, index) => ({
      ...second,
      plan: { ...second.plan, runId: `run-${index}` },
    }))
    expect(comparisons(await reportOf(runs.slice(0, 6), sampleRecords))).toHaveLength(30)
    expect(comparisons(await reportOf(runs, sampleRecords))).toEqual([])
  })

  it('keeps hostile names in their place', async () => {
    const { plan, ...run } = sampleRun()
    const text = await reportOf([{ ...run, plan: { ...plan, name: `</title>${hostile}` } }], [])
    expect(text.match(/<script|<\/title/g)).toEqual(['</title', '<script', '<script', '<script', '<script'])
    expect(text).not.toContain('<script>alert')
  })

  it('says nothing of this machine: no paths, no command line, no logins of tools', async () => {
    const { plan, ...run } = sampleRun()
    const folder = '/home/somebody/suite/fixtures'
    const environment = { file: `${folder}/tools.json`, recordedTo: `${folder}/calls.jsonl`, model: 'm' }
    const dataset = { ...plan.dataset, path: `${folder}/set.json` }
    const told = { ...run, plan: { ...plan, dataset, environment, origin: { argv: [folder] } } }
    const review = {
      documents: ['plan.pdf'],
      folder,
      checkName: 'Exits',
      checkDescription: 'Two exits on each floor',
      languageName: 'English',
      expected: 'pass' as const,
      tools: {
        knowledgeBases: [],
        codeInterpreter: false,
        mcpServers: { search: { url: 'https://example.com', headers: { authorization: 'Bearer s3cret' } } },
      },
    }
    const asked = {
      userContent: { parts: [{ text: JSON.stringify({ document_paths: [`${folder}/plan.pdf`], review }) }] },
    }
    const answered = { ...asked, finalResponse: { parts: [{ text: `seen in ${folder}/plan.pdf` }] } }
    const record = recordOf({
      ...passed,
      evalCase: { id: 'exits', review, conversation: [asked] },
      transcript: { invocations: [answered] },
    })
    const text = await reportOf([told], [record])
    const all = [
      text,
      ...idsIn(text).flatMap((id) => (id?.includes('/') === true ? JSON.stringify(unpacked(text, id)) : [])),
    ]
    expect(all.filter((one) => one.includes('/home/somebody') || one.includes('s3cret'))).toEqual([])
    expect(unpacked(text, 'cases/20260801-1200-a1b2/0')).toMatchObject([
      {
        evalCase: { review: { documents: ['plan.pdf'], checkName: 'Exits' } },
        transcript: { invocations: [{ finalResponse: { parts: [{ text: 'seen in plan.pdf' }] } }] },
      },
    ])
  })
})

describe('places of this machine', () => {
  it.each([
    ['recorded:/srv/elsewhere/answers.jsonl', 'recorded:answers.jsonl'],
    ['/srv/elsewhere/agent.ts', 'agent.ts'],
    ['recorded:/home/ann/work/old/answers.jsonl', 'recorded:old/answers.jsonl'],
    ['http://127.0.0.1:8000/srv/agent', 'http://127.0.0.1:8000/srv/agent'],
    ['a2a:http://host/srv/agent', 'a2a:http://host/srv/agent'],
  ])('are not in the name of %s', async (name, shown) => {
    const { plan, ...run } = sampleRun()
    const origin = { cwd: '/home/ann/work', dataset: '/data/private/set.jsonl' }
    const said = 'thrown at /home/ann/work/src/agent.ts:3, from /data/private/set.jsonl'
    const record = recordOf({
      ...passed,
      transcript: { invocations: [{ userContent: {}, finalResponse: { parts: [{ text: said }] } }] },
    })
    const text = await reportOf([{ ...run, plan: { ...plan, origin, target: { name } } }], [record])
    expect(text).toContain(JSON.stringify(shown).slice(1, -1))
    const cases = JSON.stringify(unpacked(text, `cases/${plan.runId}/0`))
    expect(cases).toContain('thrown at src/agent.ts:3, from set.jsonl')
    expect(text + cases).not.toMatch(/\/home\/ann|\/data\/private|\/srv\/elsewhere/)
  })
})

async function* samples(): AsyncGenerator<CaseRecord> {
  yield* sampleRecords
}

async function reportOf(
  runs: readonly Run[],
  records: readonly CaseRecord[],
  onRead: (record: CaseRecord) => void = () => undefined,
): Promise<string> {
  const store = {
    async *records() {
      for (const record of records) {
        onRead(record)
        yield record
      }
    },
    record: async () => records[0],
    async *scoredCases() {
      for (const { position, repeat, evalCase, result } of records) {
        if (result !== undefined) yield { ...result, position, repeat, caseId: evalCase.id }
      }
    },
    revision: async () => 1,
  }
  return textFrom(htmlReport(runs, { store, page, isAlive: () => false }))
}

function comparisons(text: string): readonly (string | undefined)[] {
  return idsIn(text).filter((id) => id?.startsWith('comparison/'))
}

/** Of the page's script, which has none, undefined. */
function idsIn(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(/<script(?: type="[^"]*" id="([^"]*)")?>/g)].map(([, id]) => id)
}

function unpacked(text: string, id: string): unknown {
  const packed = new RegExp(`id="${id}">([^<]*)`).exec(text)?.[1] ?? ''
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString())
}
