import { describe, expect, it } from 'vitest'
import { readJsonDocument } from './kit/source-text.ts'
import { type EvalCase, toEnglish } from '../core/index.ts'
import { adkEvalSetFrom } from '../packs/adk/adk-eval-set.ts'
import { readCaseLine } from './case-lines.ts'
import { readCsv } from './table/table.ts'
import { writeDataset } from '../compose/datasets.ts'

const user = (text: string) => ({ role: 'user', parts: [{ text }] })
const cases: EvalCase[] = [
  {
    id: 'a',
    conversation: [
      {
        userContent: user(' "quoted",\nand spaced '),
        finalResponse: { role: 'model', parts: [{ text: '答え' }] },
        steps: { form: 'lists', toolCalls: [{ name: 'f', args: { n: 1 } }], toolResponses: [], responses: [] },
      },
    ],
    metadata: { level: 'easy' },
  },
  {
    id: 'b',
    conversation: [{ userContent: user('one') }, { userContent: user('two') }],
    session: { appName: 'x', userId: 'u' },
  },
  { id: 'c', scenario: { startingPrompt: 'p', plan: 'q' } },
]
const bytes = (text: string) => [new TextEncoder().encode(text)]

describe('writeDataset', () => {
  it('loses nothing in an eval set and in lines', async () => {
    expect(
      readJsonDocument((await writeDataset('adk-eval-set', { id: 's' }, cases)).text, 's.json', adkEvalSetFrom).cases,
    ).toEqual(cases)
    const lines = (await writeDataset('case-lines', { id: 's' }, cases)).text.trimEnd().split('\n')
    expect(lines.map((text) => readCaseLine({ text, number: 1, unended: false }, 's.jsonl'))).toEqual(cases)
  })

  it('says what a table could not hold', async () => {
    const { text, losses } = await writeDataset('csv', { id: 's' }, cases)
    expect(losses.map(toEnglish)).toEqual([
      '1 case without a written conversation left out',
      '1 case cut to the first exchange',
      '1 case without the initial session',
    ])
    const read = await Array.fromAsync(readCsv(bytes(text), 's.csv'))
    expect(read.map(({ evalCase }) => evalCase)[0]).toEqual(cases[0])
    expect(read.map(({ evalCase }) => evalCase.id)).toEqual(['a', 'b'])
  })
})
