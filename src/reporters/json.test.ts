import { describe, expect, it } from 'vitest'
import { caseResult, recordOf, sampleRecords, sampleRun, textFrom } from '../../test/fixtures/sample-run.ts'
import { parseJson } from '../core/index.ts'
import { RunDocument, runJsonSchema, toJson } from './json.ts'

describe('toJson', () => {
  it('is one document with the run and its finished results', async () => {
    const document = RunDocument.parse(parseJson(await textFrom(toJson({ run: sampleRun(), records: sampleRecords }))))
    expect(document.run).toEqual(sampleRun())
    expect(document.results).toEqual(sampleRecords.map(({ result }) => result))
  })

  it('leaves out what is not finished', async () => {
    const unfinished = sampleRecords.map((record) => ({ ...record, result: undefined }))
    const document = RunDocument.parse(JSON.parse(await textFrom(toJson({ run: sampleRun(), records: unfinished }))))
    expect(document.results).toEqual([])
  })

  it('keeps long ids exact', async () => {
    const result = {
      ...caseResult('long', 'hi', []),
      transcript: callWith(parseJson('{"order":12345678901234567890}')),
    }
    const text = await textFrom(toJson({ run: sampleRun(), records: [recordOf(result)] }))
    expect(text).toContain('"order":12345678901234567890')
  })

  it('writes chunk by chunk', async () => {
    const records = Array.from({ length: 1000 }, () => sampleRecords[0]).filter((record) => record !== undefined)
    let longest = 0
    for await (const chunk of toJson({ run: sampleRun(), records })) longest = Math.max(longest, chunk.length)
    expect(longest).toBeLessThan(5000)
  })
})

describe('schemas/run.schema.json', () => {
  it('is what the schemas in the code say (update it with vitest -u)', async () => {
    await expect(`${JSON.stringify(runJsonSchema(), undefined, 2)}\n`).toMatchFileSnapshot(
      '../../schemas/run.schema.json',
    )
  })

  it('says that tool arguments are an object', () => {
    expect(runJsonSchema()).toMatchObject({ $defs: { JsonObject: { type: 'object' }, ToolCall: { type: 'object' } } })
  })
})

function callWith(args: unknown) {
  const steps = {
    form: 'lists' as const,
    toolCalls: [{ name: 'find', args: args as Record<string, unknown> }],
    toolResponses: [],
    responses: [],
  }
  return { invocations: [{ userContent: { parts: [{ text: 'hi' }] }, steps }] }
}
