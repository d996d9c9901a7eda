import { describe, expect, it } from 'vitest'
import { type Message, message } from '../../core/index.ts'
import { fillTemplate } from '../../core/basics/message.ts'
import type { CaseRow } from '../api/runs.ts'
import { reasonKey, reasonText, rowTest, valuesOf } from './match-rows.ts'
import { parseTableView } from './table-view.ts'

const rows = [
  row('tea', {
    verdict: 'failed',
    scores: [{ metric: 'match', status: 'failed', value: 0.2 }],
    metric: 'match',
    reason: message('{value} is below {threshold}', { value: '0.2', threshold: '0.8' }),
    tags: ['hot', 'green'],
    metadata: { owner: '山田', level: '2' },
    dollars: 0.01,
  }),
  row('coffee', {
    verdict: 'passed',
    scores: [{ metric: 'match', status: 'passed', value: 0.4 }],
    category: 'drinks',
    tags: ['hot'],
  }),
  row('cocoa', { verdict: 'passed', scores: [{ metric: 'match', status: 'not-applicable' }], durationMs: 2000 }),
  row('milk', { verdict: 'not-evaluated', scores: [{ metric: 'match', status: 'broken' }], answer: 'WHITE' }),
]

describe('what a view asks for', () => {
  it.each([
    ['', ['tea', 'coffee', 'cocoa', 'milk']],
    ['only=failed&only=not-evaluated', ['tea', 'milk']],
    ['score.match=0.2..<0.4', ['tea']],
    ['score.match=0.2..0.4', ['tea', 'coffee']],
    ['score.match=not-applicable&score.match=broken', ['cocoa', 'milk']],
    ['score.match=failed', ['tea']],
    ['score.other=failed', []],
    ['tag=hot&tag=cold', ['tea', 'coffee']],
    ['tag=hot&category=drinks', ['coffee']],
    ['meta.owner=%E5%B1%B1%E7%94%B0', ['tea']],
    ['meta.level=2', ['tea']],
    ['cost=0.01..', ['tea']],
    ['time=..<2000', []],
    ['case=milk', ['milk']],
    ['reason=match%3A+%7Bvalue%7D+is+below+%7Bthreshold%7D', ['tea']],
    ['q=white', ['milk']],
    ['q=BELOW+0.8', ['tea']],
    ['q=%E5%B1%B1', ['tea']],
  ])('%s', (address, expected) => {
    const test = rowTest(parseTableView(new URLSearchParams(address)), say)
    expect(rows.filter(test).map(({ caseId }) => caseId)).toEqual(expected)
  })
})

describe('the reason of a result', () => {
  it('is the same for all that failed for it, and nobody has one who passed', () => {
    expect(rows.map(reasonKey)).toEqual(['match: {value} is below {threshold}', undefined, undefined, undefined])
    expect(valuesOf(row('x', { metric: 'match', verdict: 'failed' }), 'reason')).toEqual(['match'])
  })
})

function say({ text, values = {} }: { text: string; values?: Readonly<Record<string, unknown>> | undefined }): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

function row(caseId: string, rest: Partial<CaseRow>): CaseRow {
  return { position: 0, repeat: 0, caseId, question: '', scores: [], judgeDisagreed: false, flaky: false, ...rest }
}

const toJapanese = ({ text, values = {} }: Message) =>
  fillTemplate({ '{value} is below {threshold}': '{threshold} 未満の {value}' }[text] ?? text, values)

describe('a reason that several results have', () => {
  it.each([
    ['match: {value} is below {threshold}', 'match: … 未満の …'],
    ['{count} {count|call|calls} too many: {names}', '… calls too many: …'],
    ['match', 'match'],
    ['my metric: of: colons', 'my metric: of: colons'],
  ])('reads %j as %j', (key, text) => {
    expect(reasonText(key, toJapanese)).toBe(text)
  })
})
